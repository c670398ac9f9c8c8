//! Small valid map files, and what becomes of them in careless hands.

/// GeoJSON, GeoJSON across the antimeridian with words, TopoJSON, a table: each loads as it is.
pub const SEEDS: [&str; 4] = [
    r#"{"type":"FeatureCollection","name":"quattro","attribution":"nessuno","links":[["a","d"]],"features":[
{"type":"Feature","properties":{"id":"a","name":"Àgata"},"geometry":{"type":"Polygon","coordinates":[[[9,45],[9.1,45],[9.1,45.1],[9,45.1],[9,45]],[[9.02,45.02],[9.04,45.02],[9.04,45.04],[9.02,45.02]]]}},
{"type":"Feature","properties":{"id":"b","name":"Bosco/Wald","article":"il"},"geometry":{"type":"Polygon","coordinates":[[[9.1,45],[9.2,45],[9.2,45.1],[9.1,45.1],[9.1,45.05],[9.1,45]]]}},
{"type":"Feature","properties":{"id":"c","name":"Ca' d'Andrea"},"geometry":{"type":"MultiPolygon","coordinates":[[[[9,45.1],[9.1,45.1],[9.1,45.2],[9,45.2],[9,45.1]]],[[[9.5,45],[9.6,45],[9.6,45.1],[9.5,45]]]]}},
{"type":"Feature","properties":{"id":"d","name":"Isola"},"geometry":{"type":"Polygon","coordinates":[[[10,44],[10.1,44],[10,44.1],[10,44]]]}}]}"#,
    r#"{"type":"FeatureCollection","title":"Figi","article":"le","unit":{"it":{"one":"isola","many":"isole"}},"corners":true,"projection":"+proj=laea +lat_0=-17 +lon_0=180 +ellps=WGS84","features":[
{"type":"Feature","id":"n","properties":{"istat":"n","name":"Nord","number":"s","gender":"m","short":"N","forms":{"di":"del Nord"}},"geometry":{"type":"MultiPolygon","coordinates":[[[[179,-17],[180,-17],[180,-16],[179,-16],[179,-17]]],[[[-180,-17],[-179,-17],[-179,-16],[-180,-16],[-180,-17]]]]}},
{"type":"Feature","id":"s","properties":{"istat":"s","name":"Sud","article_in_name":true},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[179,-18],[-179,-18],[-179,-17],[179,-17],[179,-18]]]},{"type":"Point","coordinates":[179,-18,5]}]}}]}"#,
    r#"{"type":"Topology","transform":{"scale":[0.01,0.01],"translate":[9,45]},"arcs":[[[10,0],[0,5],[0,5]],[[10,10],[-10,0],[0,-10],[10,0]],[[10,0],[10,0],[0,10],[-10,0]],[[3,3],[1,0],[0,1],[-1,-1]]],"objects":{"q":{"type":"GeometryCollection","geometries":[
{"type":"Polygon","id":"w","properties":{"name":"West"},"arcs":[[0,1],[3]]},{"type":"MultiPolygon","id":"e","properties":{"name":"East"},"arcs":[[[2,-1]]]},{"type":"GeometryCollection","geometries":[{"type":"Polygon","id":"i","arcs":[[-4]]}]}]},"l":{"type":"LineString","arcs":[0]}}}"#,
    r#"{"name":"tavola","projection":"","attribution":"","territories":[{"id":"a","name":"A","area":100,"centroid":[0,0],"neighbours":["b"]},{"id":"b","name":"B","area":200,"centroid":[1000,-500],"neighbours":["a","c"]},{"id":"c","name":"C","area":300,"centroid":[5,7],"neighbours":["b"]}]}"#,
];

/// What turns up where it should not.
const TOKENS: [&str; 34] = [
    "null",
    "true",
    "[]",
    "{}",
    "[[]]",
    "\"\"",
    "\"a\"",
    "\"\\u0000\"",
    "0",
    "-0",
    "1",
    "-1",
    "180",
    "-180",
    "179.9999999",
    "90",
    "-90",
    "360",
    "1e308",
    "1e-308",
    "-1e999",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "0.1",
    "45",
    "[9,45]",
    "[[[9,45]]]",
    ",",
    ":",
    "]",
    "}",
    "\"type\"",
    "\"GeometryCollection\"",
];

/// A run of mutated files: the same ones for the same number.
pub struct Mutator(u64);

impl Mutator {
    pub fn new(seed: u64) -> Self {
        Mutator(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    /// Xorshift.
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A seed file with one to five wounds.
    pub fn file(&mut self) -> Vec<u8> {
        let mut file = SEEDS[self.below(SEEDS.len())].as_bytes().to_vec();
        for _ in 0..=self.below(5) {
            self.wound(&mut file);
        }
        file
    }

    fn wound(&mut self, file: &mut Vec<u8>) {
        if file.is_empty() {
            return;
        }
        let at = self.below(file.len());
        let end = (at + 1 + self.below(40)).min(file.len());
        match self.below(16) {
            0 => file[at] = self.next() as u8,
            1 => file[at] ^= 1 << self.below(8),
            2 => drop(file.drain(at..end)),
            3 => {
                let chunk = file[at..end].to_vec();
                let to = self.below(file.len());
                file.splice(to..to, chunk);
            }
            4 => {
                let token = TOKENS[self.below(TOKENS.len())];
                file.splice(at..at, token.bytes());
            }
            5 => file.truncate(at),
            // The others leave JSON that can still be read.
            _ => self.replace_value(file, at),
        }
    }

    /// Another value, or the value's neighbour, for the number or text at or after a place.
    fn replace_value(&mut self, file: &mut Vec<u8>, at: usize) {
        let is_number = |b: &u8| b.is_ascii_digit() || b"-.eE".contains(b);
        let Some(start) = file[at..].iter().position(is_number).map(|i| at + i) else { return };
        let length = file[start..].iter().position(|b| !is_number(b)).unwrap_or(file.len() - start);
        let old = String::from_utf8_lossy(&file[start..start + length]).into_owned();
        let new = match (self.below(4), old.parse::<f64>()) {
            (0, Ok(number)) => (number + 1e-9).to_string(),
            (1, Ok(number)) => (-number).to_string(),
            (2, Ok(number)) => (number * self.below(40) as f64).to_string(),
            _ => TOKENS[self.below(TOKENS.len())].to_string(),
        };
        file.splice(start..start + length, new.into_bytes());
    }
}
