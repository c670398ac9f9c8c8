//! What systemd hears of the daemon; without systemd nothing is said.

use super::context::clock;
use crate::store::{HANGS_MS, Pulse};
use sd_notify::NotifyState;
use std::time::Duration;
use tokio::sync::watch;

/// Says that the daemon is ready, then that it lives for as long as it takes turns.
pub(super) async fn watch(pulse: watch::Receiver<Pulse>) {
    say(&[NotifyState::Ready]);
    let Some(patience) = sd_notify::watchdog_enabled() else { return };
    loop {
        tokio::time::sleep(patience.min(Duration::from_secs(60)) / 3).await;
        let silent = clock().timestamp_millis() - pulse.borrow().beat;
        if silent < HANGS_MS {
            say(&[NotifyState::Watchdog]);
        }
    }
}

/// Says that the daemon ends of its own will.
pub(super) fn stopping() {
    say(&[NotifyState::Stopping]);
}

fn say(states: &[NotifyState<'_>]) {
    if let Err(e) = sd_notify::notify(states) {
        tracing::debug!("systemd: {e}");
    }
}
