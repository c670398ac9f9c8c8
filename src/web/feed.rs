use super::WebError;
use super::document::{ATOM, Document, Keep};
use super::library::Library;
use atom_syndication::{Content, Entry, Feed, Generator, Link, Person, Text};
use chrono::{DateTime, FixedOffset};
use minijinja::HtmlEscape;

/// How many turns the feed goes back.
const ENTRIES: u32 = 30;

/// The newest war's last turns as Atom, each with its picture.
pub(super) fn feed(library: &mut Library, url: &str) -> Result<Document, WebError> {
    library.site.refresh()?;
    let language = library.language.code();
    let book = library.book(None)?;
    let (war, last) = (book.war.clone(), book.chronicle.turns());
    let time = |ms: i64| DateTime::from_timestamp_millis(ms).unwrap_or_default().fixed_offset();
    let told: Vec<(u32, DateTime<FixedOffset>)> =
        book.turns.iter().rev().take(ENTRIES as usize).map(|turn| (turn.number, time(turn.at))).collect();
    let id = |turn: u32| format!("urn:sha256:{}#{turn}", hex::encode(war.commitment));
    let mut entries = Vec::with_capacity(told.len());
    for (turn, at) in told {
        let Some([sentence, detail]) = library.site.told(turn) else { continue };
        entries.push(entry(url, war.number, turn, &sentence, &detail, at, id(turn)));
    }
    let feed = Feed {
        title: Text::plain(war.name.clone()),
        id: id(0),
        updated: entries.first().map_or(time(war.begun_at), |entry| entry.updated),
        authors: vec![Person { name: war.name.clone(), ..Person::default() }],
        generator: Some(Generator {
            value: "guerrabot".to_string(),
            version: Some(env!("CARGO_PKG_VERSION").to_string()),
            ..Generator::default()
        }),
        links: vec![
            link(format!("{url}/feed.xml"), "self", ATOM),
            link(format!("{url}/"), "alternate", "text/html"),
        ],
        logo: (last > 0).then(|| format!("{url}/figure/{}/{last}.png", war.number)),
        lang: Some(language.to_string()),
        entries,
        ..Feed::default()
    };
    Ok(Document::new(ATOM, Keep::Ask, feed.to_string()))
}

fn entry(
    url: &str,
    war: u32,
    turn: u32,
    sentence: &str,
    detail: &str,
    at: DateTime<FixedOffset>,
    id: String,
) -> Entry {
    let picture = format!("{url}/figure/{war}/{turn}.png");
    let (said, more) = (HtmlEscape(sentence), HtmlEscape(detail));
    let html = format!("<p><strong>{said}</strong> {more}</p><p><img src=\"{picture}\" alt=\"{said}\"></p>");
    Entry {
        title: Text::plain(sentence),
        id,
        updated: at,
        published: Some(at),
        links: vec![
            link(format!("{url}/turno/{turn}/"), "alternate", "text/html"),
            link(picture, "enclosure", "image/png"),
        ],
        content: Some(Content {
            value: Some(html),
            content_type: Some("html".to_string()),
            ..Content::default()
        }),
        ..Entry::default()
    }
}

fn link(href: String, rel: &str, media: &str) -> Link {
    let mime_type = media.split(';').next().map(String::from);
    Link { href, rel: rel.to_string(), mime_type, ..Link::default() }
}
