use super::context::{Context, parse_hex};
use crate::turn;
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot verify --war 1")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long)]
    war: Option<u32>,
    /// This secret instead of the stored one
    #[arg(long, value_parser = parse_hex, value_name = "HEX")]
    secret: Option<[u8; 32]>,
    /// This salt instead of the stored one
    #[arg(long, value_name = "TEXT")]
    salt: Option<String>,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let (store, mut war) = context.open_war(args.war)?;
    war.secret = args.secret.unwrap_or(war.secret);
    war.salt = args.salt.clone().or(war.salt);
    let verdict = turn::verify(&store, &war)?;
    if verdict.faults.is_empty() {
        let end = if verdict.over { "to its end" } else { "so far" };
        say!(
            "ok: war {} {end}, {} turns, map {}, commitment {}",
            war.number,
            verdict.turns,
            war.map,
            hex::encode(war.commitment)
        );
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("error: war {} is not the one that was committed: {}", war.number, verdict.faults.join("; "));
    Ok(ExitCode::FAILURE)
}
