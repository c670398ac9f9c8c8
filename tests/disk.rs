//! Disks that fill up, and copies: nothing is lost, nothing doubled.

mod common;

use common::{Bot, skip, wait_for_word};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A file system of a megabyte.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None, and loudly, where mounting is not permitted.
    fn mount(bot: &Bot, name: &str) -> Option<SmallDisk> {
        let place = bot.path(name);
        fs::create_dir(&place).unwrap();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(&place).status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(SmallDisk(place));
        }
        skip("a full disk; mounting a tmpfs is not permitted here");
        None
    }

    fn fill(&self) {
        let full = fs::write(self.0.join("ballast"), vec![0; 2 << 20]).unwrap_err();
        assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    }

    fn grow(&self) {
        fs::remove_file(self.0.join("ballast")).unwrap();
        let grown = Command::new("mount").args(["-o", "remount,size=64m"]).arg(&self.0).status();
        assert!(grown.unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_under_the_database_stops_the_war_until_there_is_room() {
    let bot = Bot::on_grid(6, "db = \"disk/guerrabot.db\"\n");
    let Some(disk) = SmallDisk::mount(&bot, "disk") else { return };
    let mut life = bot.start(&["run", "--every", "50ms"]);
    bot.wait_for_turns(2);
    disk.fill();
    wait_for_word(&life, "disk is full");
    disk.grow();
    let turns = bot.turns();
    bot.wait_for_turns(turns + 3);
    life.stop();
    assert!(bot.drain() >= turns + 4);
}

#[test]
fn a_full_disk_under_the_posts_holds_them_back_until_there_is_room() {
    let bot = Bot::new();
    let Some(disk) = SmallDisk::mount(&bot, "out") else { return };
    let mut life = bot.start(&["run", "--every", "50ms"]);
    bot.wait_for_turns(2);
    disk.fill();
    wait_for_word(&life, "No space left on device");
    let turns = bot.turns();
    bot.wait_for_turns(turns + 3);
    disk.grow();
    life.stop();
    assert!(bot.drain() >= turns + 4);
}

#[test]
fn a_copy_made_under_load_is_whole_and_can_be_played_on() {
    let bot = Bot::new();
    let mut life = bot.start(&["run", "--every", "5ms"]);
    for copy in ["a.db", "b.db", "c.db"] {
        bot.wait_for_turns(bot.turns() + 5);
        bot.ok(&["backup", copy]);
    }
    assert!(bot.refused(&["backup", "c.db"]).contains("exists already"));
    assert!(bot.refused(&["restore", "c.db"]).contains("is in use by process"));
    let turns = bot.turns();
    bot.wait_for_turns(turns + 5);
    life.stop();
    let whole = bot.json(&["history", "--json"]);
    for copy in ["c.db", "a.db"] {
        bot.ok(&["restore", copy]);
        bot.ok(&["verify"]);
        let restored = bot.json(&["history", "--json"]);
        assert!(restored.len() < whole.len() && whole.starts_with(&restored));
    }
    bot.ok(&["run", "--every", "5ms", "--turns", "3"]);
    bot.ok(&["verify"]);
    for post in bot.json(&["posts", "list", "--json"]) {
        // The posts of turns that are taken a second time are there already, and stay as they are.
        let again = post["state"] == "held" && post["reason"].as_str().unwrap().contains("exists already");
        assert!(again || post["state"] == "sent", "{post}");
    }
}
