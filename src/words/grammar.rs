use super::language::Language;
use super::name::Name;
use minijinja::value::{Object, Rest, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior};
use std::fmt;
use std::sync::Arc;

/// Verbs that agree with their subject: third person singular and plural, a pronoun or "non" before them left out.
const VERBS: &[(&str, &str)] = &[
    ("aggiunge", "aggiungono"),
    ("allarga", "allargano"),
    ("approfitta", "approfittano"),
    ("arretra", "arretrano"),
    ("arriva", "arrivano"),
    ("attacca", "attaccano"),
    ("avanza", "avanzano"),
    ("aveva", "avevano"),
    ("c'era", "c'erano"),
    ("c'è", "ci sono"),
    ("cambia", "cambiano"),
    ("cede", "cedono"),
    ("cerca", "cercano"),
    ("chiede", "chiedono"),
    ("chiude", "chiudono"),
    ("comandava", "comandavano"),
    ("conquista", "conquistano"),
    ("conserva", "conservano"),
    ("conta", "contano"),
    ("continua", "continuano"),
    ("deve", "devono"),
    ("dà", "danno"),
    ("entra", "entrano"),
    ("era", "erano"),
    ("esce", "escono"),
    ("ferma", "fermano"),
    ("finisce", "finiscono"),
    ("guarda", "guardano"),
    ("guida", "guidano"),
    ("ha", "hanno"),
    ("insegue", "inseguono"),
    ("l'aveva", "l'avevano"),
    ("lascia", "lasciano"),
    ("mancava", "mancavano"),
    ("mette", "mettono"),
    ("molla", "mollano"),
    ("ottiene", "ottengono"),
    ("passa", "passano"),
    ("perde", "perdono"),
    ("porta", "portano"),
    ("prende", "prendono"),
    ("prosegue", "proseguono"),
    ("punta", "puntano"),
    ("recupera", "recuperano"),
    ("resta", "restano"),
    ("restava", "restavano"),
    ("restituisce", "restituiscono"),
    ("riapre", "riaprono"),
    ("ribella", "ribellano"),
    ("ricomincia", "ricominciano"),
    ("riconsegna", "riconsegnano"),
    ("rientra", "rientrano"),
    ("ripensa", "ripensano"),
    ("riprende", "riprendono"),
    ("risponde", "rispondono"),
    ("ritrova", "ritrovano"),
    ("sale", "salgono"),
    ("saluta", "salutano"),
    ("scende", "scendono"),
    ("segue", "seguono"),
    ("sta", "stanno"),
    ("stava", "stavano"),
    ("strappa", "strappano"),
    ("suona", "suonano"),
    ("supera", "superano"),
    ("tiene", "tengono"),
    ("torna", "tornano"),
    ("trova", "trovano"),
    ("va", "vanno"),
    ("vince", "vincono"),
    ("è", "sono"),
];

/// What one territory is called; `unit.one` and `unit.many` in templates.
#[derive(Clone, Debug)]
pub(super) struct UnitWords {
    /// As many as the language has number forms.
    pub forms: Vec<String>,
    /// The accusative singular, in languages that have one.
    pub accusative: String,
    pub feminine: bool,
}

impl Object for UnitWords {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "one" => self.forms.first().cloned().map(Value::from),
            "many" => self.forms.last().cloned().map(Value::from),
            "accusative" => Some(Value::from(self.accusative.clone())),
            _ => None,
        }
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.forms.first().map_or("", String::as_str))
    }
}

/// An engine with a language's filters: strict about unknown facts, and it escapes nothing.
pub(super) fn engine(language: Language) -> Environment<'static> {
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_auto_escape_callback(|_| AutoEscape::None);
    env.set_debug(false);
    env.add_filter("units", move |state: &State, n: u64, case: Option<String>| {
        units(language, state, n, case)
    });
    env.add_filter("count", move |n: u64, forms: Rest<String>| {
        plural(language, n, &forms).map(|word| format!("{} {word}", language.digits(n)))
    });
    env.add_filter("pl", move |n: u64, forms: Rest<String>| plural(language, n, &forms));
    env.add_filter("digits", move |n: u64| language.digits(n));
    env.add_filter("mf", |unit: Value, m: String, f: String| {
        let unit = unit.downcast_object_ref::<UnitWords>().ok_or_else(|| wrong("mf wants the unit"))?;
        Ok::<_, Error>(if unit.feminine { f } else { m })
    });
    if language == Language::Italian {
        add_italian(&mut env);
    }
    env
}

fn add_italian(env: &mut Environment<'static>) {
    env.add_filter("di", |name: Value| named(&name).map(|n| n.di.clone()));
    env.add_filter("a", |name: Value| named(&name).map(|n| n.a.clone()));
    env.add_filter("da", |name: Value| named(&name).map(|n| n.da.clone()));
    env.add_filter("e", |name: Value| named(&name).map(|n| n.e.clone()));
    env.add_filter("does", |name: Value, verb: String| {
        let name = named(&name)?;
        Ok::<_, Error>(format!("{} {}", name.text, conjugate(&verb, name.plural)?))
    });
    env.add_filter("verb", |name: Value, verb: String| conjugate(&verb, named(&name)?.plural));
    env.add_filter("suo", |name: Value, his: String, their: String| {
        Ok::<_, Error>(if named(&name)?.plural { their } else { his })
    });
    env.add_filter("casa", |name: Value| {
        Ok::<_, Error>(if named(&name)?.plural { "casa loro" } else { "casa sua" })
    });
}

fn wrong(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, what.into())
}

fn named(value: &Value) -> Result<&Name, Error> {
    value.downcast_object_ref::<Name>().ok_or_else(|| wrong("this filter wants a name"))
}

fn units(language: Language, state: &State, n: u64, case: Option<String>) -> Result<String, Error> {
    let unit = state.lookup("unit").ok_or_else(|| wrong("no unit here"))?;
    let unit = unit.downcast_object_ref::<UnitWords>().ok_or_else(|| wrong("`unit` is not the map's"))?;
    let word = match (case.as_deref(), language.plural(n)) {
        (Some("accusative"), 0) => &unit.accusative,
        (None | Some("accusative"), form) => &unit.forms[form],
        (Some(other), _) => return Err(wrong(format!("no case `{other}`; there is `accusative`"))),
    };
    Ok(format!("{} {word}", language.digits(n)))
}

fn plural(language: Language, n: u64, forms: &[String]) -> Result<String, Error> {
    if forms.len() != language.plurals() {
        let (wanted, found) = (language.plurals(), forms.len());
        return Err(wrong(format!("a word here has {wanted} number forms, not {found}")));
    }
    Ok(forms[language.plural(n)].clone())
}

/// `si riprende` → `si riprendono`.
pub(super) fn conjugate(phrase: &str, plural: bool) -> Result<String, Error> {
    let (before, verb) = phrase.rsplit_once(' ').map_or(("", phrase), |(before, verb)| (before, verb));
    let (one, many) = VERBS
        .iter()
        .find(|(one, _)| *one == verb)
        .ok_or_else(|| wrong(format!("unknown verb `{verb}`; use one of the list in docs/words.md")))?;
    let verb = if plural { many } else { one };
    Ok(if before.is_empty() { (*verb).to_string() } else { format!("{before} {verb}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_and_unknown_ones_are_refused() {
        assert_eq!(conjugate("si riprende", true).unwrap(), "si riprendono");
        assert_eq!(conjugate("non molla", false).unwrap(), "non molla");
        assert_eq!(conjugate("c'è", true).unwrap(), "ci sono");
        assert!(conjugate("annienta", false).unwrap_err().to_string().contains("annienta"));
    }

    #[test]
    fn the_right_number_of_forms_is_asked_for() {
        let forms = |words: &[&str]| words.iter().map(|w| w.to_string()).collect::<Vec<_>>();
        assert_eq!(plural(Language::Italian, 1, &forms(&["turno", "turni"])).unwrap(), "turno");
        assert_eq!(plural(Language::Czech, 22, &forms(&["kolo", "kola", "kol"])).unwrap(), "kol");
        assert!(plural(Language::Czech, 2, &forms(&["kolo", "kola"])).is_err());
    }
}
