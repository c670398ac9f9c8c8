//! A post as a record of the AT protocol.

use super::Parcel;
use crate::store::PostKind;
use chrono::{DateTime, SecondsFormat};
use serde_json::{Value, json};

pub(super) const COLLECTION: &str = "app.bsky.feed.post";

/// The record's key, a TID: 53 bits of microseconds and 10 bits of a clock's name, in a base 32 that sorts.
///
/// Microseconds are counted from the war's beginning, one each for every turn and kind, and ten bits of the post's
/// own key stand for the clock: the same for every attempt, even from a restored database, and in the war's order.
pub(super) fn rkey(parcel: &Parcel) -> String {
    const DIGITS: &[u8; 32] = b"234567abcdefghijklmnopqrstuvwxyz";
    let kind = match parcel.kind {
        PostKind::Opening => 0,
        PostKind::Turn => 1,
        PostKind::Test => 2,
        PostKind::Pronostici => 3,
    };
    let micros = parcel.begun_at.max(0) as u64 * 1000 + u64::from(parcel.turn) * 8 + kind;
    let clock = u64::from(u16::from_be_bytes([parcel.key[0], parcel.key[1]]) & 0x3ff);
    let id = (micros & ((1 << 53) - 1)) << 10 | clock;
    (0..13).rev().map(|place| char::from(DIGITS[(id >> (5 * place)) as usize % 32])).collect()
}

/// The same for every attempt: its time is the slot's.
pub(super) fn record(parcel: &Parcel, blob: &Value) -> Value {
    let at = DateTime::from_timestamp_millis(parcel.created_at).unwrap_or_default();
    let (width, height) = parcel.picture_size();
    json!({
        "$type": COLLECTION, "text": parcel.frozen.caption, "langs": [parcel.language.code()],
        "createdAt": at.to_rfc3339_opts(SecondsFormat::Millis, true), "facets": facets(&parcel.frozen.caption),
        "embed": {"$type": "app.bsky.embed.images", "images": [{
            "image": blob, "alt": parcel.frozen.alt, "aspectRatio": {"width": width, "height": height},
        }]},
    })
}

/// Tags by their place in bytes of UTF-8.
fn facets(text: &str) -> Vec<Value> {
    let tag = |(start, _): (usize, &str)| {
        let tag: String = text[start + 1..].chars().take_while(|c| c.is_alphanumeric()).collect();
        let lawful =
            tag.chars().any(|c| !c.is_ascii_digit()) && !text[..start].ends_with(char::is_alphanumeric);
        lawful.then(|| {
            json!({
                "index": {"byteStart": start, "byteEnd": start + 1 + tag.len()},
                "features": [{"$type": "app.bsky.richtext.facet#tag", "tag": tag}],
            })
        })
    };
    text.match_indices('#').filter_map(tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Frozen;
    use crate::words::Language;

    #[test]
    fn facets_count_bytes() {
        let facets = facets("Turno 1 · #Oltrepò #Guerra_Bot, # no a#b #12");
        assert_eq!(facets[0]["index"], json!({"byteStart": 11, "byteEnd": 20}));
        assert_eq!(facets[1]["features"][0]["tag"], "Guerra");
        assert_eq!(facets.len(), 2);
    }

    #[test]
    fn keys_sort_as_the_war_goes_and_depend_on_nothing_that_a_restore_changes() {
        let parcel = |turn, kind, slot| Parcel {
            war: 1,
            turn,
            kind,
            key: [turn as u8 + 7; 32],
            begun_at: 1_700_000_000_000,
            created_at: slot,
            tried_at: slot,
            language: Language::Italian,
            frozen: Frozen { caption: String::new(), alt: String::new(), language: "it".into(), png: vec![] },
        };
        let keys: Vec<String> = (1..100).map(|turn| rkey(&parcel(turn, PostKind::Turn, 5))).collect();
        assert!(rkey(&parcel(0, PostKind::Opening, 1)) < keys[0] && keys.is_sorted());
        assert_eq!(keys[0], rkey(&parcel(1, PostKind::Turn, 99)));
        assert!(keys.iter().all(|key| key.len() == 13 && key.starts_with('3')), "{}", keys[0]);
    }
}
