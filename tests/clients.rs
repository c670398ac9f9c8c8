//! The far ends of the tests, judged by clients that are not ours: Mastodon.py and python-telegram-bot.
//!
//! `.ci/run` installs them into target/clients.

mod far_end;

use far_end::{FarEnd, Kind, secret};
use std::io::Write;
use std::process::Command;

#[test]
#[ignore = "needs packages from PyPI; .ci/run installs them"]
fn other_clients_post_to_our_far_ends() {
    let mut picture = tempfile::NamedTempFile::with_suffix(".png").unwrap();
    picture.write_all(include_bytes!("../docs/turn.png")).unwrap();
    for (kind, token) in [(Kind::Mastodon, "MASTODON_TOKEN"), (Kind::Telegram, "TELEGRAM_TOKEN")] {
        let far = FarEnd::start(kind);
        let status = Command::new("target/clients/bin/python")
            .args(["tests/e2e/clients.py", &kind.word(), &far.url(), secret(token)])
            .arg(picture.path())
            .status();
        assert!(status.unwrap().success(), "{kind:?}: {:?}", far.calls());
        let posts = far.posts();
        assert_eq!((posts.len(), far.turns()), (1, vec![7]), "{kind:?}");
        assert_eq!(posts[0].picture, include_bytes!("../docs/turn.png"));
        assert_eq!(posts[0].alt, if kind == Kind::Mastodon { "Una mappa." } else { "" });
        far.assert_lawful();
    }
}
