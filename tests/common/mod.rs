//! The program in a folder of its own, run as its users run it.
#![allow(dead_code, reason = "each test file uses its part")]

use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Nothing that a test waits for takes this long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Soak runs share this file, and know no program.
const PROGRAM: Option<&str> = option_env!("CARGO_BIN_EXE_guerrabot");

/// The published example of a whole war has this secret.
pub const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// Pictures are small, so that tests are quick, and tests do not fight for one port.
pub const SMALL: &str = "[picture]\nsize = \"320x320\"\n[web]\nenabled = false\n";

/// A folder with a config.toml, and the program in it.
pub struct Bot {
    home: TempDir,
}

/// How a command ended and what it said.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Bot {
    pub fn new() -> Bot {
        Bot::with(SMALL)
    }

    pub fn with(config: &str) -> Bot {
        let bot = Bot { home: tempfile::tempdir().unwrap() };
        bot.write("config.toml", config);
        bot
    }

    /// A bot whose map is a grid of so many squares a side: its wars are short.
    pub fn on_grid(side: u32, config: &str) -> Bot {
        let bot = Bot::with(&format!("{config}{SMALL}[war]\nmap = \"grid.geojson\"\n"));
        bot.write("grid.geojson", grid(side));
        bot
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM.expect("tests know the program"));
        command.current_dir(self.home.path()).args(args).env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Said {
        let output = self.command(args).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Standard output of a command that must succeed.
    pub fn ok(&self, args: &[&str]) -> String {
        let said = self.run(args);
        assert_eq!(said.code, Some(0), "{args:?}: {}{}", said.out, said.err);
        said.out
    }

    /// The first line of a command that must fail with exit status 1.
    pub fn refused(&self, args: &[&str]) -> String {
        let said = self.run(args);
        assert_eq!(said.code, Some(1), "{args:?}: {}{}", said.out, said.err);
        let first = said.err.lines().find(|line| line.starts_with("error: "));
        first.unwrap_or_else(|| panic!("{args:?} names no error: {}", said.err)).to_string()
    }

    /// The lines of a `--json`.
    pub fn json(&self, args: &[&str]) -> Vec<Value> {
        self.ok(args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub fn status(&self) -> Value {
        self.json(&["status", "--json"]).remove(0)
    }

    pub fn turns(&self) -> u64 {
        self.status()["turn"].as_u64().unwrap_or(0)
    }

    /// Changes the database as no command would.
    pub fn sql(&self, sql: &str) {
        rusqlite::Connection::open(self.path("guerrabot.db")).unwrap().execute_batch(sql).unwrap();
    }

    pub fn wait_for_turns(&self, turns: u64) {
        wait_until(|| format!("turn {turns}"), || (self.turns() >= turns).then_some(()));
    }

    /// Waits until the war has this state and every post is out.
    pub fn wait_for_state(&self, state: &str) -> Value {
        let open = |status: &Value| {
            (&status["outbox"]["pending"], &status["outbox"]["sending"]) != (&0.into(), &0.into())
        };
        let settled = |status: &Value| status["state"] == state && !open(status);
        wait_until(|| format!("{state}: {}", self.status()), || Some(self.status()).filter(settled))
    }

    /// Starts a daemon; its log goes to a file.
    pub fn start(&self, args: &[&str]) -> Life {
        self.start_command(self.command(args))
    }

    pub fn start_command(&self, mut command: Command) -> Life {
        let (log, path) = tempfile::NamedTempFile::new_in(self.home.path()).unwrap().keep().unwrap();
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        Life { child, log: path }
    }

    /// Takes a last turn and posts all that waits; all must be whole then. Gives the number of turns.
    pub fn drain(&self) -> u64 {
        self.ok(&["run", "--every", "5ms", "--turns", "1"]);
        self.assert_whole()
    }

    /// All that must hold after a war was played and posted, whatever happened on the way; gives its turns.
    pub fn assert_whole(&self) -> u64 {
        assert!(self.ok(&["verify"]).starts_with("ok: "));
        let turns = self.json(&["history", "--json"]);
        let numbers: Vec<u64> = turns.iter().map(|turn| turn["turn"].as_u64().unwrap()).collect();
        let last = numbers.len() as u64;
        assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
        let posts = self.json(&["posts", "list", "--json"]);
        let posted: Vec<u64> = posts.iter().map(|post| post["turn"].as_u64().unwrap()).collect();
        assert_eq!(posted, (0..=last).collect::<Vec<_>>());
        assert!(posts.iter().all(|post| post["state"] == "sent"), "{posts:?}");
        let mut files: Vec<String> = listing(&self.path("out/1"));
        files.sort();
        assert_eq!(files, (0..=last).flat_map(names).collect::<Vec<_>>());
        files.iter().for_each(|name| assert_file_whole(&self.path("out/1").join(name)));
        last
    }
}

/// A running daemon; killed when the test is done with it.
pub struct Life {
    child: Child,
    log: PathBuf,
}

impl Life {
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn says(&self, what: &str) -> bool {
        self.log().contains(what)
    }

    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Waits for it to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        let Life { child, log } = self;
        wait_until(
            || format!("the end of {}", fs::read_to_string(&*log).unwrap()),
            || child.try_wait().unwrap(),
        )
    }

    pub fn kill(&mut self) -> ExitStatus {
        self.child.kill().unwrap();
        self.child.wait().unwrap()
    }

    /// Asks it to stop, as `docker stop` does.
    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Stops it; it must end well.
    pub fn stop(&mut self) {
        self.terminate();
        assert_eq!(self.wait().code(), Some(0), "{}", self.log());
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a condition; what it gives is the answer.
pub fn wait_until<T>(what: impl Fn() -> String, mut condition: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = condition() {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {}", what());
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a daemon's log has these words.
pub fn wait_for_word(life: &Life, word: &str) {
    wait_until(|| format!("\"{word}\" in {}", life.log()), || life.says(word).then_some(()));
}

/// Says, past the harness that captures what tests print, what could not be tested here and why.
pub fn skip(what: &str) {
    use std::io::Write;
    // eprintln! would be captured.
    drop(writeln!(std::io::stderr(), "SKIPPED: {what}"));
}

/// The three files of a turn's post, in the order of their names.
pub fn names(turn: u64) -> [String; 3] {
    ["alt.txt", "png", "txt"].map(|ending| format!("{turn:06}.{ending}"))
}

pub fn listing(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    entries.map(|name| name.into_string().unwrap()).collect()
}

fn assert_file_whole(path: &Path) {
    if path.extension().unwrap() == "png" {
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(path).unwrap()));
        let mut reader = decoder.read_info().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        reader.finish().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    } else {
        assert!(!fs::read_to_string(path).unwrap().is_empty(), "{}", path.display());
    }
}

/// A map of side × side squares, a hundredth of a degree each.
pub fn grid(side: u32) -> String {
    let degree = |n: u32| format!("{:.2}", f64::from(n) / 100.0 + 9.0);
    let square = |i: u32| {
        let (x, y) = (i % side, i / side);
        let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)];
        let ring: Vec<String> =
            corners.map(|(x, y)| format!("[{},{}]", degree(x), degree(y))).into_iter().collect();
        format!(
            r#"{{"type":"Feature","properties":{{"id":"q{i}","name":"Quadro {i}"}},
               "geometry":{{"type":"Polygon","coordinates":[[{}]]}}}}"#,
            ring.join(",")
        )
    };
    let features: Vec<String> = (0..side * side).map(square).collect();
    format!(r#"{{"type":"FeatureCollection","name":"grid","features":[{}]}}"#, features.join(","))
}
