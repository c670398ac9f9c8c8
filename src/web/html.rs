use minijinja::{AutoEscape, Environment, Value};
use std::fmt::Write;

/// The templates in assets/web; everything that they print is escaped.
pub struct Templates(Environment<'static>);

impl Templates {
    pub fn new() -> Self {
        let mut env = Environment::new();
        env.set_auto_escape_callback(|_| AutoEscape::Html);
        // minijinja's own escapes every slash, which makes addresses long.
        env.set_formatter(|out, _, value| {
            if value.is_undefined() || value.is_none() {
                return Ok(());
            }
            let text = value.to_string();
            let written = if value.is_safe() { out.write_str(&text) } else { escape(out, &text) };
            written.map_err(minijinja::Error::from)
        });
        for (name, source) in [
            ("base.html", include_str!("../../assets/web/base.html")),
            ("index.html", include_str!("../../assets/web/index.html")),
            ("news.html", include_str!("../../assets/web/news.html")),
            ("time.html", include_str!("../../assets/web/time.html")),
            ("zoom.html", include_str!("../../assets/web/zoom.html")),
            ("seasons.html", include_str!("../../assets/web/seasons.html")),
            ("game.html", include_str!("../../assets/web/game/index.html")),
            ("turn.html", include_str!("../../assets/web/turn.html")),
            ("turns.html", include_str!("../../assets/web/turns.html")),
        ] {
            env.add_template(name, source).expect("tests render every template");
        }
        Templates(env)
    }

    /// The page of a template with its facts.
    pub fn page(&self, name: &str, facts: Value) -> Vec<u8> {
        let template = self.0.get_template(name).expect("the names are ours");
        template.render(facts).expect("tests render every template").into_bytes()
    }
}

fn escape(out: &mut impl Write, text: &str) -> std::fmt::Result {
    for letter in text.chars() {
        match letter {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\'' => out.write_str("&#39;")?,
            other => out.write_char(other)?,
        }
    }
    Ok(())
}
