//! The followers' page of a game, over the wire while it is played.

use crate::client::{get, get_with};
use crate::common::wait_until;
use crate::rig::{Site, organiser};

#[test]
fn the_page_follows_lobby_game_and_end() {
    let bot = organiser(
        "250ms",
        12,
        "post_every = 5\nfallback = \"expand\"\nboard = { teams = 2, size = \"10x10\", seed = \"7\" }",
    );
    let site = Site::of(bot);
    let data = || get(site.at, "/gioco.json").json();
    let lobby = data();
    assert_eq!(
        (&lobby["stato"], &lobby["liberi"], &lobby["prossimo"]),
        (&"da cominciare".into(), &"AB".into(), &().into())
    );
    let page = get(site.at, "/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("data-live=\"api/v1/events\""), "{}", page.text());
    site.team("Ti z lesa");
    // What was ready is made anew when somebody takes a seat.
    wait_until(|| "the name".into(), || (data()["nomi"][0] == "Ti z lesa").then_some(()));
    site.bot.ok(&["war", "resume"]);
    site.finish();
    wait_until(|| "the end".into(), || (data()["stato"] == "finita").then_some(()));
    let data = data();
    assert_eq!((&data["turno"], &data["turni"]), (&12.into(), &12.into()));
    let past = get(site.at, "/passato/0.json");
    assert_eq!((past.status, past.json()["turni"].as_array().unwrap().len()), (200, 12));
    let tag = past.header("etag").unwrap();
    assert_eq!(get_with(site.at, "/passato/0.json", &format!("If-None-Match: {tag}\r\n")).status, 304);
    let turn = get(site.at, "/turno/5/");
    let (_, figures) = turn.text().split_once("figure/").unwrap();
    let figures = format!("figure/{}/", &figures[..8]);
    for path in
        ["/turno/0/", "/turno/5/", "/turno/12/", "/turno/", &format!("/{figures}5.png"), "/ultimo-alta.png"]
    {
        assert_eq!(get(site.at, path).status, 200, "{path}");
    }
    let late = format!("/{figures}13.png");
    for path in ["/passato/1.json", "/turno/6/", "/turno/13/", &late, "/guerra.json", "/mappa.json"] {
        assert_eq!(get(site.at, path).status, 404, "{path}");
    }
    let feed = get(site.at, "/feed.xml");
    assert_eq!(feed.header("content-type"), Some("application/atom+xml; charset=utf-8"));
    let feed: atom_syndication::Feed = feed.text().parse().unwrap();
    let links: Vec<&str> = feed.entries.iter().map(|entry| entry.links[0].href.as_str()).collect();
    assert_eq!(links, ["/turno/12/", "/turno/10/", "/turno/5/"]);
    // On a fair board two equal strategies may well end level.
    let end = feed.entries[0].title.as_str();
    assert!(end.starts_with("Vince ") || end.starts_with("Primo posto in comune "), "{end}");
}
