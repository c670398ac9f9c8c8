use super::context::{Context, clock};
use crate::daemon::Lock;
use crate::store::{Post, PostState, Store};
use anyhow::{Context as _, bail, ensure};
use serde_json::json;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot posts list --network cartella")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand)]
enum Command {
    /// What the outbox holds (the default)
    List(ListArgs),
    /// Decide about a post: it was sent, send it again, or leave it out
    #[command(after_help = "Example: guerrabot posts resolve 17 resend")]
    Resolve { id: i64, decision: Decision },
}

#[derive(clap::Args, Default)]
struct ListArgs {
    /// Only this war
    #[arg(long)]
    war: Option<u32>,
    /// Only this network
    #[arg(long)]
    network: Option<String>,
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Decision {
    Sent,
    Resend,
    Skip,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    match &args.command {
        None => list(context, &ListArgs::default()),
        Some(Command::List(args)) => list(context, args),
        Some(Command::Resolve { id, decision }) => resolve(context, *id, *decision),
    }
}

fn list(context: &Context, args: &ListArgs) -> anyhow::Result<()> {
    let Some(store) = context.reader()? else { bail!("{}: no war yet", context.db.display()) };
    let configured = |post: &Post| context.config.networks.iter().any(|n| n.name == post.network);
    for post in store.posts(args.war, args.network.as_deref())? {
        let orphaned = !configured(&post);
        if args.json {
            say!(
                "{}",
                json!({
                    "id": post.id, "war": post.war, "turn": post.turn, "kind": post.kind.text(),
                    "network": post.network, "state": post.state.text(), "attempts": post.attempts,
                    "not_before": context.local(post.not_before), "reason": post.reason,
                    "remote_id": post.remote_id, "sent_at": post.sent_at.map(|at| context.local(at)),
                    "orphaned": orphaned,
                })
            );
            continue;
        }
        let network = if orphaned { format!("{} (orphaned)", post.network) } else { post.network.clone() };
        let tail = post.reason.or(post.remote_id).unwrap_or_default();
        say!(
            "{:>6}  war {} turn {:>4}  {:<8} {network:<12} {:<8} {tail}",
            post.id,
            post.war,
            post.turn,
            post.kind.text(),
            post.state
        );
    }
    Ok(())
}

fn resolve(context: &Context, id: i64, decision: Decision) -> anyhow::Result<()> {
    let mut store = Store::open(&context.db)?;
    let post =
        store.post(id)?.with_context(|| format!("there is no post {id}; see `guerrabot posts list`"))?;
    if matches!(post.state, PostState::Sent | PostState::Skipped) {
        bail!("post {id} is {} already", post.state);
    }
    if post.state == PostState::Sending
        && let Some(holder) = Lock::holder(&context.db)
    {
        bail!("post {id} is being sent by {holder}; look again in a moment");
    }
    let now = clock().timestamp_millis();
    let to = |state| (post.state, state);
    let done = store.transaction(|tx| match decision {
        Decision::Sent => tx.mark_sent(id, post.state, "by the operator's word", now),
        Decision::Resend => {
            tx.clear_doubt(&post.network, post.turn, true)?;
            tx.mark(id, to(PostState::Pending), Some("sent again by the operator's word"), now)
        }
        Decision::Skip => tx.mark(id, to(PostState::Skipped), Some("left out by the operator's word"), now),
    })?;
    ensure!(done, "post {id} has moved on meanwhile; look again with `guerrabot posts list`");
    let after = store.post(id)?.map_or(post.state, |post| post.state);
    say!("post {id} (war {} turn {}, {}): {after}", post.war, post.turn, post.network);
    Ok(())
}
