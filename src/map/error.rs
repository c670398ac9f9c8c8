use std::fmt;

/// Everything that is wrong with a map file, found in one reading.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct MapError {
    /// The file or the bundled map's name.
    pub source_name: String,
    /// At least one, in file order.
    pub faults: Vec<Fault>,
}

/// One fault of a map file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("not UTF-8 (byte {0}); save the file as UTF-8")]
    NotUtf8(usize),
    #[error("not JSON: {0}; the file may be cut short")]
    NotJson(String),
    #[error("not a GeoJSON FeatureCollection: {0}")]
    NotGeoJson(String),
    #[error("no territories; a map needs at least one feature with a polygon")]
    Empty,
    #[error("feature {feature} has no `id` (nor `istat`); give each feature a text id of its own")]
    MissingId { feature: usize },
    #[error("id `{id}` appears {times} times; ids must be unique")]
    DuplicateId { id: String, times: usize },
    #[error("id `{0}` holds a tab, comma or newline; leave them out")]
    BadId(String),
    #[error("territory `{id}`: {what}")]
    BadShape { id: String, what: String },
    #[error("territory `{id}`: {what}")]
    BadWord { id: String, what: String },
    #[error("{0}")]
    BadMember(String),
    #[error("territory `{id}` names the neighbour `{neighbour}`, {what}")]
    BadNeighbour { id: String, neighbour: String, what: &'static str },
    #[error("the digest does not fit: the file says {said}, its numbers give {found}")]
    Digest { said: String, found: String },
    #[error("{}", disconnected(.parts))]
    Disconnected { parts: Vec<Vec<String>> },
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faults.as_slice() {
            [one] => write!(f, "map {}: {one}", self.source_name),
            many => {
                write!(f, "map {}: {} faults", self.source_name, many.len())?;
                many.iter().try_for_each(|fault| write!(f, "\n  - {fault}"))
            }
        }
    }
}

fn disconnected(parts: &[Vec<String>]) -> String {
    let shown: Vec<String> = parts
        .iter()
        .map(|part| match part.as_slice() {
            few if few.len() <= 4 => format!("[{}]", few.join(", ")),
            many => format!("[{}, … {} in all]", many[..3].join(", "), many.len()),
        })
        .collect();
    format!(
        "not connected, {} parts: {}; join them with `links` [[\"id\",\"id\"]]",
        parts.len(),
        shown.join(" ")
    )
}
