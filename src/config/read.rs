//! The sections of the file, each with its keys and defaults.

use std::path::Path;

use chrono::TimeDelta;
use chrono_tz::Europe;
use toml::de::DeTable;

use super::fault::{ConfigError, Fault, Warning};
use super::section::Section;
use super::value::{
    address, choice, duration, flag, fraction, hashtags, map_source, path, seed, size, text, time, url, whole,
};
use super::*;
use crate::schedule::parse_zone;

const PIXELS: (u32, u32) = (320, 8000);
const KINDS: [(&str, NetworkKind); 7] = [
    ("folder", NetworkKind::Folder),
    ("mastodon", NetworkKind::Mastodon),
    ("bluesky", NetworkKind::Bluesky),
    ("x", NetworkKind::X),
    ("telegram", NetworkKind::Telegram),
    ("facebook", NetworkKind::Facebook),
    ("discord", NetworkKind::Discord),
];
const ON_UNKNOWN: [(&str, OnUnknown); 2] = [("hold", OnUnknown::Hold), ("resend", OnUnknown::Resend)];
const VISIBILITIES: [(&str, Visibility); 3] =
    [("public", Visibility::Public), ("unlisted", Visibility::Unlisted), ("private", Visibility::Private)];
/// Keys that only one kind of network has.
const KEYS: [(&str, NetworkKind); 7] = [
    ("path", NetworkKind::Folder),
    ("visibility", NetworkKind::Mastodon),
    ("handle", NetworkKind::Bluesky),
    ("chat", NetworkKind::Telegram),
    ("as_document", NetworkKind::Telegram),
    ("alt_in_caption", NetworkKind::Telegram),
    ("page", NetworkKind::Facebook),
];
const ANY: u32 = u32::MAX;

pub(super) fn config(text: &str, path: &Path) -> Result<(Config, Vec<Warning>), ConfigError> {
    let base = path.parent().unwrap_or(Path::new(""));
    let (table, broken) = DeTable::parse_recoverable(text);
    let mut top = Section::top(table.get_ref());
    let mut cautions = Vec::new();
    let config = sections(&mut top, base, &mut cautions);
    let mut faults: Vec<Fault> = broken
        .iter()
        .map(|e| Fault { span: e.span().unwrap_or(0..0), message: e.message().into() })
        .collect();
    let places: Vec<usize> = faults.iter().map(|fault| fault.span.start).collect();
    // A value that TOML could not read is not judged as well.
    faults.extend(top.finish().into_iter().filter(|fault| !places.contains(&fault.span.start)));
    if faults.is_empty() {
        return Ok((config, cautions.iter().map(|c| Warning::new(path, text, c)).collect()));
    }
    faults.sort_by_key(|fault| fault.span.start);
    Err(ConfigError::Faults { path: path.into(), text: text.into(), faults })
}

fn sections(top: &mut Section, base: &Path, cautions: &mut Vec<Fault>) -> Config {
    Config {
        db: top.read("db", path(base)).unwrap_or_else(|| base.join("guerrabot.db")),
        war: top.table("war", |s| war(s, base)),
        guerra: top.table("guerra", |s| guerra(s, cautions)),
        dobyvatele: top.table("dobyvatele", |s| dobyvatele(s, base)),
        schedule: top.table("schedule", schedule),
        picture: top.table("picture", picture),
        words: top.table("words", |s| words(s, base)),
        web: top.table("web", web),
        outbox: top.table("outbox", outbox),
        networks: networks(top, base),
    }
}

fn war(s: &mut Section, base: &Path) -> War {
    let rulesets = [("guerra", Ruleset::Guerra), ("dobyvatele", Ruleset::Dobyvatele)];
    War {
        name: s.read("name", text).unwrap_or("Oltrepò GuerraBot".into()),
        ruleset: s.read("ruleset", choice(&rulesets)).unwrap_or(Ruleset::Guerra),
        map: s.read("map", map_source(base)).unwrap_or(MapSource::Bundled("oltrepo".into())),
    }
}

fn guerra(s: &mut Section, cautions: &mut Vec<Fault>) -> Guerra {
    let guerra = Guerra {
        grace_turns: s.read("grace_turns", whole(0, ANY)).unwrap_or(24),
        rebellion_probability: s.read("rebellion_probability", fraction).unwrap_or((1, 10)),
        cooldown_turns: s.read("cooldown_turns", whole(1, ANY)).unwrap_or(6),
        rebel_attack_probability: s.read("rebel_attack_probability", fraction).unwrap_or((3, 5)),
        small_faction: s.read("small_faction", whole(1, ANY)).unwrap_or(3),
    };
    let (a, b) = guerra.rebellion_probability;
    if let Some(span) = s.span("rebellion_probability").filter(|_| u128::from(a) * 10 >= u128::from(b) * 3) {
        let message = "rebellion_probability in [guerra]: at 3/10 or more a war may never end; 59 % \
                       of those tried were unfinished after 200,000 turns";
        cautions.push(Fault { span, message: message.into() });
    }
    guerra
}

fn dobyvatele(s: &mut Section, base: &Path) -> Dobyvatele {
    let strategies = [
        ("stay", Strategy::Stay),
        ("random", Strategy::Random),
        ("expand", Strategy::Expand),
        ("guard", Strategy::Guard),
        ("swarm", Strategy::Swarm),
    ];
    let dobyvatele = Dobyvatele {
        board: board(s, base),
        wrap: s.read("wrap", flag).unwrap_or(false),
        ticks: s.read("ticks", whole(1, ANY)).unwrap_or(200),
        budget_base: s.read("budget_base", whole(0, ANY)).unwrap_or(20),
        budget_step: s.read("budget_step", whole(0, ANY)).unwrap_or(1),
        upkeep: s.read("upkeep", whole(0, ANY)).unwrap_or(1),
        recruit_cost: s.read("recruit_cost", whole(1, ANY)).unwrap_or(5),
        post_every: s.read("post_every", whole(0, ANY)).unwrap_or(20),
        fallback: s.read("fallback", choice(&strategies)).unwrap_or(Strategy::Stay),
        start: s.read("start", time),
    };
    if dobyvatele.recruit_cost < dobyvatele.upkeep {
        let key = if s.span("recruit_cost").is_some() { "recruit_cost" } else { "upkeep" };
        s.fault_at(key, "recruit_cost is less than upkeep, so feeding could fail");
    }
    dobyvatele
}

fn board(s: &mut Section, base: &Path) -> Board {
    if s.is_text("board") {
        return Board::File(s.read("board", path(base)).unwrap_or_default());
    }
    s.table("board", |s| Board::Generated {
        teams: s.read("teams", whole(2, 26)).unwrap_or(4),
        size: s.read("size", size(6, 512)),
        hills: s.read("hills", whole(0, 50)).unwrap_or(12),
        seed: s.read("seed", seed),
    })
}

fn schedule(s: &mut Section) -> Turns {
    let policies = [("one", Missed::One), ("skip", Missed::Skip), ("all", Missed::All)];
    let line = s.read("cron", text).unwrap_or("0 18 * * *".into());
    let every = s.read("every", |v| Schedule::every(&text(v)?).map_err(|e| e.to_string()));
    let zone = s.read("timezone", |v| parse_zone(&text(v)?).map_err(|e| e.to_string()));
    let missed = s.read("missed", choice(&policies)).unwrap_or(Missed::One);
    if s.span("cron").is_some() {
        s.fault_at("every", "cron is set as well; keep one of the two");
    }
    let timezone = zone.unwrap_or(Europe::Rome);
    let cron = Schedule::parse_cron(&line, timezone);
    let cron = cron.map_err(|e| s.fault_at("cron", &e.to_string())).ok();
    // The last resort only stands in for a line that was just found at fault.
    Turns { when: every.or(cron).unwrap_or(Schedule::Every(TimeDelta::days(1))), timezone, missed }
}

fn picture(s: &mut Section) -> Picture {
    let themes = [("light", Theme::Light), ("dark", Theme::Dark)];
    Picture {
        size: s.read("size", size(PIXELS.0, PIXELS.1)).unwrap_or(Size { width: 1600, height: 1200 }),
        theme: s.read("theme", choice(&themes)).unwrap_or(Theme::Light),
    }
}

fn words(s: &mut Section, base: &Path) -> Words {
    let languages = [("it", Language::It), ("en", Language::En), ("cs", Language::Cs)];
    Words {
        language: s.read("language", choice(&languages)).unwrap_or(Language::It),
        templates: s.read("templates", path(base)),
        hashtags: s.read("hashtags", hashtags).unwrap_or_default(),
    }
}

fn web(s: &mut Section) -> Web {
    Web {
        enabled: s.read("enabled", flag).unwrap_or(true),
        listen: s.read("listen", address).unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080))),
        url: s.read("url", url),
    }
}

fn outbox(s: &mut Section) -> Outbox {
    let backlogs = [("all", Backlog::All), ("latest", Backlog::Latest)];
    Outbox {
        min_gap: s.read("min_gap", duration).unwrap_or(Duration::from_secs(60)),
        backlog: s.read("backlog", choice(&backlogs)).unwrap_or(Backlog::All),
        pronostici_every: s.read("pronostici_every", whole(0, ANY)).unwrap_or(0),
    }
}

fn networks(top: &mut Section, base: &Path) -> Vec<Network> {
    let mut before: Vec<Network> = Vec::new();
    let given = top.tables("network", |s| {
        let network = network(s, base);
        if before.iter().any(|other| other.env_prefix() == network.env_prefix()) {
            let reason = "another network has this name, or one with the same environment variables";
            s.fault_at_or_here("name", reason);
        }
        if network.path.is_some() && before.iter().any(|other| other.path == network.path) {
            s.fault_at_or_here("path", "another network writes into this folder");
        }
        before.push(network.clone());
        network
    });
    given.unwrap_or_else(|| vec![default_network(base)])
}

fn default_network(base: &Path) -> Network {
    Network {
        kind: NetworkKind::Folder,
        name: "cartella".into(),
        path: Some(base.join("out")),
        base_url: None,
        account: String::new(),
        visibility: Visibility::Public,
        as_document: false,
        alt_in_caption: false,
        size: None,
        on_unknown: OnUnknown::Hold,
    }
}

fn network(s: &mut Section, base: &Path) -> Network {
    let default = default_network(base);
    let kind = s.read("kind", choice(&KINDS)).unwrap_or(default.kind);
    let folder = kind == NetworkKind::Folder;
    let word = Some(kind.word().into()).filter(|_| !folder);
    let account = account_key(kind);
    let accounts = ["handle", "chat", "page"].map(|key| (key, s.read(key, text)));
    let network = Network {
        kind,
        name: s.read("name", text).or(word).unwrap_or(default.name),
        path: s.read("path", path(base)).or(default.path).filter(|_| folder),
        base_url: s.read("base_url", url),
        account: accounts
            .into_iter()
            .find(|(key, _)| Some(*key) == account)
            .and_then(|a| a.1)
            .unwrap_or_default(),
        visibility: s.read("visibility", choice(&VISIBILITIES)).unwrap_or(default.visibility),
        as_document: s.read("as_document", flag).unwrap_or(default.as_document),
        alt_in_caption: s.read("alt_in_caption", flag).unwrap_or(default.alt_in_caption),
        size: s.read("size", size(PIXELS.0, PIXELS.1)),
        on_unknown: s.read("on_unknown", choice(&ON_UNKNOWN)).unwrap_or(default.on_unknown),
    };
    if folder {
        s.fault_at("base_url", "a folder has no address; it has a path");
    }
    for (key, owner) in KEYS.iter().filter(|(_, owner)| *owner != kind) {
        s.fault_at(key, &format!("only a network of the kind {} has it", owner.word()));
    }
    if kind == NetworkKind::Mastodon && s.span("base_url").is_none() {
        s.fault_at_or_here(
            "base_url",
            "missing; a Mastodon network needs its server, such as https://mastodon.uno",
        );
    }
    if let Some(key) = account.filter(|key| s.span(key).is_none()) {
        s.fault_at_or_here(key, &format!("missing; a {} network needs it, {}", kind.word(), example(kind)));
    }
    network
}

/// The key that says whom a network posts as, or where.
fn account_key(kind: NetworkKind) -> Option<&'static str> {
    match kind {
        NetworkKind::Bluesky => Some("handle"),
        NetworkKind::Telegram => Some("chat"),
        NetworkKind::Facebook => Some("page"),
        NetworkKind::Folder | NetworkKind::Mastodon | NetworkKind::X | NetworkKind::Discord => None,
    }
}

fn example(kind: NetworkKind) -> &'static str {
    match kind {
        NetworkKind::Bluesky => "such as guerra.bsky.social",
        NetworkKind::Telegram => "such as \"@guerra\" or \"-1001234567890\"",
        NetworkKind::Facebook => "such as \"100012345678901\"",
        NetworkKind::Folder | NetworkKind::Mastodon | NetworkKind::X | NetworkKind::Discord => "",
    }
}

impl NetworkKind {
    /// As config.toml writes it.
    pub fn word(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}
