use super::{Geography, Map, MapError, load};

/// The maps that are built into the program: name and file.
pub const BUNDLED: &[(&str, &[u8])] = &[
    ("oltrepo", include_bytes!("../../assets/maps/oltrepo.geojson")),
    ("province", include_bytes!("../../assets/maps/province.geojson")),
    ("regioni", include_bytes!("../../assets/maps/regioni.geojson")),
];

/// A bundled map's file by its name.
pub fn bundled(name: &str) -> Option<&'static [u8]> {
    BUNDLED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// A bundled map, loaded; none if there is none of this name.
pub fn load_bundled(name: &str) -> Option<Result<(Map, Geography), MapError>> {
    bundled(name).map(|bytes| load(bytes, name))
}
