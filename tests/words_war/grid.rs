//! Made-up maps: a grid of squares with names that are hard to write about.

use guerrabot::map::{Map, load};
use serde_json::{Value, json};

/// Regions and provinces with articles of every kind, a plural without one, vowels, dots, and a bilingual giant.
pub fn regions() -> Map {
    let le = |name: &str, article: &str| json!({"name": name, "article": article});
    let own = |name: &str, article: &str| json!({"name": name, "article": article, "article_in_name": true});
    let bare = |name: &str| json!({"name": name});
    let words = vec![
        le("Marche", "le"),
        le("Umbria", "l'"),
        le("Lombardia", "la"),
        le("Lazio", "il"),
        own("La Spezia", "la"),
        own("L'Aquila", "l'"),
        bare("Colli Verdi"),
        bare("Albaredo Arnaboldi"),
        bare("Adria"),
        bare("Empoli"),
        bare("Edolo"),
        bare("Oliva Gessi"),
        bare("Santa Margherita di Staffora"),
        bare("Montebello della Battaglia"),
        bare("Rocca de' Giorgi"),
        bare("S. Maria"),
        le("Abruzzo", "l'"),
        le("Emilia-Romagna", "l'"),
        le("Sud Sardegna", "il"),
        bare("Ravenna"),
        le("Puglia", "la"),
        bare("Pesaro e Urbino"),
        bare("Senale-San Felice/Unsere Liebe Frau im Walde-Sankt Felix"),
        bare("Cornale e Bastida"),
        json!({"name": "Isole", "article": "le"}),
        le("Gargano", "lo"),
        json!({"name": "Appennini", "article": "gli"}),
        json!({"name": "Colli Euganei", "article": "i"}),
        bare("Rea"),
        bare("Àrzeno"),
    ];
    map(
        words,
        json!({"title": "Italia", "article": "l'", "unit": {
        "it": {"one": "regione", "many": "regioni", "gender": "f"}, "en": {"one": "town", "many": "towns"},
        "cs": {"one": "obec", "many": "obce", "five": "obcí"}}}),
    )
}

/// The longest name of the Oltrepò everywhere, told apart by one letter, with a shorter form.
pub fn long_names() -> Map {
    let name = |i: u32| format!("Santa Margherita di Staffor{}", char::from_u32(97 + i).unwrap());
    map(
        (0..24).map(|i| json!({"name": name(i)})).collect(),
        json!({"title": "Valle Staffora", "article": "la"}),
    )
}

/// Names that other tools would escape, cut or take for markup.
pub fn markup() -> Map {
    let names =
        ["A_B", "*Forte*", "Sant'<b>", "Q & C", "Perché", "Zoè_", "Bolzano/Bozen", "{{ x }}", "100%", "È"];
    map(names.iter().map(|name| json!({"name": name})).collect(), json!({"title": "Prova"}))
}

/// Squares in rows of six, in the order given.
pub fn map(words: Vec<Value>, members: Value) -> Map {
    let square = |(i, mut words): (usize, Value)| {
        let (x, y) = (9.0 + 0.01 * (i % 6) as f64, 45.0 + 0.01 * (i / 6) as f64);
        let round = |v: f64| (v * 100.0).round() / 100.0;
        let (x, y, x1, y1) = (round(x), round(y), round(x + 0.01), round(y + 0.01));
        words["id"] = json!(format!("{i:03}"));
        json!({"type": "Feature", "properties": words, "geometry": {"type": "Polygon",
            "coordinates": [[[x, y], [x1, y], [x1, y1], [x, y1], [x, y]]]}})
    };
    let mut file = json!({"type": "FeatureCollection", "name": "prova"});
    file["features"] = words.into_iter().enumerate().map(square).collect();
    for (key, value) in members.as_object().unwrap() {
        file[key] = value.clone();
    }
    load(file.to_string().as_bytes(), "prova").unwrap().0
}
