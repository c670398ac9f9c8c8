//! docs/openapi.json held against the server by schemathesis, which `.ci/run` installs into target/clients.

use crate::rig::Site;
use std::process::Command;

fn check(args: &[&str]) {
    let status =
        Command::new("tests/e2e/api.sh").arg("target/clients/bin/schemathesis").args(args).status().unwrap();
    assert!(status.success(), "{args:?}");
}

#[test]
#[ignore = "needs schemathesis from PyPI; .ci/run installs it"]
fn the_server_is_what_the_openapi_file_says() {
    let open = Site::new("1h", 9, "");
    let token = open.team("Alfa");
    check(&["open", &format!("http://{}", open.at), &token]);
    let over = Site::new("50ms", 9, "fallback = \"expand\"");
    over.bot.ok(&["war", "resume"]);
    over.finish();
    check(&["over", &format!("http://{}", over.at)]);
}
