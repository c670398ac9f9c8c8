use crate::render::atlas::Point;
use crate::render::color::Rgb;
use crate::render::surface::{Pen, Surface};
use tiny_skia::{Path, PathBuilder};

/// How wide a stripe is, as a share of the step.
const STRIPE: f32 = 0.28;
/// Stripes with edges stand this much farther apart.
const WITH_EDGES: f32 = 1.35;
/// How wide the ink on each side of a stripe is, in pixels.
const EDGE: f32 = 1.2;

/// Stripes at 45° inside rings (even-odd), `step` pixels apart along x, on ink edges if asked for.
pub(crate) fn hatch(surface: &mut Surface, rings: &[Vec<Point>], step: f32, ink: Rgb, edge: Option<Rgb>) {
    let step = if edge.is_some() { WITH_EDGES * step } else { step };
    let Some(path) = stripes(rings, step) else { return };
    let width = STRIPE * step;
    if let Some(edge) = edge {
        surface.stroke(&path, &Pen::butt(width + 2.0 * EDGE), edge);
    }
    surface.stroke(&path, &Pen::butt(width), ink);
}

/// The pieces of the lines x + y = k · step inside the rings.
fn stripes(rings: &[Vec<Point>], step: f32) -> Option<Path> {
    let mut crossings: Vec<(i32, f32)> = Vec::new();
    for ring in rings {
        for i in 0..ring.len() {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            let (from, to) = (a.0 + a.1, b.0 + b.1);
            let (low, high) = (from.min(to), from.max(to));
            for k in (low / step).ceil() as i32..(high / step).ceil() as i32 {
                let t = (k as f32 * step - from) / (to - from);
                crossings.push((k, a.0 + (b.0 - a.0) * t));
            }
        }
    }
    crossings.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut path = PathBuilder::new();
    for line in crossings.chunk_by(|a, b| a.0 == b.0) {
        for piece in line.chunks_exact(2) {
            let sum = piece[0].0 as f32 * step;
            path.move_to(piece[0].1, sum - piece[0].1);
            path.line_to(piece[1].1, sum - piece[1].1);
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripes_stay_inside_and_leave_holes_out() {
        let square = |x: f32, s: f32| vec![(x, x), (x + s, x), (x + s, x + s), (x, x + s)];
        let path = stripes(&[square(0.0, 30.0), square(10.0, 10.0)], 6.0).expect("there are stripes");
        let points: Vec<_> = path.points().iter().map(|p| (p.x, p.y)).collect();
        for pair in points.chunks_exact(2) {
            let (x, y) = ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0);
            assert!((0.0..30.0).contains(&x) && (0.0..30.0).contains(&y));
            assert!(!((10.1..19.9).contains(&x) && (10.1..19.9).contains(&y)), "({x}, {y}) is in the hole");
        }
        assert!(points.len() > 10);
    }
}
