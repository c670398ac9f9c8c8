use super::ruler::Limit;
use unicode_normalization::UnicodeNormalization;

/// A post's text: whole sentences that are kept or dropped as a network has room, never cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// In reading order.
    pub(super) clauses: Vec<Clause>,
    /// The same with the map's short names, where it has some.
    pub(super) short: Option<Vec<Clause>>,
}

/// One sentence, or one entry of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub section: Section,
    /// The lowest is dropped first; 100 never.
    pub keep: u8,
    pub text: String,
}

/// The part of a caption that a clause belongs to, in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Sentences,
    /// A commitment or a secret, on lines of its own.
    Proof,
    Standing,
    /// The marker, what is left in play, the tags.
    Footer,
}

/// The keep-priority of what never drops.
pub(super) const ALWAYS: u8 = 100;
const TAGS: u8 = 50;

/// `#Oltrepò`, the first two: letters and digits only, so that no network cuts or escapes them.
pub(super) fn tags(hashtags: &[String]) -> Option<Clause> {
    let letters = |tag: &String| tag.nfc().filter(|c| c.is_alphanumeric()).collect::<String>();
    let clean = hashtags.iter().map(letters).filter(|tag| !tag.is_empty());
    let tags: Vec<String> = clean.take(2).map(|tag| format!("#{tag}")).collect();
    (!tags.is_empty()).then(|| Clause { section: Section::Footer, keep: TAGS, text: tags.join(" ") })
}

impl Caption {
    /// Everything there is to say.
    pub fn whole(&self) -> String {
        join(&self.clauses)
    }

    /// As much as the limit allows, dropping the least important first; none if even what must be said is too long.
    pub fn fit(&self, limit: &Limit) -> Option<String> {
        fit(&self.clauses, limit).or_else(|| fit(self.short.as_ref()?, limit))
    }
}

fn fit(clauses: &[Clause], limit: &Limit) -> Option<String> {
    let mut kept = clauses.to_vec();
    loop {
        let text = join(&kept);
        if limit.holds(&text) {
            return Some(text);
        }
        let least = kept.iter().map(|clause| clause.keep).min().filter(|keep| *keep < ALWAYS)?;
        // Of equals the last goes first.
        let drop = kept.iter().rposition(|clause| clause.keep == least)?;
        kept.remove(drop);
    }
}

/// Sentences, a proof, the standing and the footer: lines joined by line breaks, clauses by what their line wants.
fn join(clauses: &[Clause]) -> String {
    let section =
        |wanted: Section| clauses.iter().filter(move |c| c.section == wanted).map(|c| c.text.as_str());
    let sentences: Vec<String> = section(Section::Sentences).map(capitalised).collect();
    let entries: Vec<&str> = section(Section::Standing).collect();
    let last: Vec<String> = [entries.join(", "), section(Section::Footer).collect::<Vec<_>>().join(" · ")]
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect();
    let proof: Vec<&str> = section(Section::Proof).collect();
    let blocks = [sentences.join(" "), proof.join("\n"), last.join("\n")];
    blocks.into_iter().filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// A sentence begins with a capital, if with a letter at all.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruler::Ruler;
    use super::*;

    fn caption(clauses: &[(Section, u8, &str)]) -> Caption {
        let clause = |(section, keep, text): &(Section, u8, &str)| Clause {
            section: *section,
            keep: *keep,
            text: text.to_string(),
        };
        Caption { clauses: clauses.iter().map(clause).collect(), short: None }
    }

    fn sample() -> Caption {
        use Section::*;
        caption(&[
            (Sentences, 100, "le Marche conquistano l'Umbria."),
            (Sentences, 70, "è andata così."),
            (Standing, 40, "1. Marche 2"),
            (Standing, 10, "2. Lazio 1"),
            (Footer, 100, "Turno 3"),
            (Footer, 50, "#Italia"),
        ])
    }

    #[test]
    fn sentences_begin_with_capitals_and_lines_keep_their_order() {
        let whole =
            "Le Marche conquistano l'Umbria. È andata così.\n\n1. Marche 2, 2. Lazio 1\nTurno 3 · #Italia";
        assert_eq!(sample().whole(), whole);
    }

    #[test]
    fn the_least_important_clause_goes_first() {
        let fit = |max| sample().fit(&Limit::of(Ruler::Characters, max));
        assert_eq!(fit(1000), Some(sample().whole()));
        let shorter: Vec<String> = (0..100).rev().filter_map(fit).collect();
        assert!(shorter.windows(2).all(|w| w[1].len() <= w[0].len()));
        assert_eq!(shorter.last().map(String::as_str), Some("Le Marche conquistano l'Umbria.\n\nTurno 3"));
        assert_eq!(fit(39), None);
    }

    #[test]
    fn short_names_are_the_last_resort() {
        let short = vec![Clause { section: Section::Footer, keep: 100, text: "Turno 3".to_string() }];
        let caption = Caption { short: Some(short), ..sample() };
        assert_eq!(caption.fit(&Limit::of(Ruler::Characters, 7)).as_deref(), Some("Turno 3"));
    }
}
