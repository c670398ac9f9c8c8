use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// How a network measures the length of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruler {
    /// Unicode scalar values (Mastodon, Facebook).
    Characters,
    /// X: after NFC, 0–4351 and some punctuation count one, all else two.
    Weighted,
    /// Extended grapheme clusters (Bluesky).
    Graphemes,
    /// UTF-16 units (Telegram, Discord).
    Utf16,
}

/// The most a network takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub ruler: Ruler,
    pub max: usize,
    /// A second limit, in bytes of UTF-8.
    pub max_bytes: Option<usize>,
}

impl Ruler {
    /// The text's length.
    pub fn measure(self, text: &str) -> usize {
        match self {
            Ruler::Characters => text.chars().count(),
            Ruler::Weighted => text.nfc().map(weight).sum(),
            Ruler::Graphemes => text.graphemes(true).count(),
            Ruler::Utf16 => text.encode_utf16().count(),
        }
    }
}

fn weight(c: char) -> usize {
    match u32::from(c) {
        0..=4351 | 8192..=8205 | 8208..=8223 | 8242..=8247 => 1,
        _ => 2,
    }
}

impl Limit {
    pub fn of(ruler: Ruler, max: usize) -> Self {
        Limit { ruler, max, max_bytes: None }
    }

    /// The text is not too long.
    pub fn holds(&self, text: &str) -> bool {
        self.ruler.measure(text) <= self.max && self.max_bytes.is_none_or(|max| text.len() <= max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_ruler_counts_its_own_way() {
        let measure = |text| {
            [Ruler::Characters, Ruler::Weighted, Ruler::Graphemes, Ruler::Utf16].map(|r| r.measure(text))
        };
        assert_eq!(measure("Oltrepò · 3º"), [12, 12, 12, 12]);
        // A decomposed ò, an emoji of two scalars, a euro sign.
        assert_eq!(measure("o\u{300}"), [2, 1, 1, 2]);
        assert_eq!(measure("🇮🇹"), [2, 4, 1, 4]);
        assert_eq!(measure("€"), [1, 2, 1, 1]);
    }

    #[test]
    fn bytes_are_a_limit_of_their_own() {
        let limit = Limit { max_bytes: Some(5), ..Limit::of(Ruler::Graphemes, 10) };
        assert!(limit.holds("abcde") && !limit.holds("abòde"));
    }
}
