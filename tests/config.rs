//! config.toml: defaults, what is refused and how, and that all faults of a file are told at once.

use std::path::{Path, PathBuf};

use guerrabot::config::{Board, Config, MapSource, Network, NetworkKind, OnUnknown, Warning};

fn parse(text: &str) -> (Config, Vec<Warning>) {
    Config::parse(text, Path::new("/srv/bot/config.toml")).unwrap_or_else(|e| panic!("{e}"))
}

/// The messages without `config.toml:`, one a fault.
fn faults(text: &str) -> Vec<String> {
    let error = Config::parse(text, Path::new("config.toml")).expect_err(text).to_string();
    error.lines().map_while(|line| line.strip_prefix("config.toml:").map(String::from)).collect()
}

fn fault(text: &str) -> String {
    let [only] = &faults(text)[..] else { panic!("{text}: {:?}", faults(text)) };
    only.clone()
}

fn networks(text: &str) -> Vec<Network> {
    parse(text).0.networks
}

#[test]
fn the_shipped_file_says_the_defaults() {
    let (shipped, warnings) = Config::load(Path::new("config.toml")).unwrap();
    assert_eq!(shipped, Config::default());
    assert_eq!(warnings, []);
}

#[test]
fn the_shipped_file_names_every_setting() {
    let shipped = include_str!("../config.toml");
    for section in
        ["war", "guerra", "dobyvatele", "schedule", "picture", "words", "web", "outbox", "[network]"]
    {
        let message = fault(&format!("[{section}]\nhm = 1\n"));
        let (_, allowed) = message.split_once("allowed: ").unwrap();
        for key in allowed.split(", ") {
            assert!(shipped.contains(&format!("{key} = ")), "{key} of [{section}]");
        }
    }
}

#[test]
fn an_unknown_key_is_shown_with_its_line_a_caret_and_the_allowed_names() {
    let error =
        Config::parse("\n[schedule]\nevrey = \"30s\"\n", Path::new("config.toml")).unwrap_err().to_string();
    let first =
        "config.toml:3:1: unknown key \"evrey\" in [schedule]; allowed: cron, every, timezone, missed";
    assert_eq!(error.lines().next(), Some(first));
    assert!(error.contains(" 3 | evrey = \"30s\"\n   : ^^^^^\n"), "{error}");
    assert!(fault("[schedle]\n").starts_with("1:2: unknown key \"schedle\"; allowed: db, war, guerra,"));
}

#[test]
fn all_faults_are_told_at_once_in_their_order() {
    let text =
        "db = 7\n[guerra]\ncooldown_turns = 0\nhm = 1\n[words]\nlanguage = \"fr\"\nhashtags = [\"a b\"]\n";
    let lines: Vec<String> = faults(text).iter().map(|f| f.split(':').next().unwrap().into()).collect();
    assert_eq!(lines, ["1", "3", "4", "6", "7"]);
}

#[test]
fn broken_toml_and_wrong_keys_are_told_together() {
    let found = faults(
        "[web]\nenabled = yes\n[picture]\nthme = \"dark\"\nsize = \"1600x1200\"\nsize = \"800x600\"\n",
    );
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("2:11: ") && found[1].starts_with("4:1: unknown key \"thme\""));
    assert_eq!(found[2], "6:1: duplicate key");
}

#[test]
fn refusals_say_why() {
    for (text, reason) in [
        ("[guerra]\nrebellion_probability = \"1/0\"", "\"1/0\" has the denominator 0"),
        ("[guerra]\nrebellion_probability = \"3/2\"", "\"3/2\" is more than 1"),
        ("[guerra]\nrebellion_probability = \"-1/2\"", "\"-1/2\" is not a fraction"),
        (
            "[guerra]\nrebellion_probability = 0.1",
            "expected a fraction in quotes such as \"1/10\", found a decimal",
        ),
        ("[guerra]\nsmall_faction = 0", "0 is not a whole number from 1 on"),
        ("[guerra]\ngrace_turns = -1", "-1 is not a whole number from 0 on"),
        ("[schedule]\ncron = \"0 0 31 2 *\"", "such a date never comes"),
        ("[schedule]\ncron = \"0 18 * * *\"\nevery = \"30s\"", "cron is set as well; keep one of the two"),
        ("[schedule]\nevery = \"0s\"", "is no time at all"),
        ("[schedule]\ntimezone = \"Roma\"", "unknown timezone \"Roma\""),
        ("[schedule]\nmissed = \"none\"", "unknown \"none\"; allowed: one, skip, all"),
        ("[picture]\nsize = \"100x1200\"", "is not WIDTHxHEIGHT, each from 320 to 8000"),
        ("[picture]\ntheme = true", "expected a text in quotes, found true or false"),
        ("[web]\nlisten = \":8080\"", "is not ADDRESS:PORT"),
        ("[web]\nurl = \"example.org\"", "is not an https:// address"),
        ("[dobyvatele]\nupkeep = 6", "recruit_cost is less than upkeep"),
        ("[dobyvatele]\nstart = 2026-12-01", "is not a time such as"),
        ("schedule = 5", "expected a table [schedule], found a whole number"),
        ("[network]\nname = \"a\"", "expected tables, each headed [[network]]"),
        ("[[network]]\nkind = \"myspace\"", "unknown \"myspace\"; allowed: folder, mastodon, bluesky"),
        ("[[network]]\nkind = \"mastodon\"", "a Mastodon network needs its server"),
        ("[[network]]\nkind = \"x\"\npath = \"out\"", "only a network of the kind folder has it"),
        (
            "[[network]]\nkind = \"bluesky\"",
            "handle in [[network]]: missing; a bluesky network needs it, such as",
        ),
        ("[[network]]\nkind = \"telegram\"", "chat in [[network]]: missing; a telegram network"),
        ("[[network]]\nkind = \"facebook\"", "page in [[network]]: missing; a facebook network"),
        ("[[network]]\nkind = \"x\"\nchat = \"@a\"", "only a network of the kind telegram has it"),
        ("[[network]]\nkind = \"discord\"\nbase_url = \"http://x.org\"", "is not an https:// address"),
        ("[outbox]\nbacklog = \"none\"", "unknown \"none\"; allowed: all, latest"),
        ("[outbox]\nmin_gap = \"soon\"", "is not a length of time"),
        ("[[network]]\n[[network]]\npath = \"b\"", "another network has this name"),
        ("[[network]]\n[[network]]\nname = \"b\"", "another network writes into this folder"),
        (
            "[[network]]\nkind = \"x\"\nname = \"a-b\"\n[[network]]\nkind = \"x\"\nname = \"A_B\"",
            "another network has this name",
        ),
    ] {
        assert!(fault(text).contains(reason), "{text}: {}", fault(text));
    }
}

#[test]
fn secrets_are_refused_with_the_way_to_give_them() {
    for text in
        ["[[network]]\ntoken = \"x\"", "[[network]]\nAPI_KEY = \"x\"", "[web]\nadmin_password = \"x\""]
    {
        let message = fault(text);
        assert!(message.contains("GUERRABOT_<NAME>_TOKEN_FILE"), "{message}");
    }
    let webhook = "[[network]]\nkind = \"discord\"\nbase_url = \"https://discord.com/api/webhooks/1/abc\"";
    assert!(fault(webhook).contains("holds a secret"));
    assert!(fault("[web]\nurl = \"https://me:pw@example.org\"").contains("holds a secret"));
    assert_eq!(
        parse("[web]\nurl = \"https://example.org/@bot\"").0.web.url.as_deref(),
        Some("https://example.org/@bot")
    );
}

#[test]
fn fractions_are_reduced() {
    let text = "[guerra]\nrebellion_probability = \"0/7\"\nrebel_attack_probability = \"60/100\"\n";
    let guerra = parse(text).0.guerra;
    assert_eq!((guerra.rebellion_probability, guerra.rebel_attack_probability), ((0, 1), (3, 5)));
}

#[test]
fn a_war_that_may_never_end_is_warned_of() {
    let warnings = |p: &str| parse(&format!("[guerra]\nrebellion_probability = \"{p}\"\n")).1;
    assert_eq!(warnings("29/100"), []);
    let shown = warnings("3/10")[0].to_string();
    assert!(shown.starts_with("/srv/bot/config.toml:2:25: rebellion_probability"), "{shown}");
}

#[test]
fn paths_start_from_the_files_folder() {
    let (config, _) = parse("db = \"a.db\"\n[war]\nmap = \"maps/a.geojson\"\n[words]\ntemplates = \"/t\"\n");
    assert_eq!(config.db, PathBuf::from("/srv/bot/a.db"));
    assert_eq!(config.war.map, MapSource::File("/srv/bot/maps/a.geojson".into()));
    assert_eq!(config.words.templates, Some("/t".into()));
    assert_eq!(config.networks[0].path, Some("/srv/bot/out".into()));
    assert_eq!(parse("[war]\nmap = \"lazio\"\n").0.war.map, MapSource::Bundled("lazio".into()));
    assert_eq!(
        parse("[dobyvatele]\nboard = \"b.txt\"\n").0.dobyvatele.board,
        Board::File("/srv/bot/b.txt".into())
    );
}

#[test]
fn a_schedule_is_a_period_or_a_cron_line_in_its_zone() {
    let shown = |text: &str| parse(text).0.schedule.when.to_string();
    assert_eq!(shown(""), "cron 0 18 * * * Europe/Rome");
    assert_eq!(shown("[schedule]\nevery = \"90s\"\n"), "every 1m30s");
    assert_eq!(shown("[schedule]\ntimezone = \"UTC\"\ncron = \"0 9 * * 1\"\n"), "cron 0 9 * * 1 UTC");
}

#[test]
fn networks_take_their_kinds_defaults() {
    assert_eq!(networks("network = []\n"), []);
    let text = "[[network]]\nkind = \"bluesky\"\nhandle = \"g.test\"\n[[network]]\nkind = \"mastodon\"\nname = \"il bar\"\n\
                base_url = \"http://127.0.0.1:3000/\"\non_unknown = \"resend\"\n";
    let [bluesky, mastodon] = &networks(text)[..] else { panic!("two networks") };
    assert_eq!((bluesky.kind, bluesky.name.as_str()), (NetworkKind::Bluesky, "bluesky"));
    assert_eq!((&bluesky.path, &bluesky.base_url, bluesky.on_unknown), (&None, &None, OnUnknown::Hold));
    assert_eq!(mastodon.base_url.as_deref(), Some("http://127.0.0.1:3000"));
    assert_eq!(
        (mastodon.on_unknown, mastodon.env_prefix().as_str()),
        (OnUnknown::Resend, "GUERRABOT_IL_BAR")
    );
}

#[test]
fn an_unreadable_file_is_named() {
    let error = Config::load(Path::new("nowhere/config.toml")).unwrap_err().to_string();
    assert!(error.starts_with("nowhere/config.toml: "), "{error}");
}
