use super::color::Rgb;
use super::theme::Theme;

/// Teams' colours on a grid, from A to Z, on light and on dark ground: of the palette's swatches those that stand apart
/// farthest, first for A and B, then for C, and so on, for colour-blind eyes too.
const COLOURS: [[u32; 2]; 26] = [
    [0xb86a2a, 0x854505],
    [0xefb0fd, 0xb579c3],
    [0x3a85c7, 0x085b97],
    [0xf7de78, 0xbaa239],
    [0x40bd96, 0x118969],
    [0xb35f92, 0x863669],
    [0xbca43b, 0x897402],
    [0xa197ee, 0x7267ba],
    [0xa0f1dc, 0x64b5a1],
    [0xf894b4, 0xbf6181],
    [0xcfcdab, 0x989575],
    [0xa19073, 0x746449],
    [0x71c7d4, 0x3a929f],
    [0x908ead, 0x65637f],
    [0xfdbd69, 0xc2852d],
    [0xcf87cc, 0x9c589a],
    [0x9a7673, 0x6f4e4c],
    [0xa9d3da, 0x739ca2],
    [0xcee9ad, 0x94ae74],
    [0x95af75, 0x667f47],
    [0xc9a3f8, 0x956fc1],
    [0x8576ad, 0x5c4d82],
    [0x788cdf, 0x4e5fad],
    [0x759c91, 0x4a6f65],
    [0xba8824, 0x865e02],
    [0xfecbfb, 0xc090be],
];

/// The colour of a team by its place in the alphabet.
pub(super) fn team_ink(index: usize, theme: Theme) -> Rgb {
    Rgb::hex(COLOURS[index % COLOURS.len()][theme as usize])
}

/// The same on light and on dark ground.
pub fn team_tints(index: usize) -> [Rgb; 2] {
    [Theme::Light, Theme::Dark].map(|theme| team_ink(index, theme))
}

/// The same on light ground, `#rrggbb`.
pub fn team_colour(index: usize) -> String {
    format!("#{:06x}", COLOURS[index % COLOURS.len()][0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::color::Seen;

    #[test]
    fn any_two_teams_are_told_apart() {
        let seen: Vec<[Seen; 2]> =
            (0..26).map(|i| [Theme::Light, Theme::Dark].map(|theme| Seen::of(team_ink(i, theme)))).collect();
        for i in 0..26 {
            for j in 0..i {
                let (plain, wanted) =
                    (seen[i][0].plain_distance(&seen[j][0]), if i < 8 { 0.12 } else { 0.055 });
                assert!(plain >= wanted, "{i} and {j}: {plain}");
                assert!(seen[i][1].plain_distance(&seen[j][1]) >= 0.05, "{i} and {j} in the dark");
            }
        }
    }
}
