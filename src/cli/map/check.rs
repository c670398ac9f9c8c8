use super::super::context::{read_map, rules_map};
use crate::map::{self, Fault, Inspection, Link, Map};
use anyhow::anyhow;
use serde_json::json;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(in super::super) struct Args {
    /// GeoJSON, TopoJSON, or a table of `map show --json`
    file: PathBuf,
    #[command(flatten)]
    choice: super::Choice,
    /// Say what would be lost if the borders were thinned by so much
    #[arg(long, value_name = "METRES", value_parser = super::import::metres)]
    simplify: Option<f64>,
    #[arg(long)]
    json: bool,
}

/// Warnings are no failure, faults are.
pub(in super::super) fn run(args: &Args) -> anyhow::Result<()> {
    let (name, bytes) = read_map(&args.file)?;
    if map::is_table(&bytes) {
        let map = rules_map(&name, &bytes)?;
        if args.json {
            say!(
                "{}",
                json!({"file": name, "ok": true, "map": summary(&map), "faults": [], "warnings": [], "links": []})
            );
        } else {
            sound(&map)?;
        }
        return Ok(());
    }
    let choice = args.choice.of_map();
    let mut found = map::inspect(&bytes, &name, &choice);
    if let Some(metres) = args.simplify {
        found.warnings.extend(map::losses(&bytes, &choice, metres));
    }
    if args.json {
        say!("{}", report(&name, &found));
    } else {
        if let Ok(map) = &found.map {
            sound(map)?;
        }
        for warning in &found.warnings {
            say!("warning: {warning}");
        }
    }
    match &found.map {
        Ok(_) => Ok(()),
        Err(error) => Err(anyhow!("{}", told(error, &found))),
    }
}

fn sound(map: &Map) -> anyhow::Result<()> {
    let digest = hex::encode(map.digest());
    say!("ok: {}, {} territories, {} borders, digest {digest}", map.name(), map.len(), map.borders());
    Ok(())
}

fn summary(map: &Map) -> serde_json::Value {
    json!({"name": map.name(), "territories": map.len(), "borders": map.borders(), "digest": hex::encode(map.digest())})
}

fn report(name: &str, found: &Inspection) -> serde_json::Value {
    let fault = |fault: &Fault| json!({"what": fault.to_string(), "territories": found.spots_of(fault)});
    let faults: Vec<_> = found.map.as_ref().err().into_iter().flat_map(|e| &e.faults).map(fault).collect();
    json!({
        "file": name,
        "ok": faults.is_empty(),
        "map": found.map.as_ref().ok().map(summary),
        "faults": faults,
        "warnings": found.warnings.iter().map(|w| {
            let mut json = json!(w);
            json["what"] = w.to_string().into();
            json
        }).collect::<Vec<_>>(),
        "links": found.links,
    })
}

/// All faults, each with the territories that it speaks of, and the links that would help.
pub(super) fn told(error: &map::MapError, found: &Inspection) -> String {
    let mut text = match error.faults.len() {
        1 => format!("map {}: ", error.source_name),
        many => format!("map {}: {many} faults\n  - ", error.source_name),
    };
    let fault = |fault: &Fault| {
        let spots: Vec<String> =
            found.spots_of(fault).into_iter().take(4).map(|spot| spot.to_string()).collect();
        let whose = if spots.is_empty() { String::new() } else { format!(" ({})", spots.join("; ")) };
        format!("{fault}{whose}")
    };
    text.push_str(&error.faults.iter().map(fault).collect::<Vec<_>>().join("\n  - "));
    // What is at fault here may be another thing than what is apart in the file.
    if error.is_disconnected() && !found.links.is_empty() {
        text.push_str(&mend(&found.links));
    }
    text
}

/// More links than this are for `--join` and `--json`, not for a screen.
const SHOWN: usize = 1000;

/// The shortest links, ready to paste.
fn mend(links: &[Link]) -> String {
    let mut text = String::from(
        "\nthe shortest links that would join the parts (`guerrabot map import FILE --join` adds them):",
    );
    if links.len() > SHOWN {
        let km: f64 = links.iter().map(|link| link.km).sum();
        let last = &links[links.len() - 1];
        return text
            + &format!("\n  {} of {km:.0} km in all, the longest {last}; --json lists them", links.len());
    }
    for link in links {
        text.push_str(&format!("\n  {link}"));
    }
    let options: Vec<String> =
        links.iter().map(|link| format!("--link {}", quoted(&link.a.id, &link.b.id))).collect();
    text.push_str(&format!("\n  {}", options.join(" ")));
    let pairs: Vec<[&str; 2]> = links.iter().map(|link| [link.a.id.as_str(), link.b.id.as_str()]).collect();
    text.push_str(&format!("\n  \"links\": {}", json!(pairs)));
    text
}

/// Two ids as a shell takes them.
fn quoted(a: &str, b: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let pair = format!("{a},{b}");
    if a.chars().chain(b.chars()).all(plain) { pair } else { format!("'{}'", pair.replace('\'', "'\\''")) }
}
