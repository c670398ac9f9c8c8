#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a program's log is a file")]

use crate::rules::dobyvatele::TeamId;
use anyhow::Context as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::time::{Duration, Instant};

/// The longest line that a program may send, in bytes, its newline not counted.
pub(super) const LONGEST_LINE: usize = 256 * 1024;

/// A program may take so long to end once the game is over.
const GRACE: Duration = Duration::from_secs(1);

/// What came from a program's standard output.
pub(super) enum Said {
    Line(Vec<u8>),
    TooLong,
    Ended,
}

/// A program that plays a team. It is killed when this is dropped.
pub(super) struct Program {
    child: Child,
    /// None once nothing is asked of it any more.
    lines: Option<Sender<String>>,
}

impl Program {
    /// Starts it; what it says comes through `heard`, what it complains about goes to `log`.
    pub fn start(
        words: &[String],
        team: TeamId,
        log: &Path,
        heard: SyncSender<(TeamId, Said)>,
    ) -> anyhow::Result<Program> {
        let log_file = File::create(log).with_context(|| log.display().to_string())?;
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log_file)
            .spawn()
            .with_context(|| {
                let mend =
                    "make it executable (chmod +x), or start it by another program: \"python3 mybot.py\"";
                format!("team {team}: {} cannot be started; {mend}", words[0])
            })?;
        let (to, lines) = channel();
        if let Some(stdin) = child.stdin.take() {
            std::thread::spawn(move || write_lines(stdin, &lines));
        }
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || read_lines(stdout, |said| heard.send((team, said)).is_ok()));
        }
        Ok(Program { child, lines: Some(to) })
    }

    /// Hands it a line; a program that does not read never holds up the game.
    pub fn tell(&self, line: String) {
        if let Some(lines) = &self.lines {
            // One that has ended hears nothing.
            let _ = lines.send(line);
        }
    }

    pub fn is_silent(&self) -> bool {
        self.lines.is_none()
    }

    /// Asks nothing of it any more, and ends it.
    pub fn silence(&mut self) {
        self.lines = None;
        let _ = self.child.kill();
    }

    /// The game is over: its standard input ends, and after a while so does it.
    pub fn dismiss(&mut self) {
        self.lines = None;
        let begun = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) && begun.elapsed() < GRACE {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file that keeps what a team's program says on standard error.
pub(super) fn log_of(out: Option<&Path>, team: TeamId) -> PathBuf {
    let mut name = out.map_or_else(|| "bot".into(), |out| out.as_os_str().to_owned());
    name.push(format!(".{team}.log"));
    name.into()
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}

/// Hands on lines until they end, one is too long, or nobody listens.
fn read_lines(stdout: ChildStdout, heard: impl Fn(Said) -> bool) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
        let ended = !matches!(read, Ok(1..));
        let said = match line.pop_if(|last| *last == b'\n') {
            _ if ended => Said::Ended,
            None if line.len() > LONGEST_LINE => Said::TooLong,
            None | Some(_) => Said::Line(line),
        };
        let is_last = matches!(said, Said::Ended | Said::TooLong);
        if !heard(said) || is_last {
            break;
        }
    }
}
