//! Two years of daily turns by a clock of its own, in a minute or two: both nights when the clocks change, restarts,
//! outages of a network, a clock set back, a disk that fills up and is freed, seasons.
//!
//! `cargo run --release --example soak-years` (as root, for the disk). No turn may be missed or doubled but those that
//! were due while the daemon could not play, no post at all; memory stays flat.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/far_end/mod.rs"]
mod far_end;
#[path = "../tests/networks/rig.rs"]
mod rig;

use chrono::{DateTime, Datelike, TimeDelta, TimeZone, Utc};
use chrono_tz::Europe::Rome;
use far_end::{FarEnd, Kind};
use guerrabot::daemon::{Daemon, Lock, Turn, Turns};
use guerrabot::map::{bundled, load};
use guerrabot::publish::{Backlog, Folder, Network, OnUnknown, Outbox, Pace, Press, Service, Step, Studio};
use guerrabot::rules::guerra::Rules;
use guerrabot::schedule::{Missed, Schedule};
use guerrabot::store::{Pulse, Store, WarState, Writer};
use guerrabot::turn::{self, Begin, TurnError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The world's clock, UTC milliseconds.
static NOW: AtomicI64 = AtomicI64::new(0);

fn clock() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(NOW.load(SeqCst)).expect("a time of this century")
}

fn set_clock(to: DateTime<Utc>) {
    NOW.store(to.timestamp_millis(), SeqCst);
}

/// 02:30 does not exist in one night of March, and comes twice in one of October.
const CRON: &str = "30 2 * * *";
const PACE: Pace = Pace { min_gap: Duration::from_secs(60), backlog: Backlog::All };

/// What happens to the daemon, on which day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Incident {
    Restart,
    /// The machine is off for so many hours.
    Off(i64),
    /// Mastodon does not answer for so many days.
    Outage(i64),
    /// The clock is set back by so many hours, and right again a day later.
    SetBack(i64),
    /// Nothing more fits on the disk for so many days.
    FullDisk(i64),
}

/// A year's incidents; some fall on the nights when the clocks change.
fn incident(day: i64) -> Option<Incident> {
    match day % 365 {
        20 => Some(Incident::Outage(9)),
        45 => Some(Incident::SetBack(5)),
        60 => Some(Incident::FullDisk(2)),
        118 => Some(Incident::Off(30)),
        200 => Some(Incident::Off(24 * 5)),
        230 => Some(Incident::SetBack(48)),
        300 => Some(Incident::Outage(40)),
        day if day % 13 == 0 => Some(Incident::Restart),
        _ => None,
    }
}

/// One life of the daemon.
struct Life {
    turns: Turns,
    outboxes: Vec<Outbox>,
    writer: Writer,
    threads: Vec<std::thread::JoinHandle<()>>,
}

struct World {
    home: PathBuf,
    far: FarEnd,
    networks: Vec<Network>,
    schedule: Schedule,
    ballast: PathBuf,
    /// Spans in which a turn that was due could not be taken.
    excused: Vec<(DateTime<Utc>, DateTime<Utc>)>,
    seasons: u32,
}

impl World {
    fn new(home: &Path) -> World {
        let far = FarEnd::with_clock(Kind::Mastodon, clock);
        far.forget_pictures();
        let network = |name: &str, service| Network {
            name: name.into(),
            canvas: None,
            on_unknown: OnUnknown::Hold,
            service,
        };
        let networks = vec![
            network("folder", Service::Folder(Folder { path: home.join("out") })),
            network("mastodon", rig::service(&far)),
        ];
        let schedule = Schedule::parse_cron(CRON, Rome).expect("a lawful schedule");
        let (home, ballast) = (home.to_path_buf(), home.join("disk/ballast"));
        World { home, far, networks, schedule, ballast, excused: Vec::new(), seasons: 0 }
    }

    fn db(&self) -> PathBuf {
        self.home.join("disk/guerrabot.db")
    }

    /// Starts the daemon, as it starts after any end.
    fn live(&self) -> Life {
        let lock = Lock::take(&self.db()).expect("nobody else plays");
        let (writer, writing) =
            Writer::start(Store::open(&self.db()).expect("the database")).expect("a thread");
        let press = Press::open(&self.db(), rig::settings()).expect("the database");
        let (studio, drawing) = Studio::start(press).expect("a thread");
        let outbox = |n: &Network| Outbox::new(writer.clone(), studio.clone(), n.clone(), PACE, clock);
        let outboxes = self.networks.iter().map(outbox).collect();
        let turns = Turns::new(Daemon {
            writer: writer.clone(),
            studio,
            networks: self.networks.clone(),
            pace: PACE,
            schedule: self.schedule.clone(),
            missed: Missed::One,
            turns: None,
            pronostici_every: 0,
            clock,
            inbox: Default::default(),
            pulse: watch::channel(Pulse::default()).0,
            lock,
        });
        Life { turns, outboxes, writer, threads: vec![writing, drawing] }
    }

    /// A season begins when there is none, or the last is over.
    fn begin_season(&mut self) {
        let mut store = Store::open(&self.db()).expect("the database");
        if store.war(None).expect("the database").is_some_and(|war| war.state != WarState::Over) {
            return;
        }
        let source = bundled("oltrepo").expect("bundled");
        let (map, _) = load(source, "oltrepo").expect("sound");
        self.seasons += 1;
        let now = clock();
        let names: Vec<String> = self.networks.iter().map(|n| n.name.clone()).collect();
        let plan = Begin {
            name: "Oltrepò GuerraBot",
            map: &map,
            source,
            rules: &Rules::default(),
            secret: [self.seasons as u8; 32],
            await_salt: false,
            now: now.timestamp_millis(),
            schedule: &self.schedule.to_string(),
            first_due: self.schedule.next_after(now).timestamp_millis(),
            networks: &names,
        };
        turn::begin(&mut store, &plan).expect("room for a war");
    }

    /// Lets the daemon do all that is due now; gives when it wants to be woken.
    async fn work(&mut self, life: &mut Life) -> DateTime<Utc> {
        let mut wake = clock() + TimeDelta::hours(6);
        loop {
            match life.turns.step().await {
                Ok(Turn::Took | Turn::Again) => {}
                Ok(Turn::Wait(wait)) => break wake = wake.min(clock() + wait),
                Ok(Turn::Finished) => self.begin_season(),
                Err(TurnError::MovedOn(_)) => {}
                Err(TurnError::Store(e)) if e.may_pass() => break wake = clock() + TimeDelta::minutes(10),
                Err(e) => panic!("{}: {e}", clock()),
            }
        }
        for outbox in &life.outboxes {
            loop {
                match outbox.step().await {
                    Ok(Step::Moved(..)) => {}
                    Ok(Step::WaitUntil(then)) => {
                        let then = DateTime::from_timestamp_millis(then).expect("a time");
                        break wake = wake.min(then.max(clock() + TimeDelta::seconds(1)));
                    }
                    Ok(Step::Idle) => break,
                    Ok(Step::Paused(why)) => panic!("{} is paused: {why}", outbox.name()),
                    Err(e) if e.may_pass() => break wake = wake.min(clock() + TimeDelta::minutes(10)),
                    Err(e) => panic!("{}: {e}", clock()),
                }
            }
        }
        wake
    }

    async fn play_until(&mut self, life: &mut Life, end: DateTime<Utc>) {
        while clock() < end {
            let wake = self.work(life).await;
            set_clock(wake.clamp(clock() + TimeDelta::seconds(1), end.max(clock() + TimeDelta::seconds(1))));
        }
    }
}

impl Life {
    fn end(self) {
        let Life { turns, outboxes, writer, threads } = self;
        drop((turns, outboxes, writer));
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    }
}

#[tokio::main]
async fn main() {
    let begun = Instant::now();
    let home = tempfile::tempdir().expect("a folder");
    let small_disk = mount(&home.path().join("disk"));
    let start = Rome.with_ymd_and_hms(2026, 12, 1, 12, 0, 0).single().expect("once").with_timezone(&Utc);
    set_clock(start);
    let mut world = World::new(home.path());
    world.begin_season();
    let (mut life, mut memory) = (world.live(), [0.0; 2]);
    for day in 1..=730 {
        let tomorrow = start + TimeDelta::days(day);
        world.play_until(&mut life, tomorrow).await;
        life = happen(&mut world, life, incident(day), small_disk).await;
        if day % 365 == 0 {
            memory[usize::from(day > 365)] = resident();
            println!("day {day}: {} s, {:.1} MB resident", begun.elapsed().as_secs(), resident());
        }
    }
    // Whatever waits for a network goes out.
    world.play_until(&mut life, clock() + TimeDelta::days(3)).await;
    life.end();
    judge(&world, start);
    println!("memory {:.1} MB after a year, {:.1} MB after two", memory[0], memory[1]);
    assert!(memory[1] < memory[0] + 3.0, "memory grows");
    if small_disk {
        umount(&home.path().join("disk"));
    }
}

async fn happen(world: &mut World, life: Life, what: Option<Incident>, small_disk: bool) -> Life {
    let Some(what) = what else { return life };
    let mut life = life;
    let now = clock();
    match what {
        Incident::Restart => {
            life.end();
            return world.live();
        }
        Incident::Off(hours) => {
            life.end();
            set_clock(now + TimeDelta::hours(hours));
            world.excused.push((now, clock()));
            return world.live();
        }
        Incident::Outage(days) => {
            world.far.set_down(true);
            world.play_until(&mut life, now + TimeDelta::days(days)).await;
            world.far.set_down(false);
        }
        Incident::SetBack(hours) => {
            set_clock(now - TimeDelta::hours(hours));
            for _ in 0..24 {
                world.work(&mut life).await;
                set_clock(clock() + TimeDelta::hours(1));
            }
            let right = now + TimeDelta::days(1);
            world.excused.push((now, right));
            set_clock(right);
        }
        Incident::FullDisk(days) if small_disk => {
            std::fs::write(&world.ballast, vec![0; 32 << 20]).expect_err("the disk is small");
            world.play_until(&mut life, now + TimeDelta::days(days)).await;
            std::fs::remove_file(&world.ballast).expect("it is there");
            world.excused.push((now, clock()));
        }
        Incident::FullDisk(_) => println!("SKIPPED: a full disk; mounting is not permitted here"),
    }
    life
}

/// Every slot was played once, in order, save those that nobody could play; every turn was posted once everywhere.
fn judge(world: &World, start: DateTime<Utc>) {
    let store = Store::open(&world.db()).expect("the database");
    let mut slots = Vec::new();
    let mut posted = 0;
    for war in store.wars().expect("wars") {
        let verdict = turn::verify(&store, &war).expect("the database");
        assert_eq!(verdict.faults, Vec::<String>::new(), "war {}", war.number);
        let turns = store.turns(war.number, 0).expect("turns");
        slots.extend(turns.iter().map(|turn| DateTime::from_timestamp_millis(turn.slot).expect("a time")));
        posted += turns.len() + 1;
        let folder = world.home.join(format!("out/{}", war.number));
        let pictures = std::fs::read_dir(&folder).expect("a folder").filter(|entry| {
            entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|ending| ending == "png"))
        });
        assert_eq!(pictures.count(), turns.len() + 1, "{}", folder.display());
    }
    assert!(slots.is_sorted_by(|a, b| a < b), "a slot was played twice");
    let taken: BTreeSet<_> = slots.iter().copied().collect();
    let (mut due, mut missed) = (world.schedule.next_after(start), 0);
    while due < *slots.last().expect("two years of turns") {
        let excused = world.excused.iter().any(|(from, to)| *from <= due && due <= *to);
        assert!(taken.contains(&due) || excused, "the turn of {} was missed", due.with_timezone(&Rome));
        missed += u32::from(!taken.contains(&due));
        due = world.schedule.next_after(due);
    }
    let posts = store.posts(None, Some("mastodon")).expect("posts");
    assert!(posts.iter().all(|post| post.state == guerrabot::store::PostState::Sent), "not all is posted");
    assert_eq!(world.far.count(), posted, "posts at the far end");
    let days: BTreeSet<_> = slots.iter().map(|slot| slot.with_timezone(&Rome).num_days_from_ce()).collect();
    let size = std::fs::metadata(world.db()).expect("a file").len() as f64 / 1e6;
    println!(
        "{} turns on {} days in {} seasons, {missed} slots while it could not play; {posted} posts, each once; {size:.1} MB",
        slots.len(),
        days.len(),
        world.seasons,
    );
    assert!(size < 5.0, "the database is too large");
}

/// A disk of a few megabytes; false where that is not permitted.
fn mount(place: &Path) -> bool {
    std::fs::create_dir(place).expect("a folder");
    let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=24m", "tmpfs"]).arg(place).status();
    mounted.is_ok_and(|status| status.success())
}

fn umount(place: &Path) {
    let _ = Command::new("umount").arg("-l").arg(place).status();
}

/// MB of memory in use.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    kib.and_then(|kib| kib.trim().parse::<f64>().ok()).unwrap_or(0.0) * 1024.0 / 1e6
}
