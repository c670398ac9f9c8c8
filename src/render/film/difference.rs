use super::inks::CLEAR;
use gif::{DisposalMethod, Frame};
use std::borrow::Cow;

/// A box of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dirty {
    pub left: usize,
    pub top: usize,
    /// Past the last.
    pub right: usize,
    pub bottom: usize,
}

impl Dirty {
    /// The smallest box that holds all of some boxes.
    pub fn around(boxes: impl Iterator<Item = Dirty>) -> Option<Dirty> {
        boxes.reduce(|a, b| Dirty {
            left: a.left.min(b.left),
            top: a.top.min(b.top),
            right: a.right.max(b.right),
            bottom: a.bottom.max(b.bottom),
        })
    }
}

/// What of each frame is new.
pub(super) struct Difference {
    width: usize,
    /// What shows now; nothing before the first frame.
    shown: Vec<u8>,
}

impl Difference {
    pub fn new(width: usize) -> Self {
        Difference { width, shown: Vec::new() }
    }

    /// The smallest rectangle that holds all that changed within the dirty boxes, at least one pixel so that the frame's
    /// time is kept; what did not change in it lets the frame before show through. `delay` is in hundredths of a second.
    pub fn frame(&mut self, pixels: &[u8], dirty: &[Dirty], delay: u16) -> Frame<'static> {
        if self.shown.is_empty() {
            self.shown = pixels.to_vec();
            let whole = Dirty { left: 0, top: 0, right: self.width, bottom: pixels.len() / self.width };
            return Frame { transparent: None, ..frame(whole, self.shown.clone(), delay) };
        }
        let runs: Vec<Dirty> = dirty.iter().flat_map(|area| self.changed(pixels, *area)).collect();
        let first = Dirty { left: 0, top: 0, right: 1, bottom: 1 };
        let area = Dirty::around(runs.iter().copied()).unwrap_or(first);
        let (wide, high) = (area.right - area.left, area.bottom - area.top);
        // Long runs of one index are almost free.
        let mut buffer = vec![CLEAR; wide * high];
        for run in runs {
            let from = run.top * self.width + run.left..run.top * self.width + run.right;
            let at = (run.top - area.top) * wide + run.left - area.left;
            let (now, before) = (&pixels[from.clone()], &mut self.shown[from]);
            for ((pixel, now), before) in buffer[at..].iter_mut().zip(now).zip(before) {
                if now != before {
                    (*pixel, *before) = (*now, *now);
                }
            }
        }
        frame(area, buffer, delay)
    }

    /// Of each row of a box, the part from the first changed pixel to the last.
    fn changed<'a>(&'a self, pixels: &'a [u8], area: Dirty) -> impl Iterator<Item = Dirty> + 'a {
        (area.top..area.bottom).filter_map(move |y| {
            let row = y * self.width + area.left..y * self.width + area.right;
            let (now, before) = (&pixels[row.clone()], &self.shown[row]);
            let differs = || now.iter().zip(before).map(|(a, b)| a != b);
            let (first, last) = (differs().position(|d| d)?, differs().rposition(|d| d)?);
            let (left, right) = (area.left + first, area.left + last + 1);
            Some(Dirty { left, top: y, right, bottom: y + 1 })
        })
    }
}

fn frame(area: Dirty, buffer: Vec<u8>, delay: u16) -> Frame<'static> {
    let side = |from: usize, to: usize| (to - from) as u16;
    Frame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: Some(CLEAR),
        left: area.left as u16,
        top: area.top as u16,
        width: side(area.left, area.right),
        height: side(area.top, area.bottom),
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_holds_only_what_changed() {
        let mut pixels = vec![1; 30];
        let mut difference = Difference::new(6);
        assert_eq!(difference.frame(&pixels, &[], 5).buffer.len(), 30);
        (pixels[8], pixels[10]) = (2, 3);
        let whole = Dirty { left: 0, top: 0, right: 6, bottom: 5 };
        let frame = difference.frame(&pixels, &[whole], 5);
        assert_eq!((frame.left, frame.top, frame.width, frame.height), (2, 1, 3, 1));
        assert_eq!(*frame.buffer, [2, CLEAR, 3]);
        let same = difference.frame(&pixels, &[whole], 5);
        assert_eq!((same.width, same.height, same.buffer[0]), (1, 1, CLEAR));
    }
}
