use crate::render::atlas::Frame;
use crate::render::layout::{Form, Place};
use crate::render::painter::Canvas;

/// Where the parts of a game's picture lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub place: Place,
    pub board: Frame,
    pub ranking: Frame,
    pub curve: Frame,
    pub legend: Frame,
}

impl Plan {
    /// For a ranking of so many teams.
    pub fn of(canvas: Canvas, teams: usize) -> Self {
        let place = Place::of(canvas, false);
        let s = |length: f32| place.s(length);
        let (left, right, bottom) = (place.margin, place.right(), place.height);
        match place.form {
            Form::Standard | Form::Wide => {
                let (top, foot) = (s(204.0), bottom - s(36.0));
                let most = if place.form == Form::Wide { s(770.0) } else { s(920.0) };
                let side = left + (foot - top).min(most);
                let beside = Frame::new(side + s(48.0), top, right, foot);
                let split = beside.top + (s(92.0 + 52.0 * teams as f32)).min(beside.height() * 0.57);
                let legend = Frame { top: foot - s(40.0), ..beside };
                let curve = Frame { top: split, bottom: legend.top - s(20.0), ..beside };
                let ranking = Frame { bottom: split - s(30.0), ..beside };
                Plan { place, board: Frame::new(left, top, side, foot), ranking, curve, legend }
            }
            Form::Tall => {
                let top = s(204.0);
                let board = Frame::new(left, top, right, bottom - s(560.0));
                let legend = Frame::new(left, bottom - s(62.0), right, bottom - s(22.0));
                let below = Frame::new(left, board.bottom + s(26.0), right, legend.top - s(18.0));
                let middle = left + below.width() * 0.54;
                let ranking = Frame { right: middle - s(24.0), ..below };
                Plan { place, board, ranking, curve: Frame { left: middle + s(24.0), ..below }, legend }
            }
        }
    }
}
