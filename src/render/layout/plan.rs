use super::free::lower_left;
use crate::render::atlas::{Atlas, Frame, Ids, View};
use crate::render::painter::Canvas;
use crate::render::scene::{News, Scene};

/// How the parts of a picture lie on its canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// 16:9: close-up and curve left, map in the middle, ranking right.
    Wide,
    /// 4:3: map left, ranking right.
    Standard,
    /// 4:5: map above, ranking below.
    Tall,
}

impl Form {
    pub fn of(canvas: Canvas) -> Self {
        let shape = canvas.width as f32 / canvas.height as f32;
        match shape {
            s if s >= 1.5 => Form::Wide,
            s if s >= 0.95 => Form::Standard,
            _ => Form::Tall,
        }
    }

    /// The type scale: 1 on 1600×1200.
    pub fn scale(self, canvas: Canvas) -> f32 {
        let (across, down) = match self {
            Form::Wide => (1600.0 / 0.92, 900.0 / 0.92),
            Form::Standard => (1600.0, 1200.0),
            Form::Tall => (1080.0 / 0.74, 1350.0 / 0.74),
        };
        (canvas.width as f32 / across).min(canvas.height as f32 / down)
    }
}

/// The fixed places of a form, whatever is drawn there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub form: Form,
    /// The type scale S.
    pub scale: f32,
    pub width: f32,
    pub height: f32,
    pub margin: f32,
    /// Of the kicker's line.
    pub header_top: f32,
    /// The map's slot, and how the map lies in it from left to right.
    pub map: Frame,
    pub align: f32,
    /// Where names may stand.
    pub names: Frame,
}

impl Place {
    /// For turns and the end; the opening needs room on both sides of the map.
    pub fn of(canvas: Canvas, opening: bool) -> Self {
        let form = Form::of(canvas);
        let scale = form.scale(canvas);
        let (width, height) = (canvas.width as f32, canvas.height as f32);
        let s = |v: f32| v * scale;
        let (margin, header_top) = match form {
            Form::Wide => (s(39.0), s(21.7)),
            Form::Standard => (s(40.0), s(28.0)),
            Form::Tall => (s(38.0), s(27.0)),
        };
        let (map, align, names) = match form {
            Form::Wide => (
                Frame::new(s(543.0), s(172.0), width - s(535.0), height - s(17.0)),
                0.5,
                Frame::new(s(528.0), s(165.0), width - s(543.0), height - s(17.0)),
            ),
            Form::Standard => (
                Frame::new(s(84.0), s(182.0), width - s(636.0), height - s(20.0)),
                0.5,
                Frame::new(s(40.0), s(180.0), width - s(615.0), height - s(80.0)),
            ),
            Form::Tall => (
                Frame::new(s(405.0), s(192.0), width - s(38.0), height - s(473.0)),
                1.0,
                Frame::new(s(38.0), s(187.0), width - s(32.0), height - s(473.0)),
            ),
        };
        let place = Place { form, scale, width, height, margin, header_top, map, align, names };
        if opening { place.opening() } else { place }
    }

    fn opening(self) -> Self {
        let s = |v: f32| self.s(v);
        let (side, bottom) = match self.form {
            Form::Standard => (s(372.0), self.height - s(18.0)),
            Form::Wide => (s(545.0), self.height - s(18.0)),
            Form::Tall => (s(350.0), self.height - s(400.0)),
        };
        let map = Frame::new(side, s(186.0), self.width - side, bottom);
        Place { map, align: 0.5, names: map, ..self }
    }

    /// The heights of the first and the last name of the opening's columns.
    pub fn columns(&self) -> (f32, f32) {
        let last = match self.form {
            Form::Standard => self.height - self.s(295.0),
            Form::Wide => self.height - self.s(30.0),
            Form::Tall => self.map.bottom,
        };
        (self.map.top + self.s(20.0), last)
    }

    /// The most that a name in the opening's columns may take.
    pub fn column_width(&self) -> f32 {
        match self.form {
            Form::Standard => self.s(318.0),
            Form::Wide => self.s(245.0),
            Form::Tall => self.s(300.0),
        }
    }

    /// A length at type scale 1.
    pub fn s(&self, length: f32) -> f32 {
        length * self.scale
    }

    pub fn right(&self) -> f32 {
        self.width - self.margin
    }
}

/// A part of the picture beside the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Panel {
    /// `frame.top` is the baseline of its title.
    Ranking {
        frame: Frame,
        pitch: f32,
        columns: usize,
    },
    Alive(Frame),
    Curve {
        frame: Frame,
        numbered: bool,
    },
    CloseUp(Frame),
    Legend(Frame),
    Rules(Frame),
    Facts(Frame),
    /// Its last baseline is the frame's bottom.
    Attribution(Frame),
}

impl Panel {
    pub fn frame(&self) -> Frame {
        match *self {
            Panel::Ranking { frame, .. } | Panel::Curve { frame, .. } => frame,
            Panel::Alive(frame)
            | Panel::CloseUp(frame)
            | Panel::Legend(frame)
            | Panel::Rules(frame)
            | Panel::Facts(frame)
            | Panel::Attribution(frame) => frame,
        }
    }
}

/// Everything beside the map of one scene.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub place: Place,
    pub panels: Vec<Panel>,
}

/// A target is shown close up when the side of a square of its area is less than this share of the picture's width.
const SMALL: f32 = 0.07;
const ROWS: usize = 10;

impl Plan {
    /// Where the place of the news is shown enlarged, if it is.
    pub fn close_up(&self) -> Option<Frame> {
        self.panels.iter().find(|panel| matches!(panel, Panel::CloseUp(_))).map(Panel::frame)
    }

    pub fn of(place: Place, scene: &Scene, atlas: &Atlas, view: &View, ids: &Ids) -> Self {
        let close_up = scene
            .news
            .target()
            .is_some_and(|target| atlas.areas[target.index()].sqrt() * view.scale < SMALL * place.width);
        let draft = Draft { place, scene, ids, close_up, panels: Vec::new() };
        let panels = match (place.form, scene.news) {
            (_, News::Opening) => draft.opening(),
            (Form::Standard, News::End { .. }) => draft.standard_end(),
            (Form::Standard, _) => draft.standard(),
            (Form::Wide, _) => draft.wide(),
            (Form::Tall, _) => draft.tall(),
        };
        Plan { place, panels }
    }
}

struct Draft<'a> {
    place: Place,
    scene: &'a Scene,
    ids: &'a Ids,
    close_up: bool,
    panels: Vec<Panel>,
}

impl Draft<'_> {
    fn rows(&self) -> usize {
        let ranking = &self.scene.ranking;
        (ranking.rows.len() + usize::from(ranking.others > 0)).min(ROWS)
    }

    /// The ranking and, under it, the bar of the living; where it ends.
    fn column(&mut self, frame: Frame, pitch: f32) -> f32 {
        let s = |v: f32| self.place.s(v);
        let bottom = frame.top + s(14.0) + pitch * self.rows() as f32;
        self.panels.push(Panel::Ranking { frame: Frame { bottom, ..frame }, pitch, columns: 1 });
        if matches!(self.scene.news, News::End { .. }) {
            return bottom;
        }
        self.panels.push(Panel::Alive(Frame::new(
            frame.left,
            bottom + s(24.0),
            frame.right,
            bottom + s(88.0),
        )));
        bottom + s(88.0)
    }

    fn attribution(&mut self, right: f32, bottom: f32) {
        let left = self.place.margin;
        let size = self.place.s(20.0);
        let lines =
            crate::render::font::Face::Regular.wrap(&self.scene.texts.attribution, size, right - left);
        let top = bottom - lines.len() as f32 * size * 1.25;
        self.panels.push(Panel::Attribution(Frame::new(left, top, right, bottom)));
    }

    fn attribution_top(&self) -> f32 {
        self.panels
            .iter()
            .find(|p| matches!(p, Panel::Attribution(_)))
            .map_or(self.place.height, |p| p.frame().top)
    }

    /// The room under the map's left side, above the attribution.
    fn lower_left(&mut self, shapes: (f32, f32)) -> Option<Frame> {
        let place = self.place;
        let bottom = place.height - place.s(20.0);
        let middle = (place.map.left + place.map.right) / 2.0;
        let thin = Frame::new(place.margin, bottom - place.s(100.0), middle, bottom);
        let strip = lower_left(self.ids, thin, (0.5, 100.0), place.s(14.0)).map_or(middle, |f| f.right);
        self.attribution(strip, bottom);
        let slot = Frame::new(
            place.margin,
            place.map.top + place.map.height() * 0.42,
            place.margin + place.s(720.0),
            self.attribution_top() - place.s(10.0),
        );
        lower_left(self.ids, slot, shapes, place.s(20.0)).filter(|f| f.width() > place.s(250.0))
    }

    fn standard(mut self) -> Vec<Panel> {
        let place = self.place;
        let s = |v: f32| place.s(v);
        let low = self.lower_left((1.4, 2.25));
        let column = Frame::new(place.right() - s(550.0), s(206.0), place.right(), 0.0);
        let mut top = self.column(column, s(48.0));
        let bottom = place.height - s(22.0);
        let under = |top: f32, bottom: f32| Frame::new(column.left, top, column.right, bottom);
        // A close-up that is a low strip shows the target no larger than the map does: the rules give way to it.
        let cramped = self.close_up && bottom - top < s(330.0 + 28.0 + 280.0);
        if self.scene.is_early() && cramped {
            self.panels.extend(low.map(Panel::Legend));
        } else if self.scene.is_early() {
            self.panels.push(Panel::Rules(under(top + s(28.0), top + s(300.0))));
            top += s(300.0);
            self.panels.extend(low.map(Panel::Legend));
        } else if self.rows() < 7 || !self.close_up {
            let end = if self.close_up { (top + s(28.0) + s(300.0)).min(bottom - s(300.0)) } else { bottom };
            self.panels.push(Panel::Curve { frame: under(top + s(28.0), end), numbered: false });
            top = end;
            self.panels.extend(low.map(Panel::Legend));
        } else {
            self.panels.extend(low.map(|frame| Panel::Curve { frame, numbered: false }));
        }
        if self.close_up {
            self.panels.push(Panel::CloseUp(under(top + s(28.0), bottom)));
        }
        self.panels
    }

    fn standard_end(mut self) -> Vec<Panel> {
        let place = self.place;
        let s = |v: f32| place.s(v);
        let low = self.lower_left((1.4, 2.25));
        let column = Frame::new(place.right() - s(550.0), s(206.0), place.right(), 0.0);
        let top = self.column(column, s(48.0));
        let frame = Frame::new(column.left, top + s(30.0), column.right, place.height - s(22.0));
        self.panels.push(Panel::Curve { frame, numbered: false });
        self.panels.extend(low.map(Panel::Facts));
        self.panels
    }

    fn wide(mut self) -> Vec<Panel> {
        let place = self.place;
        let s = |v: f32| place.s(v);
        let left = Frame::new(place.margin, s(174.0), place.margin + s(478.0), place.height - s(20.0));
        self.attribution(left.right, left.bottom);
        let bottom = self.attribution_top() - s(8.0);
        let column = Frame::new(place.right() - s(474.0), s(200.0), place.right(), 0.0);
        let top = self.column(column, s(50.0));
        let right_under = Frame::new(column.left, top + s(20.0), column.right, place.height - s(20.0));
        let split = |at: f32| {
            (Frame { bottom: left.top + at, ..left }, Frame { top: left.top + at + s(20.0), bottom, ..left })
        };
        let is_end = matches!(self.scene.news, News::End { .. });
        let (above, below) = split(if is_end { s(330.0) } else { s(435.0) });
        if is_end {
            self.panels.push(Panel::Curve { frame: Frame { bottom, ..below }, numbered: false });
            self.panels.push(Panel::Facts(above));
        } else if self.scene.is_early() {
            self.panels.push(Panel::Rules(below));
            self.panels.push(if self.close_up { Panel::CloseUp(above) } else { Panel::Legend(above) });
        } else if self.close_up {
            self.panels.push(Panel::CloseUp(above));
            self.panels.push(Panel::Curve { frame: below, numbered: false });
        } else {
            self.panels
                .push(Panel::Curve { frame: Frame { bottom: left.top + s(420.0), ..left }, numbered: false });
        }
        if !is_end && right_under.height() > s(120.0) {
            self.panels.push(Panel::Legend(right_under));
        }
        self.panels
    }

    fn tall(mut self) -> Vec<Panel> {
        let place = self.place;
        let s = |v: f32| place.s(v);
        let (left, right) = (place.margin, place.right());
        self.attribution(right, place.height - s(20.0));
        let ranking = Frame::new(left, place.height - s(427.0), right, 0.0);
        let pitch = s(56.7);
        let bottom = ranking.top + s(14.0) + pitch * 5.0;
        self.panels.push(Panel::Ranking { frame: Frame { bottom, ..ranking }, pitch, columns: 2 });
        if !matches!(self.scene.news, News::End { .. }) {
            self.panels.push(Panel::Alive(Frame::new(left, bottom + s(8.0), right, bottom + s(62.0))));
        }
        let upper = Frame::new(left, s(200.0), left + s(300.0), s(545.0));
        let slot = Frame::new(left, place.map.top + place.map.height() * 0.3, right, place.map.bottom);
        let low = lower_left(self.ids, slot, (0.85, 1.3), s(19.0)).filter(|f| f.width() > s(220.0));
        if matches!(self.scene.news, News::End { .. }) {
            self.panels.push(Panel::Facts(upper));
            self.panels.extend(low.map(|frame| Panel::Curve { frame, numbered: false }));
            return self.panels;
        }
        if !self.scene.is_early() {
            self.panels.push(Panel::Curve { frame: upper, numbered: true });
        } else if self.rows() <= 5 {
            let half = (right - left + s(54.0)) / 2.0;
            let beside = Frame::new(left + half, ranking.top + s(24.0), right, bottom);
            self.panels.push(Panel::Rules(beside));
        }
        if self.close_up {
            self.panels.extend(low.map(Panel::CloseUp));
        } else {
            self.panels.extend(low.map(Panel::Legend));
        }
        self.panels
    }

    fn opening(mut self) -> Vec<Panel> {
        let place = self.place;
        let s = |v: f32| place.s(v);
        let (left, right, bottom) = (place.margin, place.right(), place.height - s(20.0));
        let strip = Frame::new(left, bottom - s(100.0), place.width / 2.0, bottom);
        let free = lower_left(self.ids, strip, (0.5, 100.0), s(14.0)).map_or(strip.right, |f| f.right);
        let (width, top) = match place.form {
            Form::Standard => ((s(510.0), s(372.0)), bottom - s(262.0)),
            Form::Wide => ((s(236.0), s(236.0)), s(186.0)),
            Form::Tall => ((s(760.0), s(560.0)), bottom - s(350.0)),
        };
        let notes = if place.form == Form::Wide { left + width.0 } else { free.min(left + s(760.0)) };
        self.attribution(notes, bottom);
        let bottom = self.attribution_top() - s(6.0);
        self.panels.push(Panel::Rules(Frame::new(left, top, left + width.0, bottom)));
        self.panels.push(Panel::Facts(Frame::new(right - width.1, top, right, bottom)));
        self.panels
    }
}
