//! A war of 10,000 turns on some 8,000 places, played by the daemon as it runs for everybody; only the latest turn is
//! posted. Then the daemon starts again, and the page and its pictures are asked for.
//!
//! `cargo run --release --example soak-italy -- target/release/guerrabot [MAP [TURNS]]`; MAP is a file for `map import`, such
//! as one of the 7,904 comuni of Italy. Without one a map of 8,000 patches is made. Exit status 1 if a figure is not met.

#[path = "../tests/far_end/mod.rs"]
mod far_end;
#[path = "../tests/engine/maps.rs"]
mod maps;

use far_end::{FarEnd, Kind, SECRETS};
use maps::Random;
use serde_json::{Value, json};
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

const AT: &str = "127.0.0.1:18474";
const COLUMNS: usize = 100;
const ROWS: usize = 80;

/// Wanted: megabytes, and milliseconds.
const DATABASE: f64 = 50.0;
const PICTURE: f64 = 150.0;
const READY: f64 = 500.0;

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let program = args.first().map_or("target/release/guerrabot", String::as_str);
    let turns = args.get(2).map_or(10_000, |text| text.parse().expect("TURNS is a number"));
    match soak(Path::new(program), args.get(1).map(Path::new), turns) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn soak(program: &Path, map: Option<&Path>, turns: u32) -> Fallible<bool> {
    let home = tempfile::tempdir()?;
    let bot = Bot { program: std::fs::canonicalize(program)?, home: home.path() };
    match map {
        Some(file) => bot.import(&std::fs::canonicalize(file)?)?,
        None => std::fs::write(home.path().join("map.geojson"), patches().to_string())?,
    }
    let far = FarEnd::start(Kind::Mastodon);
    far.forget_pictures();
    let config = format!(
        "[war]\nmap = \"map.geojson\"\n[web]\nlisten = \"{AT}\"\n[outbox]\nmin_gap = \"0s\"\nbacklog = \"latest\"\n{}",
        far.config()
    );
    std::fs::write(home.path().join("config.toml"), config)?;

    let begun = Instant::now();
    let played = bot.run(&["--every", "1ms", "--turns", &turns.to_string()])?.wait()?;
    if !played.success() {
        return Err(format!("the daemon ended with {played}; {}", bot.log()).into());
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{turns} turns in {seconds:.1} s, {} posts", far.count());
    let size = std::fs::metadata(home.path().join("guerrabot.db"))?.len() as f64 / 1e6;
    let mut met = told("database", size, "MB", DATABASE);

    let begun = Instant::now();
    let mut life = Life(bot.run(&["--every", "1d"])?);
    wait_until_ready(turns)?;
    met &= told("restart to ready", milliseconds(begun), "ms", READY);
    met &= look(turns)?;
    println!("{:<34} {:>9.1} MB", "memory, at most", peak(&life.0)?);
    life.0.kill()?;
    Ok(met)
}

/// Asks for all that followers and programs ask for.
fn look(turns: u32) -> Fallible<bool> {
    let half = turns / 2;
    for path in ["", "guerra.json", "mappa.json", "turno/", &format!("turno/{half}/"), "feed.xml"] {
        document(path)?;
    }
    for query in [
        "war",
        "standings",
        &format!("standings?turn={half}"),
        "turns",
        &format!("turns?after={half}&limit=10"),
    ] {
        document(&format!("api/v1/{query}"))?;
    }
    let page = get(&format!("turno/{half}/"))?;
    let page = String::from_utf8_lossy(&page);
    let (_, key) = page.split_once("figure/").ok_or("a turn has no picture")?;
    let figures = format!("figure/{}", &key[..8]);
    let begun = Instant::now();
    get(&format!("{figures}/{turns}.png"))?;
    println!("{:<34} {:>9.0} ms", "the first picture", milliseconds(begun));
    let mut random = Random::new(1);
    let mut times = Vec::new();
    for _ in 0..25 {
        let turn = 1 + random.below(u64::from(turns) - 1);
        let begun = Instant::now();
        get(&format!("{figures}/{turn}.png"))?;
        times.push(milliseconds(begun));
    }
    times.sort_by(f64::total_cmp);
    println!("{:<34} {:>9.0} ms", "a picture of any turn, median", times[times.len() / 2]);
    Ok(told("a picture of any turn, slowest", times[times.len() - 1], "ms", PICTURE))
}

/// Asks twice: the second time it is ready.
fn document(path: &str) -> Fallible<()> {
    let begun = Instant::now();
    let bytes = get(path)?;
    let (first, begun) = (milliseconds(begun), Instant::now());
    get(path)?;
    let again = milliseconds(begun);
    let size = bytes.len() as f64 / 1e3;
    println!("{:<34} {first:>9.0} ms, then {again:.0} ms; {size:.0} KB", format!("/{path}"));
    Ok(())
}

fn told(what: &str, is: f64, unit: &str, wanted: f64) -> bool {
    let met = is <= wanted;
    let verdict = if met { "" } else { "  NOT MET" };
    println!("{what:<34} {is:>9.1} {unit} (wanted: {wanted} {unit}){verdict}");
    met
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// The program in a folder of its own.
struct Bot<'a> {
    program: std::path::PathBuf,
    home: &'a Path,
}

impl Bot<'_> {
    fn import(&self, file: &Path) -> Fallible<()> {
        let mut command = Command::new(&self.program);
        command.args(["map", "import"]).arg(file).args([
            "-o",
            "map.geojson",
            "--join",
            "--attribution",
            "soak",
        ]);
        let said = command.current_dir(self.home).output()?;
        if said.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&said.stderr).into()) }
    }

    fn run(&self, args: &[&str]) -> Fallible<Child> {
        let log = std::fs::File::create(self.home.join("log"))?;
        let mut command = Command::new(&self.program);
        command.arg("run").args(args).current_dir(self.home).env("RUST_LOG", "warn").stdout(Stdio::null());
        command.envs(SECRETS.map(|(name, value)| (format!("GUERRABOT_{name}"), value)));
        Ok(command.stderr(log).spawn()?)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.home.join("log")).unwrap_or_default()
    }
}

/// Killed when all is done.
struct Life(Child);

impl Drop for Life {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The loop of turns has looked at the war, and the page answers.
fn wait_until_ready(turns: u32) -> Fallible<()> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(120) {
        if let Ok(body) = get("healthz")
            && serde_json::from_slice::<Value>(&body)?["newest"]["turn"] == turns
        {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Err("the daemon does not get ready".into())
}

/// A document's bytes, over a connection of its own.
fn get(path: &str) -> Fallible<Vec<u8>> {
    let mut stream = TcpStream::connect(AT)?;
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let head = answer.windows(4).position(|end| end == b"\r\n\r\n").ok_or("no answer")? + 4;
    if !answer.starts_with(b"HTTP/1.1 200") {
        return Err(format!("/{path}: {}", String::from_utf8_lossy(&answer)).into());
    }
    Ok(answer.split_off(head))
}

/// MB of memory that a process has had in use at most.
fn peak(child: &Child) -> Fallible<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()))?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    Ok(kib.ok_or("no peak")?.trim().parse::<f64>()? * 1024.0 / 1e6)
}

/// A patchwork as a map file: the corners of a grid, and three points on each side, all somewhat out of place.
fn patches() -> Value {
    let mut random = Random::new(8000);
    let steps = 4;
    let (width, height) = (COLUMNS * steps + 1, ROWS * steps + 1);
    let mut moved = |step: f64| (random.below(1000) as f64 / 1000.0 - 0.5) * 0.5 * step;
    let place = |i: usize| {
        let (x, y) = ((i % width) as f64, (i / width) as f64);
        let round = |degrees: f64| (degrees * 1e6).round() / 1e6;
        [round(7.0 + (x + moved(1.0)) * 0.02), round(40.0 + (y + moved(1.0)) * 0.015)]
    };
    let places: Vec<[f64; 2]> = (0..width * height).map(place).collect();
    let patch = |i: usize| {
        let (west, south) = (i % COLUMNS * steps, i / COLUMNS * steps);
        let side = |(x, y): (usize, usize), (dx, dy): (isize, isize)| {
            let at = move |k: isize| (x.strict_add_signed(dx * k), y.strict_add_signed(dy * k));
            (0..steps as isize).map(at)
        };
        let (east, north) = (west + steps, south + steps);
        let round = side((west, south), (1, 0))
            .chain(side((east, south), (0, 1)))
            .chain(side((east, north), (-1, 0)))
            .chain(side((west, north), (0, -1)))
            .chain([(west, south)]);
        let ring: Vec<[f64; 2]> = round.map(|(x, y)| places[y * width + x]).collect();
        json!({
            "type": "Feature", "properties": {"id": format!("{i:04}"), "name": format!("Luogo {i}")},
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        })
    };
    let features: Vec<Value> = (0..COLUMNS * ROWS).map(patch).collect();
    json!({"type": "FeatureCollection", "name": "soak", "attribution": "nobody's", "features": features})
}
