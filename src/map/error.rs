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
    #[error("neither a GeoJSON FeatureCollection nor TopoJSON: {0}")]
    NotGeoJson(String),
    #[error("no territories; a map needs at least one feature with a polygon")]
    Empty,
    #[error("it holds several objects: {}; take one of them out: `guerrabot map import FILE --object {}`", objects(.0), .0[0].0)]
    Objects(Vec<(String, usize)>),
    #[error("it holds no object `{name}`; there are {}", .names.join(", "))]
    NoObject { name: String, names: Vec<String> },
    #[error("no feature has the property `{name}`; there are {known}")]
    NoProperty { name: String, known: String },
    #[error("no feature is left; the values of `{property}` are {values}")]
    NothingLeft { property: String, values: String },
    #[error("{}", missing_id(*.feature, .name.as_deref(), .found.as_deref(), .hint))]
    MissingId { feature: usize, name: Option<String>, found: Option<String>, hint: String },
    #[error(
        "({x}, {y}) is no longitude and latitude, {times} territories have such coordinates: the file is projected; \
         save it as WGS84, `ogr2ogr -t_srs EPSG:4326 OUT FILE`"
    )]
    Projected { x: String, y: String, times: usize },
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
    #[error("the territories' areas add up to more than the Earth has")]
    TooLarge,
    #[error("the digest does not fit: the file says {said}, its numbers give {found}")]
    Digest { said: String, found: String },
    #[error("{}", disconnected(.parts))]
    Disconnected { parts: Vec<Vec<String>> },
}

impl Fault {
    /// A shape that was simplified until nothing was left of it.
    pub(super) fn vanished(id: &str) -> Self {
        let what = "its area is less than a square metre: nothing is left of it here; take a finer file, or leave it out, \
             `guerrabot map import FILE --drop-vanished`";
        Fault::BadShape { id: id.to_string(), what: what.to_string() }
    }
}

impl Fault {
    /// The same in a table, which `map import` does not read.
    pub(super) fn no_area(id: &str) -> Self {
        let what = "its area is less than a square metre; make the table from a file with a shape for it, or leave it out";
        Fault::BadShape { id: id.to_string(), what: what.to_string() }
    }
}

impl MapError {
    /// The map has parts with no border between them.
    pub fn is_disconnected(&self) -> bool {
        self.faults.iter().any(|fault| matches!(fault, Fault::Disconnected { .. }))
    }
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

fn objects(objects: &[(String, usize)]) -> String {
    let one = |(name, count): &(String, usize)| format!("{name} ({count})");
    objects.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn missing_id(feature: usize, name: Option<&str>, found: Option<&str>, hint: &str) -> String {
    let name = name.map(|name| format!("; it is called {name}")).unwrap_or_default();
    match found {
        Some(found) => format!(
            "feature {feature} has no text for an id but {found}{name}; write it as text, \"…\", or let `guerrabot map import` do it"
        ),
        None => {
            format!(
                "feature {feature} has no `id` (nor `istat`){name}; give each feature a text id of its own{hint}"
            )
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
