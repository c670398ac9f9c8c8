//! The page's script, style and icon, as they come with the program.

use sha2::{Digest, Sha256};

/// Each file with its content; the first is where the page begins, the last are loaded when asked for.
const FILES: [(&str, &str); 17] = [
    ("guerra.js", include_str!("../../assets/web/app/guerra.js")),
    ("war.js", include_str!("../../assets/web/app/war.js")),
    ("words.js", include_str!("../../assets/web/app/words.js")),
    ("dom.js", include_str!("../../assets/web/app/dom.js")),
    ("map.js", include_str!("../../assets/web/app/map.js")),
    ("names.js", include_str!("../../assets/web/app/names.js")),
    ("view.js", include_str!("../../assets/web/app/view.js")),
    ("time.js", include_str!("../../assets/web/app/time.js")),
    ("ranking.js", include_str!("../../assets/web/app/ranking.js")),
    ("curve.js", include_str!("../../assets/web/app/curve.js")),
    ("find.js", include_str!("../../assets/web/app/find.js")),
    ("story.js", include_str!("../../assets/web/app/story.js")),
    ("events.js", include_str!("../../assets/web/app/events.js")),
    ("live.js", include_str!("../../assets/web/app/live.js")),
    ("verifica.js", include_str!("../../assets/web/app/verifica.js")),
    ("stile.css", include_str!("../../assets/web/app/stile.css")),
    ("icona.svg", include_str!("../../assets/web/icona.svg")),
];

/// Their folder, named by what is in them: old pages never meet new scripts.
#[derive(Clone, Debug)]
pub struct App {
    /// `app/1a2b3c4d/`.
    pub folder: String,
}

impl App {
    pub fn new() -> Self {
        let all =
            FILES.iter().fold(Sha256::new(), |hash, (name, text)| hash.chain_update(name).chain_update(text));
        App { folder: format!("app/{}/", &hex::encode(all.finalize())[..8]) }
    }

    /// The names of all files.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// What every reader needs beside the first script.
    pub fn modules() -> Vec<&'static str> {
        Self::names()
            .filter(|n| {
                n.ends_with(".js") && !["guerra.js", "curve.js", "story.js", "verifica.js"].contains(n)
            })
            .collect()
    }

    pub fn text(name: &str) -> Option<String> {
        let (_, text) = FILES.iter().find(|(known, _)| *known == name)?;
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
