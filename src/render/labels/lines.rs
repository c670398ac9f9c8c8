use crate::render::font::{Face, LEADING};

/// Every way to set a name on one to three lines, fewest first; a word in lower case (di, della, e) never ends a line.
pub(super) fn splits(name: &str) -> Vec<Vec<&str>> {
    let breaks: Vec<usize> = name
        .match_indices(' ')
        .map(|(at, _)| at)
        .filter(|at| {
            let word = name[..*at].rsplit(' ').next().unwrap_or_default();
            !word.starts_with(char::is_lowercase)
        })
        .collect();
    let mut ways = vec![vec![name]];
    ways.extend(breaks.iter().map(|b| vec![&name[..*b], &name[b + 1..]]));
    for (i, first) in breaks.iter().enumerate() {
        let seconds = breaks[i + 1..].iter();
        ways.extend(seconds.map(|b| vec![&name[..*first], &name[first + 1..*b], &name[b + 1..]]));
    }
    ways
}

/// Width and height that lines take at a size, halo included.
pub(super) fn extent(lines: &[&str], size: f32) -> (f32, f32) {
    let widest = lines.iter().map(|line| Face::Bold.width(line, size)).fold(0.0, f32::max);
    (widest + 0.20 * size, lines.len() as f32 * size * LEADING - 0.06 * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_before_small_words_never_after() {
        let ways = splits("Santa Margherita di Staffora");
        assert!(ways.contains(&vec!["Santa Margherita", "di Staffora"]));
        assert!(ways.contains(&vec!["Santa", "Margherita", "di Staffora"]));
        assert!(!ways.iter().flatten().any(|line| line.ends_with(" di")));
        assert_eq!(splits("Rea"), [["Rea"]]);
    }
}
