/// Teams' colours on a grid, from A to Z, told apart also in pairs.
const COLOURS: [&str; 26] = [
    "#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#42d4f4", "#f032e6", "#bfef45", "#fabed4",
    "#469990", "#dcbeff", "#9a6324", "#ffe119", "#800000", "#aaffc3", "#808000", "#ffd8b1", "#000075",
    "#a9a9a9", "#b15928", "#6a3d9a", "#1b9e77", "#e7298a", "#66a61e", "#7570b3", "#fffac8",
];

/// The colour of a team by its place in the alphabet, `#rrggbb`.
pub fn team_colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}
