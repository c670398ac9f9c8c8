//! Checks on finished text: grammar, spacing, left-overs, tone. A check gives what it found, so that each can be shown
//! to fail.

use guerrabot::map::{Article, Map};
use guerrabot::words::Language;
use regex::Regex;
use std::sync::LazyLock;

/// A pattern that must not occur, compiled once.
macro_rules! never {
    ($name:ident, $pattern:expr) => {
        static $name: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).unwrap());
    };
}

never!(UNCONTRACTED, r"\b(?:[Dd]i|[Aa]|[Dd]a|[Ii]n|[Ss]u) (?:il|lo|la|i|gli|le|l'|Il|L'|Le|La) ?\p{Lu}");
never!(
    ELISION,
    r"\b(?:l|dell|all|dall|nell|sull|un)' |\b(?:[Ll]o|[Ll]a|della|alla|dalla) [AEIOUÀÈÉÌÒÙ]|[’`´]|\b[lL]'[bcdfgj-np-tv-zBCDFGJ-NP-TV-Z]"
);
never!(EUPHONY, r"\ba (?:A[^d]|À)|\be (?:E[^d]|È)|\b(?:ad [^aAàÀ]|ed [^eEèÈ]|[Oo]d )");
never!(
    PLURAL_OF_ONE,
    r"\b1 (?:comuni|regioni|territori|turni|fazioni|conquiste|ribellioni|giorni|volte|towns|regions|provinces|territories|turns|factions|conquests|rebellions|days|times|obce|obcí|regiony|regionů|provincií|kola|kol|frakcí|výboje|výbojů|vzpoury|vzpour|dny|dní)\b"
);
// What is an English province is several Italian ones.
never!(ITALIAN_PLURAL_OF_ONE, r"\b1 province\b");
never!(
    SINGULAR_OF_MANY,
    r"\b(?:0|[2-9]|\d\d+) (?:comune|regione|provincia|territorio|turno|fazione|conquista|ribellione|giorno|volta|town|territory|turn|faction|conquest|rebellion|day|obec|kolo|výboj|vzpoura|den)\b"
);
never!(
    CZECH_COUNTS,
    r"(?:^|[^\d])[2-4] (?:obcí|kol|frakcí|výbojů)\b|(?:^|[^\d])(?:0|[5-9]|\d\d+) (?:obce|kola|výboje)\b|zbývají (?:[015-9]|\d\d)|zbývá [2-4]\b"
);
never!(VERB_OF_COUNT, r"\b(?:[Rr]estano 1|[Rr]esta (?:[02-9]|\d\d))\b|[Rr]estano in gara 1\b");
never!(
    GENDER,
    r"\b(?:eliminat|sconfitt|conquistat|liberat|tornat|uscit|rimast|salit|sces|spint|battut|unic)[oaie]\b"
);
never!(SPACING, r"  | [,.;:!?)]|\.\.|,,|\. \.|\t| \n|\n\n\n|[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{feff}]");
never!(LOWER_START, r"[.!?] \p{Ll}|^\p{Ll}|\n\p{Ll}");
never!(LEFTOVER, r"[{}<>\[\]‖~_*@|]|https?:|undefined|\b(?:none|null|nan|true|false)\b|Some\(");
never!(AUTO_LINK, r"\w\.\p{L}");
never!(SHOUT, r"!|[\u{1f000}-\u{1ffff}]|\b\p{Lu}\p{Lu}+\b");
never!(
    FORBIDDEN,
    r"(?i)\b(?:liberazion\w*|liberat\w*|liberare|partigian\w*|resistenza|occupant\w*|okupant\w*|mort[eio]|sangue|strag\w*|cadut\w*|rader\w*|bomb\w*|profug\w*|stranier\w*|invasor\w*|stermin\w*|pulizia|alluvion\w*|fran[ae]|grandine|siccità|incendi\w*|amianto|elezion\w*|sindac\w*|migrant\w*|clamoros\w*|epic[oa]|scommess\w*)\b"
);

/// Names with no article of their own, and the rest.
pub struct Names {
    bare: Vec<String>,
    plural: Vec<String>,
    singular: Vec<String>,
    vowel_safe: Vec<String>,
}

impl Names {
    pub fn of(map: &Map) -> Names {
        let mut names = Names { bare: vec![], plural: vec![], singular: vec![], vowel_safe: vec![] };
        for (t, place) in map.territories().iter().zip(&map.wording().places) {
            let name = t.name.split('/').next().unwrap().to_string();
            if place.article == Article::None {
                names.bare.push(name.clone());
            } else {
                names.vowel_safe.push(name.clone());
            }
            let list = if place.is_plural() { &mut names.plural } else { &mut names.singular };
            list.push(name);
        }
        names
    }
}

/// Everything that is wrong with a text, by the check's name.
pub fn faults(text: &str, language: Language, names: &Names) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |check: &str, what: Option<String>| {
        if let Some(what) = what {
            found.push(format!("{check}: {what}"));
        }
    };
    let hit = |pattern: &Regex, text: &str| pattern.find(text).map(|m| m.as_str().to_string());
    let prose = without_proof(text);
    if language == Language::Italian {
        note("uncontracted", hit(&UNCONTRACTED, &prose));
        note("elision", hit(&ELISION, &prose));
        note("euphony", hit(&EUPHONY, &prose));
        note("article", articled(&prose, names));
        note("agreement", disagreement(&prose, names));
        note("gender", hit(&GENDER, &prose));
        note("verb of a count", hit(&VERB_OF_COUNT, &prose));
        note("1 of many", hit(&ITALIAN_PLURAL_OF_ONE, &prose));
    }
    if language == Language::Czech {
        note("Czech counts", hit(&CZECH_COUNTS, &prose));
    }
    note("1 of many", hit(&PLURAL_OF_ONE, &prose));
    note("many of one", hit(&SINGULAR_OF_MANY, &prose));
    note("spacing", hit(&SPACING, &prose));
    note("stop", open_end(&prose));
    note("lower case", hit(&LOWER_START, &abbreviated(&prose, names)));
    note("left-over", hit(&LEFTOVER, &prose));
    note("auto-link", hit(&AUTO_LINK, &abbreviated(&prose, names)));
    note("shouting", hit(&SHOUT, &prose));
    note("forbidden", hit(&FORBIDDEN, &prose));
    note("hash", stray_hash(&prose));
    note("repeated word", repeated_word(&prose));
    note("repeated sentence", repeated_sentence(&prose));
    note("itself", itself(&prose, names));
    note("leak", leak(&prose, language));
    found
}

/// Without the lines of a commitment or a secret.
fn without_proof(text: &str) -> String {
    let hex = |line: &str| line.len() == 64 && line.chars().all(|c| c.is_ascii_hexdigit());
    text.lines().filter(|line| !hex(line)).collect::<Vec<_>>().join("\n")
}

never!(
    CZECH_DAY,
    r"\d+\. (ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince)"
);
never!(RANK, r"(?:^|, |\n|: )\d+\. ");

/// Names may hold dots, and so do ranks; a check of sentences must not see those.
fn abbreviated(text: &str, names: &Names) -> String {
    let text = RANK.replace_all(text, "\n1 ");
    let text = CZECH_DAY.replace_all(&text, "1 $1");
    let dotted = names.singular.iter().chain(&names.plural).filter(|name| name.contains('.'));
    dotted.fold(text.into_owned(), |text, name| text.replace(name.as_str(), "Nome"))
}

/// `del Arena Po`, `d'Arena`: an article where the name takes none.
fn articled(text: &str, names: &Names) -> Option<String> {
    const WORDS: [&str; 25] = [
        "il", "la", "lo", "i", "gli", "le", "del", "della", "dello", "dei", "degli", "delle", "al", "alla",
        "ai", "alle", "dal", "dalla", "nel", "nella", "sul", "sulla", "Il", "La", "Le",
    ];
    const ELIDED: [&str; 6] = ["l'", "dell'", "all'", "dall'", "d'", "un'"];
    names.bare.iter().find_map(|name| {
        text.match_indices(name.as_str()).find_map(|(at, _)| {
            let before = &text[..at];
            let word = before.strip_suffix(' ').map(|b| b.rsplit([' ', '\n']).next().unwrap_or(""));
            let bad = word.is_some_and(|w| WORDS.contains(&w)) || ELIDED.iter().any(|e| before.ends_with(e));
            bad.then(|| format!("…{}{name}", last_words(before)))
        })
    })
}

fn last_words(text: &str) -> &str {
    let start = text.char_indices().rev().nth(12).map_or(0, |(i, _)| i);
    &text[start..]
}

const VERBS: [(&str, &str); 20] = [
    ("conquista", "conquistano"),
    ("prende", "prendono"),
    ("strappa", "strappano"),
    ("passa", "passano"),
    ("sale", "salgono"),
    ("scende", "scendono"),
    ("resta", "restano"),
    ("ha", "hanno"),
    ("era", "erano"),
    ("perde", "perdono"),
    ("entra", "entrano"),
    ("torna", "tornano"),
    ("esce", "escono"),
    ("cede", "cedono"),
    ("insegue", "inseguono"),
    ("supera", "superano"),
    ("vince", "vincono"),
    ("si riprende", "si riprendono"),
    ("si ribella", "si ribellano"),
    ("lascia", "lasciano"),
];

/// A plural name with a singular verb behind it, or the reverse; a name behind a preposition is no subject.
fn disagreement(text: &str, names: &Names) -> Option<String> {
    let find = |names: &[String], pick: fn(&(&'static str, &'static str)) -> &'static str| {
        names.iter().filter(|name| text.contains(name.as_str())).find_map(|name| {
            VERBS.iter().find_map(|pair| {
                let verb = pick(pair);
                let bad = format!("{name} {verb}");
                text.match_indices(&bad).find_map(|(at, _)| {
                    let ends = !text[at + bad.len()..].starts_with(char::is_alphanumeric);
                    let object = !is_subject(&text[..at]);
                    (ends && !object).then(|| bad.clone())
                })
            })
        })
    };
    find(&names.plural, |pair| pair.0).or_else(|| find(&names.singular, |pair| pair.1))
}

/// The sentences, or the last of them, without a stop.
fn open_end(text: &str) -> Option<String> {
    let sentences = text.split("\n\n").next().unwrap_or("").trim_end();
    (!sentences.ends_with(['.', '?'])).then(|| last_words(sentences).to_string())
}

/// A name behind this text can be a subject: it begins a clause, its article aside.
fn is_subject(before: &str) -> bool {
    let before = before.trim_end_matches(['\'', ' ']);
    let mut words = before.rsplit([' ', '\n']);
    let mut word = words.next().unwrap_or("");
    if ["il", "la", "lo", "l", "i", "gli", "le"].contains(&word.to_lowercase().as_str()) {
        word = words.next().unwrap_or("");
    }
    word.is_empty()
        || word.ends_with(['.', ':', ','])
        || ["che", "ora", "adesso"].contains(&word.to_lowercase().as_str())
}

fn stray_hash(text: &str) -> Option<String> {
    let footer = text.lines().last().unwrap_or("");
    let body = &text[..text.len() - footer.len()];
    let tags = footer.split(' ').filter(|word| word.starts_with('#'));
    let dirty = tags.clone().find(|tag| tag.len() < 2 || tag[1..].contains(|c: char| !c.is_alphanumeric()));
    body.contains('#').then(|| "# outside the tags".to_string()).or_else(|| dirty.map(String::from))
}

fn repeated_word(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', '\n']).collect();
    let same =
        |w: &&[&str]| w[0].to_lowercase() == w[1].to_lowercase() && w[0].chars().any(char::is_alphabetic);
    words.windows(2).find(same).map(|w| w.join(" "))
}

fn repeated_sentence(text: &str) -> Option<String> {
    let sentences: Vec<&str> = text.split(". ").filter(|s| s.len() > 8).collect();
    sentences.iter().enumerate().find(|(i, s)| sentences[..*i].contains(s)).map(|(_, s)| s.to_string())
}

fn itself(text: &str, names: &Names) -> Option<String> {
    let patterns = |n: &String| {
        let n = n.clone();
        ["era di", "conquista", "prende", "cede"].map(|verb| (n.clone(), format!("{n} {verb} {n}")))
    };
    let found = |(name, pattern): &(String, String)| {
        text.match_indices(pattern.as_str()).any(|(at, _)| {
            let until = &text[..at + name.len()];
            !names.bare.iter().any(|l| l.len() > name.len() && until.ends_with(l))
                && !text[at + pattern.len()..].starts_with([' ', '\''])
        })
    };
    names
        .bare
        .iter()
        .filter(|name| text.contains(name.as_str()))
        .flat_map(patterns)
        .find(found)
        .map(|(_, pattern)| pattern)
}

/// Function words of another language.
fn leak(text: &str, language: Language) -> Option<String> {
    let foreign: &[&str] = match language {
        Language::Italian => &[" the ", " of ", " is ", " obec", " kolo", " frakce"],
        Language::English => {
            &[" che ", " con ", " dalla ", " guerra", " comuni", " obec", " kolo", " frakce"]
        }
        Language::Czech => &[" che ", " con ", " dalla ", " guerra", " comuni", " the ", " of ", " is "],
    };
    foreign.iter().find(|word| text.contains(**word)).map(|word| word.to_string())
}
