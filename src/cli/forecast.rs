use super::context::{Context, clock, parse_hex, random_bytes};
use super::many::{self, MAX_TURNS, Played};
use crate::rules::guerra::{FactionId, Runs};
use crate::turn::Campaign;
use chrono::DateTime;
use serde_json::json;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot forecast --wars 10000")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long)]
    war: Option<u32>,
    /// How often the war is played on from where it stands
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    wars: u32,
    /// 1 to 64 hex digits; random, and printed, without it; never the war's own
    #[arg(long, value_parser = parse_hex, value_name = "HEX")]
    seed: Option<[u8; 32]>,
    /// How many threads; all cores without it
    #[arg(long)]
    threads: Option<usize>,
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let (store, war) = context.open_war(args.war)?;
    let (number, next) = (war.number, war.next_due.and_then(DateTime::from_timestamp_millis));
    let campaign = Campaign::load(&store, war)?;
    let runs = Runs {
        map: &campaign.map,
        rules: &campaign.rules,
        from: campaign.state(),
        seed: args.seed.map_or_else(random_bytes, Ok)?,
        wars: args.wars,
        most_turns: campaign.state().turns_played().saturating_add(MAX_TURNS),
    };
    let played = many::play(&runs, args.threads)?;
    let first = many::next_turn(&context.config.schedule.when, next, clock());
    let end = |percent| many::end(context, &played.forecast, runs.from, first, percent);
    if args.json {
        let Played { forecast, seconds } = &played;
        let win = |(f, wins): &(FactionId, u32)| {
            let (place, share) = (runs.map.territory(f.home()), forecast.share(*wins));
            json!({
                "faction": place.id, "name": place.name, "wins": wins,
                "probability": share.value, "low": share.low, "high": share.high,
            })
        };
        let ends = |percent| end(percent).map(|at| context.local(at.timestamp_millis()));
        say!(
            "{}",
            json!({
                "war": number, "turn": runs.from.turns_played(), "wars": forecast.wars(),
                "seed": hex::encode(runs.seed), "turns": many::turns_json(forecast),
                "ends_at": {"p5": ends(5), "median": ends(50), "p95": ends(95)},
                "wins": forecast.wins.iter().map(win).collect::<Vec<_>>(), "unfinished": forecast.unfinished,
                "seconds": seconds, "turns_per_second": forecast.played as f64 / seconds.max(1e-9),
            })
        );
        return Ok(());
    }
    if runs.from.is_over() {
        say!("The war is over: there is nothing to forecast.");
        return Ok(());
    }
    let (wars, turn) = (played.forecast.wars(), runs.from.turns_played());
    say!("{wars} wars from turn {turn} of war {number}, seed {}", hex::encode(runs.seed));
    many::say_turns(&played.forecast)?;
    many::say_end(context, &played.forecast, runs.from, first)?;
    say!("            and 5 % before {}", many::day(end(5)));
    many::say_wins(&played.forecast, runs.map)
}
