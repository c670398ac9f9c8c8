use crate::render::atlas::{Frame, Ids, NOBODY};

/// The largest rectangle with its lower left corner at that of `slot` which keeps `pad` pixels off the land, with a
/// shape (width / height) within `shapes`; none if there is no useful one.
pub(super) fn lower_left(ids: &Ids, slot: Frame, shapes: (f32, f32), pad: f32) -> Option<Frame> {
    let rows = slot.height() as usize;
    let mut room = slot.width();
    let mut best: Option<Frame> = None;
    let mut checked = slot.bottom + pad;
    for height in 1..=rows {
        let top = slot.bottom - height as f32;
        while checked > top - pad {
            checked -= 1.0;
            room = room.min(first_land(ids, checked).map_or(f32::MAX, |x| x - pad - slot.left));
        }
        let width = room.min(height as f32 * shapes.1);
        let frame = Frame::new(slot.left, top, slot.left + width, slot.bottom);
        if width >= height as f32 * shapes.0 && best.as_ref().is_none_or(|b| b.area() < frame.area()) {
            best = Some(frame);
        }
    }
    best
}

/// The leftmost land on a row of the picture.
fn first_land(ids: &Ids, y: f32) -> Option<f32> {
    let row = (y.floor() as usize).checked_sub(ids.top).filter(|row| *row < ids.height)?;
    let x = ids.ids[row * ids.width..(row + 1) * ids.width].iter().position(|id| *id != NOBODY)?;
    Some((ids.left + x) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rectangle_keeps_off_the_land() {
        // Land right of the diagonal from the upper left to the lower right corner.
        let ids = Ids {
            left: 0,
            top: 0,
            width: 100,
            height: 100,
            ids: (0..100 * 100).map(|i| if i % 100 >= i / 100 { 0 } else { NOBODY }).collect(),
        };
        let slot = Frame::new(0.0, 0.0, 100.0, 100.0);
        let found = lower_left(&ids, slot, (0.5, 2.0), 4.0).expect("half the square is free");
        assert_eq!((found.left, found.bottom), (0.0, 100.0));
        assert!(found.right <= found.top - 4.0 && found.width() * found.height() > 1800.0);
        assert_eq!(lower_left(&ids, Frame::new(50.0, 0.0, 100.0, 40.0), (0.5, 2.0), 4.0), None);
    }
}
