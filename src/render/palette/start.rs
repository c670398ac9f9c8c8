use super::swatches::{Swatch, Swatches};
use crate::map::{Map, TerritoryId};
use std::collections::VecDeque;

/// How far apart colours should be at graph distance 1, 2, 3, 4, and how much it matters.
const WANTED: [(f32, f32); 4] = [(0.19, 200.0), (0.14, 20.0), (0.10, 5.0), (0.07, 1.0)];
/// With more territories than this only touching pairs and their neighbours count, and fewer swaps are tried.
const SMALL: usize = 300;
/// Sweeps of swaps on small and on large maps, and partners tried for each territory on a large one.
const SWEEPS: [usize; 2] = [40, 12];
const PARTNERS: usize = 48;

/// Homes want .11 in the light theme and .09 in the dark one, which has less room.
const DARK_GAIN: f64 = 0.11 / 0.09;

/// A colour for each home so that near ones stand apart: swatches picked farthest first, then swapped over the map
/// while a swap lowers the squared lack of distance.
pub(super) fn assign(map: &Map) -> Vec<Swatch> {
    let swatches = &Swatches::new(DARK_GAIN);
    let reach = if map.len() <= SMALL { 4 } else { 2 };
    let near: Vec<Vec<Near>> = map.ids().map(|id| neighbourhood(map, id, reach)).collect();
    let mut colours = deal(map, &near, &pick(map.len(), swatches), swatches);
    let (sweeps, partners) = if map.len() <= SMALL { (SWEEPS[0], map.len()) } else { (SWEEPS[1], PARTNERS) };
    let stride = (map.len() / partners).max(1);
    let mut lacks: Vec<f32> = (0..map.len()).map(|i| lack(i, &colours, &near, swatches)).collect();
    for sweep in 0..sweeps {
        let helped = improve(&mut colours, &mut lacks, &near, swatches, (sweep % stride, stride));
        if stride == 1 && !helped {
            break;
        }
    }
    colours
}

struct Near {
    other: usize,
    wanted: f32,
    weight: f32,
}

/// Territories within so many borders, with what is wanted of their colours.
fn neighbourhood(map: &Map, from: TerritoryId, reach: usize) -> Vec<Near> {
    let mut seen = vec![from];
    let mut near = Vec::new();
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((id, steps)) = queue.pop_front() {
        if steps == reach {
            break;
        }
        for next in &map.territory(id).neighbours {
            if !seen.contains(next) {
                seen.push(*next);
                queue.push_back((*next, steps + 1));
                let (wanted, weight) = WANTED[steps];
                near.push(Near { other: next.index(), wanted, weight });
            }
        }
    }
    near
}

/// As many swatches as homes, each the farthest from those before it; all of them, again and again, if they run out.
fn pick(count: usize, swatches: &Swatches) -> Vec<Swatch> {
    let apart = |a, b| swatches.plain(a, b).min(1.6 * swatches.apart(a, b));
    let mut picked: Vec<Swatch> = vec![0];
    let mut gap: Vec<f32> = swatches.all().map(|s| apart(s, 0)).collect();
    while picked.len() < count.min(swatches.len()) {
        let next = swatches.all().max_by(|a, b| gap[*a as usize].total_cmp(&gap[*b as usize])).unwrap_or(0);
        picked.push(next);
        swatches.all().for_each(|s| gap[s as usize] = gap[s as usize].min(apart(s, next)));
    }
    picked.iter().copied().cycle().take(count).collect()
}

/// Each home in turn takes the swatch left that lacks least beside those already dealt, the most crowded homes first.
fn deal(map: &Map, near: &[Vec<Near>], picked: &[Swatch], swatches: &Swatches) -> Vec<Swatch> {
    let mut left: Vec<u32> = vec![0; swatches.len()];
    picked.iter().for_each(|s| left[*s as usize] += 1);
    let mut order: Vec<usize> = (0..map.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(map.territories()[*i].neighbours.len()));
    let mut dealt: Vec<Option<Swatch>> = vec![None; map.len()];
    for home in order {
        let lack = |s: Swatch| -> f32 {
            near[home].iter().filter_map(|n| Some(shortfall(n, swatches.apart(s, dealt[n.other]?)))).sum()
        };
        let free = swatches.all().filter(|s| left[*s as usize] > 0);
        let best = free.min_by(|a, b| lack(*a).total_cmp(&lack(*b))).unwrap_or(0);
        left[best as usize] = left[best as usize].saturating_sub(1);
        dealt[home] = Some(best);
    }
    dealt.into_iter().map(Option::unwrap_or_default).collect()
}

fn shortfall(near: &Near, apart: f32) -> f32 {
    let lack = (near.wanted - apart).max(0.0);
    near.weight * (lack * lack) * (lack * lack)
}

/// One sweep of the best swap for each home; whether any helped. `lacks` are those of all homes as they are.
fn improve(
    colours: &mut [Swatch],
    lacks: &mut [f32],
    near: &[Vec<Near>],
    swatches: &Swatches,
    (first, stride): (usize, usize),
) -> bool {
    let mut helped = false;
    for home in 0..colours.len() {
        if lacks[home] == 0.0 {
            continue;
        }
        let mut best: Option<(f32, usize)> = None;
        for other in (first..colours.len()).step_by(stride).filter(|other| *other != home) {
            let old = lacks[home] + lacks[other];
            let swapped = |i| {
                colours[if i == home {
                    other
                } else if i == other {
                    home
                } else {
                    i
                }]
            };
            let here = lack_with(home, swapped, near, swatches);
            let least = best.map_or(f32::NEG_INFINITY, |(gain, _)| gain);
            // What the other would lack can only make it worse.
            if old - here < least {
                continue;
            }
            let gain = old - (here + lack_with(other, swapped, near, swatches));
            if gain >= least {
                best = Some((gain, other));
            }
        }
        if let Some((gain, other)) = best
            && gain > 1e-6
        {
            colours.swap(home, other);
            let touched = near[home].iter().chain(&near[other]).map(|n| n.other);
            for i in touched.chain([home, other]) {
                lacks[i] = lack(i, colours, near, swatches);
            }
            helped = true;
        }
    }
    helped
}

fn lack(home: usize, colours: &[Swatch], near: &[Vec<Near>], swatches: &Swatches) -> f32 {
    lack_with(home, |i| colours[i], near, swatches)
}

fn lack_with(
    home: usize,
    colour_of: impl Fn(usize) -> Swatch,
    near: &[Vec<Near>],
    swatches: &Swatches,
) -> f32 {
    let colour = colour_of(home);
    near[home].iter().map(|n| shortfall(n, swatches.apart(colour, colour_of(n.other)))).sum()
}
