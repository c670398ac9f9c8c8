#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "this network is a folder of files")]

use super::{Found, Outcome, Parcel, Refusal};
use crate::store::PostKind;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A local folder: three files a post in `<path>/<war>/`, each written whole or not at all, never over another.
#[derive(Clone, Debug)]
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    pub(super) fn check(&self, name: &str) -> Result<(), String> {
        let fail = |e: io::Error| format!("{}: {e}; posts of network {name} need it", self.path.display());
        fs::create_dir_all(&self.path).map_err(fail)?;
        tempfile::Builder::new().prefix(".guerrabot-").tempfile_in(&self.path).map_err(fail)?;
        Ok(())
    }

    pub(super) fn send(&self, parcel: &Parcel) -> Outcome {
        let folder = self.path.join(parcel.war.to_string());
        let result = fs::create_dir_all(&folder).map_err(Fault::Io).and_then(|()| {
            files(parcel)
                .iter()
                .try_for_each(|(ending, bytes)| publish(&folder, &name(parcel, ending), bytes))?;
            File::open(&folder)?.sync_all()?;
            Ok(())
        });
        match result {
            Ok(()) => Outcome::Accepted(folder.join(name(parcel, "png")).display().to_string()),
            Err(Fault::Taken(path)) => Outcome::Refused(Refusal::Never(format!(
                "{} exists already with other content; move it away, then `posts resolve ID resend`",
                path.display()
            ))),
            Err(Fault::Io(e)) => {
                Outcome::Refused(Refusal::Later { reason: format!("{}: {e}", folder.display()), after: None })
            }
        }
    }

    pub(super) fn find(&self, parcel: &Parcel) -> Found {
        let folder = self.path.join(parcel.war.to_string());
        let there = |(ending, bytes): &(&str, &[u8])| holds(&folder.join(name(parcel, ending)), bytes);
        match files(parcel).iter().map(there).collect::<io::Result<Vec<bool>>>() {
            Ok(there) if there.iter().all(|t| *t) => {
                Found::Yes(folder.join(name(parcel, "png")).display().to_string())
            }
            // Sending again completes what a crash cut short: equal files stay as they are.
            Ok(_) => Found::Absent,
            Err(e) => {
                Found::Failed(Refusal::Later { reason: format!("{}: {e}", folder.display()), after: None })
            }
        }
    }
}

enum Fault {
    Io(io::Error),
    Taken(PathBuf),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Io(error)
    }
}

/// The picture last: where it is, its words are too.
fn files(parcel: &Parcel) -> [(&'static str, &[u8]); 3] {
    let frozen = &parcel.frozen;
    [("alt.txt", frozen.alt.as_bytes()), ("txt", frozen.caption.as_bytes()), ("png", &frozen.png)]
}

fn name(parcel: &Parcel, ending: &str) -> String {
    match parcel.kind {
        PostKind::Opening | PostKind::Turn => format!("{:06}.{ending}", parcel.turn),
        PostKind::Pronostici | PostKind::Test => {
            format!("{:06}-{}.{ending}", parcel.turn, parcel.kind.text())
        }
    }
}

fn publish(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Fault> {
    let whole = folder.join(name);
    if holds(&whole, bytes)? {
        return Ok(());
    }
    if whole.try_exists()? {
        return Err(Fault::Taken(whole));
    }
    // The same name each time, so that what a crash left is overwritten by the next try; dropped, it is removed.
    let part = TempPath::try_from_path(folder.join(format!(".{name}.part")))?;
    crate::crash_point!("folder-before-write");
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    crate::crash_point!("folder-before-rename");
    if let Err(e) = part.persist_noclobber(&whole) {
        let taken = e.error.kind() == io::ErrorKind::AlreadyExists;
        return Err(if taken { Fault::Taken(whole) } else { Fault::Io(e.error) });
    }
    crate::crash_point!("folder-after-rename");
    Ok(())
}

/// The file exists and has exactly these bytes.
fn holds(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    match fs::read(path) {
        Ok(found) => Ok(found == bytes),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Frozen;
    use crate::words::Language;

    fn parcel(caption: &str) -> Parcel {
        let (alt, language) = ("alt".into(), "it".into());
        let frozen = Frozen { caption: caption.into(), alt, language, png: vec![1, 2, 3] };
        let (key, kind, language) = ([0; 32], PostKind::Turn, Language::Italian);
        Parcel { war: 1, turn: 7, kind, key, begun_at: 0, created_at: 0, tried_at: 0, language, frozen }
    }

    #[test]
    fn a_post_is_written_once_and_never_over_another() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder { path: dir.path().join("out") };
        assert_eq!(folder.find(&parcel("uno")), Found::Absent);
        assert!(matches!(folder.send(&parcel("uno")), Outcome::Accepted(_)));
        assert!(matches!(folder.find(&parcel("uno")), Found::Yes(_)));
        assert!(matches!(folder.send(&parcel("uno")), Outcome::Accepted(_)));
        assert!(matches!(folder.send(&parcel("due")), Outcome::Refused(Refusal::Never(_))));
        let read = |name: &str| fs::read_to_string(dir.path().join("out/1").join(name)).unwrap();
        assert_eq!((read("000007.txt"), read("000007.alt.txt")), ("uno".into(), "alt".into()));
        assert_eq!(fs::read_dir(dir.path().join("out/1")).unwrap().count(), 3);
    }

    #[test]
    fn what_a_crash_cut_short_is_completed() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder { path: dir.path().into() };
        fs::create_dir(dir.path().join("1")).unwrap();
        fs::write(dir.path().join("1/000007.alt.txt"), "alt").unwrap();
        fs::write(dir.path().join("1/.000007.txt.part"), "un").unwrap();
        assert_eq!(folder.find(&parcel("uno")), Found::Absent);
        assert!(matches!(folder.send(&parcel("uno")), Outcome::Accepted(_)));
        assert!(matches!(folder.find(&parcel("uno")), Found::Yes(_)));
        assert_eq!(fs::read_dir(dir.path().join("1")).unwrap().count(), 3);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_later_not_never() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("out"), "a file").unwrap();
        let folder = Folder { path: dir.path().join("out") };
        assert!(matches!(folder.send(&parcel("uno")), Outcome::Refused(Refusal::Later { .. })));
        assert!(folder.check("cartella").unwrap_err().contains("out"));
    }
}
