use super::{POLL, Phase};
use crate::publish::{Outbox, Step};
use crate::store::{PostState, Pulse, StoreError};
use std::time::Duration;
use tokio::sync::watch;

/// Publishes one network's posts until it is told to stop, or to drain and nothing is left.
pub(super) async fn run(
    outbox: Outbox,
    mut phase: watch::Receiver<Phase>,
    mut pulse: watch::Receiver<Pulse>,
) -> Result<(), StoreError> {
    let mut troubled = false;
    loop {
        let now = *phase.borrow_and_update();
        if now == Phase::Stop {
            return Ok(());
        }
        let wait = match outbox.step().await {
            Ok(Step::Moved(..)) if troubled => {
                tracing::info!(network = outbox.name(), "publishing again");
                troubled = false;
                continue;
            }
            Ok(Step::Moved(post, state)) => {
                log(&post, state);
                continue;
            }
            Ok(Step::Idle | Step::Paused(_)) if now == Phase::Drain => return Ok(()),
            Ok(Step::Idle | Step::Paused(_)) => POLL,
            Ok(Step::WaitUntil(time)) => {
                let ahead = time - outbox.now();
                POLL.min(Duration::from_millis(ahead.max(1) as u64))
            }
            Err(e) if e.may_pass() => {
                if !std::mem::replace(&mut troubled, true) {
                    tracing::warn!(network = outbox.name(), "{e}; trying again");
                }
                POLL
            }
            Err(e) => return Err(e),
        };
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = phase.changed() => {}
            // A turn was taken; without turns to come there is nothing to be woken for.
            Ok(()) = pulse.changed() => {}
        }
    }
}

/// Publishes what can be published now, once.
pub async fn drain(outbox: &Outbox) -> Result<(), StoreError> {
    while let Step::Moved(post, state) = outbox.step().await? {
        log(&post, state);
    }
    Ok(())
}

fn log(post: &crate::store::Post, state: PostState) {
    let (war, turn, kind, network) = (post.war, post.turn, post.kind.text(), &post.network);
    match state {
        PostState::Sent => tracing::info!(war, turn, kind, network, "posted"),
        PostState::Held => tracing::error!(war, turn, kind, network, "held; see `guerrabot posts list`"),
        PostState::Pending | PostState::Sending | PostState::Unknown | PostState::Skipped => {
            tracing::debug!(war, turn, kind, network, %state, "post");
        }
    }
}
