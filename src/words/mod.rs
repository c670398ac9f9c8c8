//! What followers read: captions, alt text and the picture's lines, from templates in assets/words.
//!
//! Pure: the same turn gives the same words, in every network and for ever. Facts come from a fold over the
//! chronicle ([`history`]), sentences from templates that see only the facts of their kind, and the choice among
//! variants from dice of the words' own (rule 6.8).

mod alt;
mod caption;
mod choice;
mod compose;
mod date;
mod error;
mod facts;
mod game;
mod grammar;
mod history;
mod kind;
mod label;
mod language;
mod lines;
mod model;
mod moment;
mod name;
mod prospects;
mod ruler;
mod sample;
mod standing;
mod subject;
mod templates;
mod why;

pub use caption::Caption;
pub use error::{Mistake, WordsError};
pub use game::{Clash, Front, GameLines, GameStory, GameSubject, Player, Told};
pub use kind::{Kind, Voice};
pub use language::{Language, UnknownLanguage};
pub use lines::{Block, Chip, Lines, Part};
pub use model::{Fact, Forms, Model};
pub use prospects::{Prospect, Prospects};
pub use ruler::{Limit, Ruler};
pub use subject::{Opening, Subject};

use crate::rules::guerra::Forecast;
use facts::{Context, Facts};
use minijinja::Value;
use name::Form;
use std::cell::RefCell;
use templates::Templates;

/// A language's words: the built-in templates, and a user's own in their place where there are some.
pub struct Words {
    language: Language,
    built_in: Templates,
    own: Option<Templates>,
    /// Of the user's templates, not yet taken.
    faults: RefCell<Vec<Mistake>>,
}

impl Words {
    /// The words that come with the program.
    pub fn built_in(language: Language) -> Words {
        // What tests hold to be without mistakes.
        let (built_in, _) = Templates::parse(language, source(language));
        Words { language, built_in, own: None, faults: RefCell::default() }
    }

    /// The built-in words with those of a templates file in their place, or all mistakes of the file.
    ///
    /// Every template is rendered with sample facts of its kind, so a name that the kind does not have is found now.
    pub fn with_templates(language: Language, text: &str) -> Result<Words, WordsError> {
        let (own, mut mistakes) = Templates::parse(language, text);
        sample::check(language, &own, &mut mistakes);
        if mistakes.is_empty() {
            Ok(Words { own: Some(own), ..Words::built_in(language) })
        } else {
            Err(WordsError { mistakes })
        }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// What a user's templates leave out, so that the built-in words stand there; empty without such templates.
    pub fn fallbacks(&self) -> Vec<(Voice, Kind)> {
        self.own.as_ref().map(Templates::missing).unwrap_or_default()
    }

    /// Which of a user's templates failed since this was last asked; built-in words stood in for them.
    pub fn take_faults(&self) -> Vec<Mistake> {
        self.faults.take()
    }

    /// The caption of a turn.
    pub fn caption(&self, subject: &Subject) -> Caption {
        compose::caption(self, subject)
    }

    /// The picture in words, at most 1000 characters.
    ///
    /// `close_up`: the picture has a box that shows the place enlarged.
    pub fn alt(&self, subject: &Subject, close_up: bool) -> String {
        alt::text(self, &Facts::of_turn(subject, self.language, Form::Full), close_up)
    }

    /// The caption of a turn's forecast; `earlier` are the turns of the forecasts before it, ascending.
    pub fn forecast_caption(&self, subject: &Subject, forecast: &Forecast, earlier: &[u32]) -> Caption {
        prospects::caption(self, subject, forecast, earlier)
    }

    /// The forecast's picture in words, at most 1000 characters.
    pub fn forecast_alt(&self, subject: &Subject, forecast: &Forecast) -> String {
        alt::forecast(self, &Facts::of_turn(subject, self.language, Form::Full), forecast)
    }

    /// Every text of the forecast's picture.
    pub fn prospects(&self, subject: &Subject, forecast: &Forecast) -> Prospects {
        prospects::of(self, &Facts::of_turn(subject, self.language, Form::Full), forecast)
    }

    /// Every text that the picture of a turn may show.
    pub fn lines(&self, subject: &Subject) -> Lines {
        lines::of(self, &Facts::of_turn(subject, self.language, Form::Full))
    }

    /// `e altre 73 con un solo comune`: the last row of a ranking that leaves `n` ≥ 1 factions out.
    pub fn ranking_rest(&self, subject: &Subject, n: u32) -> String {
        let facts = Facts::of_turn(subject, self.language, Form::Full);
        self.say(Voice::Picture, &facts, Kind::RankingRest, [("k", n.into())])
    }

    /// How many variants there are to choose from.
    fn count(&self, voice: Voice, kind: Kind) -> usize {
        self.templates(voice, kind).count(voice, kind)
    }

    fn templates(&self, voice: Voice, kind: Kind) -> &Templates {
        self.own.as_ref().filter(|own| own.count(voice, kind) > 0).unwrap_or(&self.built_in)
    }

    /// The clauses of a variant; a user's that fails is noted, and a built-in one takes its place.
    fn render(&self, voice: Voice, kind: Kind, variant: usize, facts: Context) -> Vec<String> {
        let facts = Value::from(facts);
        self.templates(voice, kind).render(voice, kind, variant, &facts).unwrap_or_else(|fault| {
            let mut faults = self.faults.borrow_mut();
            if !faults.contains(&fault) {
                faults.push(fault);
            }
            let variant = variant % self.built_in.count(voice, kind).max(1);
            self.built_in.render(voice, kind, variant, &facts).unwrap_or_default()
        })
    }

    /// A text of a kind that has one variant.
    fn say<const N: usize>(
        &self,
        voice: Voice,
        facts: &Facts,
        kind: Kind,
        more: [(&'static str, Value); N],
    ) -> String {
        self.list(voice, facts, kind, more).into_iter().next().unwrap_or_default()
    }

    /// The texts of a kind that has one variant, the empty ones left out.
    fn list<const N: usize>(
        &self,
        voice: Voice,
        facts: &Facts,
        kind: Kind,
        more: [(&'static str, Value); N],
    ) -> Vec<String> {
        let mut context = facts.context(kind);
        context.extend(more);
        let mut texts = self.render(voice, kind, 0, context);
        texts.retain(|text| !text.is_empty());
        texts
    }
}

/// The built-in templates file.
fn source(language: Language) -> &'static str {
    match language {
        Language::Italian => include_str!("../../assets/words/it.toml"),
        Language::English => include_str!("../../assets/words/en.toml"),
        Language::Czech => include_str!("../../assets/words/cs.toml"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_templates_use_only_facts_of_their_kind() {
        for language in Language::ALL {
            let (built_in, mut mistakes) = Templates::parse(language, source(language));
            sample::check(language, &built_in, &mut mistakes);
            assert_eq!(mistakes, [], "{}", language.code());
            assert_eq!(built_in.missing(), [], "{}", language.code());
        }
    }
}
