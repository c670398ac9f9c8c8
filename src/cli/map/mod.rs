#![allow(clippy::disallowed_methods, reason = "it looks whether a name is a file")]

mod check;
mod import;

use super::context::{Context, bundled, read_map, rules_map};
use crate::map::{self, Table};
use std::path::Path;

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// The bundled maps
    #[command(after_help = "Example: guerrabot map list")]
    List,
    /// A map as the rules see it: integers, borders, digest
    #[command(after_help = "Example: guerrabot map show oltrepo --json")]
    Show(ShowArgs),
    /// Everything that is wrong with a map file, and how to mend it
    #[command(after_help = "Example: guerrabot map check mia-provincia.geojson")]
    Check(check::Args),
    /// A clean map from a GeoJSON or TopoJSON file
    #[command(
        after_help = "Example: guerrabot map import comuni.topojson --where prov=PV --simplify 50 -o pavia.geojson"
    )]
    Import(import::Args),
}

/// What a file does not say itself.
#[derive(clap::Args)]
struct Choice {
    /// The object of a TopoJSON file that holds several
    #[arg(long, value_name = "NAME")]
    object: Option<String>,
    /// The property that holds the ids
    #[arg(long, value_name = "PROPERTY")]
    id: Option<String>,
    /// The property that holds the names
    #[arg(long, value_name = "PROPERTY")]
    name: Option<String>,
}

impl Choice {
    fn of_map(&self) -> map::Choice {
        let Choice { object, id, name } = self;
        map::Choice { object: object.clone(), id: id.clone(), name: name.clone(), numbers: false }
    }
}

#[derive(clap::Args)]
pub(super) struct ShowArgs {
    /// A bundled map or a file; without it the map of the stored war
    map: Option<String>,
    /// The number of the war whose map is shown
    #[arg(long, conflicts_with = "map")]
    war: Option<u32>,
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, command: &Command) -> anyhow::Result<()> {
    match command {
        Command::List => list(),
        Command::Show(args) => show(context, args),
        Command::Check(args) => check::run(args),
        Command::Import(args) => import::run(args),
    }
}

fn list() -> anyhow::Result<()> {
    for (name, bytes) in map::BUNDLED {
        let (map, _) = map::load(bytes, name)?;
        say!("{name}  {} territories, {} borders. {}", map.len(), map.borders(), map.attribution());
    }
    Ok(())
}

/// A bundled name, else a file.
pub(super) fn named(name: &str) -> anyhow::Result<map::Map> {
    let (name, bytes) = match map::bundled(name) {
        Some(_) => bundled(name)?,
        None if Path::new(name).exists() || name.contains(['/', '.']) => read_map(Path::new(name))?,
        None => bundled(name)?,
    };
    rules_map(&name, &bytes)
}

fn show(context: &Context, args: &ShowArgs) -> anyhow::Result<()> {
    let map = match &args.map {
        Some(name) => named(name)?,
        None => {
            let (store, war) = context.open_war(args.war)?;
            store.map(&war.map)?
        }
    };
    let table = Table::of(&map);
    if args.json {
        say!("{}", serde_json::to_string(&table)?);
        return Ok(());
    }
    say!("{}: {} territories, {} borders", table.name, map.len(), map.borders());
    say!("digest      {}", table.digest);
    say!("projection  {}", table.projection);
    say!("source      {}", table.attribution);
    for t in &table.territories {
        say!("{:<10} {:<30} {:>9.2} km²  {}", t.id, t.name, t.area as f64 / 1e6, t.neighbours.join(" "));
    }
    Ok(())
}
