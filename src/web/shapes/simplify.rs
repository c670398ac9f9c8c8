use geo::Coord;

/// Fewer points (Douglas and Peucker): none that is left out lies farther than the tolerance from the new line.
///
/// The ends stay. A ring keeps at least four points, first and last the same.
pub(super) fn line(points: &[Coord<f64>], tolerance: f64) -> Vec<Coord<f64>> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    if first != last {
        return kept(points, &mut vec![(0, points.len() - 1)], tolerance);
    }
    // A ring is two lines, from its beginning to the point farthest from it and back.
    let far = (0..points.len()).max_by(|a, b| {
        let from = |i: &usize| (points[*i].x - first.x).hypot(points[*i].y - first.y);
        from(a).total_cmp(&from(b))
    });
    let far = far.unwrap_or(0);
    let mut tolerance = tolerance;
    for _ in 0..20 {
        let ring = kept(points, &mut vec![(0, far), (far, points.len() - 1)], tolerance);
        if ring.len() >= 4 {
            return ring;
        }
        tolerance /= 2.0;
    }
    points.to_vec()
}

fn kept(points: &[Coord<f64>], spans: &mut Vec<(usize, usize)>, tolerance: f64) -> Vec<Coord<f64>> {
    let mut keep = vec![false; points.len()];
    while let Some((start, end)) = spans.pop() {
        keep[start] = true;
        keep[end] = true;
        let apart = |i: usize| distance(points[i], points[start], points[end]);
        let farthest = (start + 1..end).max_by(|a, b| apart(*a).total_cmp(&apart(*b)));
        if let Some(middle) = farthest.filter(|i| apart(*i) > tolerance) {
            spans.extend([(start, middle), (middle, end)]);
        }
    }
    points.iter().zip(keep).filter_map(|(point, keep)| keep.then_some(*point)).collect()
}

/// From a point to a segment.
pub(super) fn distance(p: Coord<f64>, a: Coord<f64>, b: Coord<f64>) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { ((p.x - a.x) * dx + (p.y - a.y) * dy) / length } else { 0.0 };
    let t = along.clamp(0.0, 1.0);
    (p.x - a.x - t * dx).hypot(p.y - a.y - t * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_corners_stay() {
        let at = |x: f64, y: f64| Coord { x, y };
        let points = [at(0.0, 0.0), at(1.0, 0.01), at(2.0, 0.0), at(2.0, 2.0)];
        assert_eq!(line(&points, 0.1), [points[0], points[2], points[3]]);
        assert_eq!(line(&points, 0.001), points);
    }

    #[test]
    fn a_ring_does_not_collapse() {
        let at = |x: f64, y: f64| Coord { x, y };
        let ring = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0), at(0.0, 0.0)];
        assert!(line(&ring, 100.0).len() >= 4);
    }
}
