use super::WebError;
use super::document::{ATOM, Document, Keep};
use super::game_page::GameSeason;
use super::library::Library;
use atom_syndication::{Content, Entry, Feed, Generator, Link, Person, Text};
use chrono::{DateTime, FixedOffset};
use minijinja::HtmlEscape;

/// How many turns the feed goes back.
const ENTRIES: usize = 30;

/// What the feed tells of a turn: its number, its page, when it was taken.
type Told = (u32, DateTime<FixedOffset>);

/// The newest war's last turns as Atom, each with its picture; of a game those ticks that have a page.
pub(super) fn feed(library: &mut Library, url: &str) -> Result<Document, WebError> {
    library.site.refresh()?;
    let language = library.language.code();
    let (war, told, key) = match library.site.game() {
        Some(game) => (game.war.clone(), told_of_game(game), game.key()),
        None => {
            let book = library.book(None)?;
            let latest = book.turns.iter().rev().take(ENTRIES);
            let told = latest.map(|turn| (turn.number, time(turn.at))).collect();
            (book.war.clone(), told, hex::encode(book.war.commitment))
        }
    };
    let pictures = format!("{url}/{}", library.site.figures().unwrap_or_default());
    let id = |turn: u32| format!("urn:sha256:{key}#{turn}");
    let mut entries = Vec::with_capacity(told.len());
    for (turn, at) in &told {
        let Some([sentence, detail]) = library.site.told(*turn) else { continue };
        let picture = format!("{pictures}{turn}.png");
        entries.push(entry(url, picture, *turn, &sentence, &detail, *at, id(*turn)));
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
        logo: told.first().map(|(last, _)| format!("{pictures}{last}.png")),
        lang: Some(language.to_string()),
        entries,
        ..Feed::default()
    };
    Ok(Document::new(ATOM, Keep::Ask, feed.to_string()))
}

fn time(ms: i64) -> DateTime<FixedOffset> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default().fixed_offset()
}

fn told_of_game(game: &GameSeason) -> Vec<Told> {
    let told = game.told().into_iter().rev().filter(|tick| *tick > 0);
    told.take(ENTRIES).map(|tick| (tick, time(game.at(tick)))).collect()
}

fn entry(
    url: &str,
    picture: String,
    turn: u32,
    sentence: &str,
    detail: &str,
    at: DateTime<FixedOffset>,
    id: String,
) -> Entry {
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
