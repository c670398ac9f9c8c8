#![allow(dead_code, reason = "tests and benches each use their part")]

use super::common::grid;
use super::far_end::{FarEnd, Kind, secret};
use chrono::{DateTime, TimeDelta, Utc};
use guerrabot::map::{bundled, load};
use guerrabot::publish::{
    Backlog, Bluesky, Discord, Facebook, Http, Keys, Limits, Mastodon, Network, OnUnknown, Outbox, Pace,
    Patience, Press, Service, Settings, Step, Studio, Telegram, TelegramForm, X,
};
use guerrabot::render::{Canvas, Theme};
use guerrabot::rules::guerra::Rules;
use guerrabot::schedule::Schedule;
use guerrabot::store::{Post, PostState, Store, Writer};
use guerrabot::turn::{self, Begin, Campaign, Moment};
use guerrabot::words::Language;
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::time::Duration;
use tempfile::TempDir;

/// How far the tests' clock is ahead: waits are leapt over, in all tests at once.
static AHEAD: AtomicI64 = AtomicI64::new(0);

pub fn clock() -> DateTime<Utc> {
    Utc::now() + TimeDelta::milliseconds(AHEAD.load(SeqCst))
}

pub fn leap_to(ms: i64) {
    let ahead = ms - Utc::now().timestamp_millis();
    AHEAD.fetch_max(ahead, SeqCst);
}

/// A war of some turns in a database, and the outbox of one network with its far end.
pub struct Rig {
    pub far: FarEnd,
    pub outbox: Outbox,
    pub writer: Writer,
    pub network: Network,
    home: TempDir,
}

pub const NO_GAP: Pace = Pace { min_gap: Duration::ZERO, backlog: Backlog::All };

impl Rig {
    /// Posts of turns 0 to `turns` wait.
    pub async fn new(kind: Kind, turns: u32) -> Rig {
        Rig::with(kind, turns, NO_GAP, OnUnknown::Hold).await
    }

    pub async fn with(kind: Kind, turns: u32, pace: Pace, on_unknown: OnUnknown) -> Rig {
        Rig::on(kind, turns, pace, on_unknown, grid(4).as_bytes()).await
    }

    /// On a real map, whose names and pictures are as long and large as they get.
    pub async fn on_oltrepo(kind: Kind, turns: u32) -> Rig {
        Rig::on(kind, turns, NO_GAP, OnUnknown::Hold, bundled("oltrepo").unwrap()).await
    }

    /// With words of the operator's own.
    pub async fn telling(kind: Kind, templates: &str) -> Rig {
        let mut rig = Rig::new(kind, 0).await;
        let settings = Settings { templates: Some(templates.into()), ..settings() };
        let press = Press::open(&rig.db(), settings).unwrap();
        let studio = Studio::start(press).unwrap().0;
        rig.outbox = Outbox::new(rig.writer.clone(), studio, rig.network.clone(), NO_GAP, clock);
        rig
    }

    pub fn db(&self) -> PathBuf {
        self.home.path().join("rig.db")
    }

    async fn on(kind: Kind, turns: u32, pace: Pace, on_unknown: OnUnknown, source: &[u8]) -> Rig {
        let far = FarEnd::with_clock(kind, clock);
        let network = Network { name: kind.word(), canvas: None, on_unknown, service: service(&far) };
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("rig.db");
        let mut store = Store::open(&path).unwrap();
        play(&mut store, &network, turns, source);
        let (writer, _) = Writer::start(store).unwrap();
        let outbox = Outbox::new(writer.clone(), studio(&path), network.clone(), pace, clock);
        Rig { far, outbox, writer, network, home }
    }

    /// The program after a crash: another outbox on the same database.
    pub fn reborn(&self, pace: Pace) -> Outbox {
        let studio = studio(&self.db());
        Outbox::new(self.writer.clone(), studio, self.network.clone(), pace, clock)
    }

    pub async fn step(&self) -> Step {
        self.outbox.step().await.unwrap()
    }

    /// Steps until nothing moves any more, leaping over waits; gives how it ended.
    pub async fn settle(&self) -> Step {
        for _ in 0..400 {
            match self.step().await {
                Step::Moved(..) => {}
                Step::WaitUntil(then) => leap_to(then),
                end @ (Step::Idle | Step::Paused(_)) => return end,
            }
        }
        panic!("it never settles: {:?}", self.posts().await);
    }

    /// Steps until the first post has been tried once.
    pub async fn try_once(&self) -> Post {
        loop {
            if let Step::Moved(before, _) = self.step().await
                && before.frozen
            {
                return self.posts().await.into_iter().find(|post| post.id == before.id).unwrap();
            }
        }
    }

    pub async fn posts(&self) -> Vec<Post> {
        self.writer.run(|store| store.posts(None, None)).await.unwrap().unwrap()
    }

    pub async fn states(&self) -> Vec<PostState> {
        self.posts().await.iter().map(|post| post.state).collect()
    }

    /// The network goes on, its far end mended.
    pub async fn resume(&self) {
        let name = self.network.name.clone();
        let resume = move |store: &mut Store| store.transaction(|tx| tx.resume(&name));
        self.writer.run(resume).await.unwrap().unwrap();
    }

    /// The operator's word on the held posts: send them again.
    pub async fn resend_held(&self) {
        for post in self.posts().await.into_iter().filter(|post| post.state == PostState::Held) {
            let resend = move |store: &mut Store| {
                let to = (PostState::Held, PostState::Pending);
                store.transaction(|tx| tx.mark(post.id, to, None, clock().timestamp_millis()))
            };
            assert!(self.writer.run(resend).await.unwrap().unwrap());
        }
    }
}

/// A way out that gives up soon.
pub fn hasty() -> Http {
    Http::new(Patience { connect: Duration::from_millis(500), whole: Duration::from_millis(1500) }).unwrap()
}

pub fn service(far: &FarEnd) -> Service {
    let (http, url) = (&hasty(), far.url());
    let secret = |name: &str| secret(name).into();
    match far.kind {
        Kind::Mastodon => {
            Service::Mastodon(Mastodon::new(http, url, secret("MASTODON_TOKEN"), "public".into()))
        }
        Kind::Bluesky => Service::Bluesky(Bluesky::new(
            http,
            "bluesky".into(),
            url,
            "guerra.test".into(),
            secret("BLUESKY_PASSWORD"),
        )),
        Kind::X => {
            let keys = Keys {
                consumer_key: secret("X_CONSUMER_KEY"),
                consumer_secret: secret("X_CONSUMER_SECRET"),
                token: secret("X_TOKEN"),
                token_secret: secret("X_TOKEN_SECRET"),
            };
            Service::X(X::new(http, url, keys, clock))
        }
        Kind::Telegram => {
            let form = TelegramForm::default();
            Service::Telegram(Telegram::new(http, url, secret("TELEGRAM_TOKEN"), "@guerra".into(), form))
        }
        Kind::Facebook => {
            Service::Facebook(Facebook::new(http, url, secret("FACEBOOK_TOKEN"), "4242".into()))
        }
        Kind::Discord => {
            Service::Discord(Discord::new(http, &secret("DISCORD_WEBHOOK"), Some(&url)).unwrap())
        }
    }
}

pub fn settings() -> Settings {
    Settings {
        language: Language::Italian,
        templates: None,
        hashtags: vec!["Oltrepò".into(), "GuerraBot".into()],
        zone: chrono_tz::Europe::Rome,
        canvas: Canvas { width: 320, height: 320 },
        theme: Theme::Light,
        schedule: Schedule::every("1h").unwrap(),
    }
}

fn studio(db: &std::path::Path) -> Studio {
    Studio::start(Press::open(db, settings()).unwrap()).unwrap().0
}

/// A war of some turns, taken now, posts for the network.
fn play(store: &mut Store, network: &Network, turns: u32, source: &[u8]) {
    let (map, _) = load(source, "map").unwrap();
    let (now, networks) = (clock().timestamp_millis(), [network.name.clone()]);
    let plan = Begin {
        name: "Oltrepò GuerraBot",
        map: &map,
        source,
        rules: &Rules::default(),
        secret: [7; 32],
        await_salt: false,
        now,
        schedule: "every 1d",
        first_due: now,
        networks: &networks,
    };
    let number = turn::begin(store, &plan).unwrap();
    let war = store.war(Some(number)).unwrap().unwrap();
    let mut campaign = Campaign::load(store, war).unwrap();
    for slot in 1..=i64::from(turns) {
        let moment = Moment { slot: now + slot, now: now + slot, schedule: "every 1d", next_due: now };
        campaign.take(store, &networks, &moment).unwrap().unwrap();
    }
}

/// What any network must hold to.
pub async fn limits(network: &Network) -> Limits {
    network.limits().await
}
