//! `cargo bench --bench map [-- FILE…]`: how long map files take to load, and how much memory.

use guerrabot::map::load;
use std::fmt::Write;
use std::time::Instant;

fn main() {
    // `cargo test --benches` only wants to know that it builds; `cargo bench` says what it is.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    for path in &args {
        measure(path, &std::fs::read(path).expect("the file can be read"));
    }
    if args.is_empty() {
        measure("oltrepo", guerrabot::map::bundled("oltrepo").expect("bundled"));
        measure("100,000 hexagons (promised: 3 s, 600 MB)", hexagons(400, 250).as_bytes());
    }
}

fn measure(what: &str, bytes: &[u8]) {
    let begun = Instant::now();
    let loaded = load(bytes, what);
    let took = begun.elapsed();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("?").trim();
    match loaded {
        Ok((map, _)) => {
            println!("{what}: {} territories, {} borders, {took:.0?}, peak {peak}", map.len(), map.borders())
        }
        Err(error) => println!("{what}: refused after {took:.0?}: {error}"),
    }
}

/// A honeycomb whose cells share their corners.
fn hexagons(columns: u32, rows: u32) -> String {
    let mut text = String::from("{\"type\":\"FeatureCollection\",\"features\":[");
    let corner = |i: u32, j: u32| {
        format!("[{:.7},{:.7}]", 8.0 + 0.008_660_25 * f64::from(i), 36.0 + 0.005 * f64::from(j))
    };
    for (n, (row, column)) in
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).enumerate()
    {
        let (i, j) = (2 * column + row % 2 + 1, 3 * row + 2);
        let ring = [
            (i, j - 2),
            (i + 1, j - 1),
            (i + 1, j + 1),
            (i, j + 2),
            (i - 1, j + 1),
            (i - 1, j - 1),
            (i, j - 2),
        ];
        let ring: Vec<String> = ring.iter().map(|(i, j)| corner(*i, *j)).collect();
        let comma = if n == 0 { "" } else { "," };
        let _ = write!(
            text,
            "{comma}\n{{\"type\":\"Feature\",\"properties\":{{\"id\":\"h{n:06}\",\"name\":\"Esagono {n}\"}},\
             \"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{}]]}}}}",
            ring.join(",")
        );
    }
    text + "\n]}\n"
}
