//! The page's script, style and icon, as they come with the program.

use crate::store::Ruleset;
use sha2::{Digest, Sha256};

/// Whose page needs a file at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    Both,
    Guerra,
    Game,
    /// Whoever asks for it later.
    Later,
}

/// A file of assets/web/app by its name there.
macro_rules! app {
    ($who:ident, $name:literal) => {
        (For::$who, $name, include_str!(concat!("../../assets/web/app/", $name)))
    };
}

/// Each file with its content. Pages begin with `guerra.js` and `game/page.js`.
const FILES: [(For, &str, &str); 29] = [
    app!(Later, "guerra.js"),
    app!(Guerra, "war.js"),
    app!(Both, "signs.js"),
    app!(Both, "words.js"),
    app!(Both, "dom.js"),
    app!(Guerra, "map.js"),
    app!(Guerra, "names.js"),
    app!(Both, "camera.js"),
    app!(Guerra, "view.js"),
    app!(Both, "time.js"),
    app!(Both, "timeline.js"),
    app!(Guerra, "ranking.js"),
    app!(Later, "curve.js"),
    app!(Guerra, "find.js"),
    app!(Later, "story.js"),
    app!(Both, "list.js"),
    app!(Guerra, "events.js"),
    app!(Both, "live.js"),
    app!(Later, "verifica.js"),
    app!(Later, "game/page.js"),
    app!(Game, "game/game.js"),
    app!(Game, "game/board.js"),
    app!(Game, "game/marks.js"),
    app!(Game, "game/fields.js"),
    app!(Game, "game/table.js"),
    app!(Game, "game/ticks.js"),
    app!(Both, "stile.css"),
    app!(Game, "game/stile.css"),
    (For::Both, "icona.svg", include_str!("../../assets/web/icona.svg")),
];

/// Their folder, named by what is in them: old pages never meet new scripts.
#[derive(Clone, Debug)]
pub struct App {
    /// `app/1a2b3c4d/`.
    pub folder: String,
}

impl App {
    pub fn new() -> Self {
        let all = FILES
            .iter()
            .fold(Sha256::new(), |hash, (_, name, text)| hash.chain_update(name).chain_update(text));
        App { folder: format!("app/{}/", &hex::encode(all.finalize())[..8]) }
    }

    /// The names of all files.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(_, name, _)| *name)
    }

    /// What every reader of a game's page needs beside the first script.
    pub fn modules(ruleset: Ruleset) -> Vec<&'static str> {
        let own = match ruleset {
            Ruleset::Guerra => For::Guerra,
            Ruleset::Dobyvatele => For::Game,
        };
        let needed = FILES.iter().filter(|(who, ..)| *who == For::Both || *who == own);
        needed.map(|(_, name, _)| *name).filter(|name| name.ends_with(".js")).collect()
    }

    pub fn text(name: &str) -> Option<String> {
        let (.., text) = FILES.iter().find(|(_, known, _)| *known == name)?;
        Some(if name.ends_with(".css") { lean_style(text) } else { lean(text) })
    }
}

/// Without indentation and lines of comment: what readers need not load.
fn lean(text: &str) -> String {
    let comment = |line: &str| ["//", "/*", "*/", "* "].iter().any(|mark| line.starts_with(mark));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !comment(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A style sheet also without the blanks that part nothing.
fn lean_style(text: &str) -> String {
    let blanks = [
        (": ", ":"),
        ("; ", ";"),
        (", ", ","),
        (" {", "{"),
        ("{ ", "{"),
        (" }", "}"),
        (";}", "}"),
        (";\n", ";"),
    ];
    blanks.iter().fold(lean(text), |text, (long, short)| text.replace(long, short))
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "it looks into the folder of assets")]
mod tests {
    use super::*;
    use regex::Regex;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_comes_along_and_every_import_finds_one() {
        let names: BTreeSet<&str> = App::names().collect();
        for folder in ["", "game/"] {
            let path = format!("{}/assets/web/app/{folder}", env!("CARGO_MANIFEST_DIR"));
            for file in std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap()) {
                let name = format!("{folder}{}", file.file_name().to_str().unwrap());
                assert!(file.path().is_dir() || names.contains(name.as_str()), "{name}");
            }
        }
        let imports = Regex::new(r"(?:from|import\()\s*'(\.\.?)/([^']+)'").unwrap();
        for (_, name, text) in FILES {
            for found in imports.captures_iter(text) {
                let inside = name.starts_with("game/") && &found[1] == ".";
                let target = if inside { format!("game/{}", &found[2]) } else { found[2].to_string() };
                assert!(names.contains(target.as_str()), "{name} imports {target}");
            }
        }
    }
}
