use super::far_end::Kind;
use super::rig::{Rig, limits, settings};
use guerrabot::publish::{Limits, Press, Style};
use guerrabot::render::Canvas;
use guerrabot::words::{Limit, Ruler};

/// Emoji families and combining marks: one sign each to a reader.
const FAMILY: &str = "👨‍👩‍👧‍👦";
const ACCENT: &str = "o\u{300}";

#[tokio::test]
async fn each_network_counts_in_its_own_way() {
    let most = async |kind| limits(&Rig::new(kind, 0).await.network).await.caption.unwrap();
    let x = most(Kind::X).await;
    let weighted = |n: usize| "à".repeat(n % 2) + &"字".repeat(n / 2);
    assert_eq!([279, 280, 281].map(|n| x.holds(&weighted(n))), [true, true, false]);
    let bluesky = most(Kind::Bluesky).await;
    let graphemes = |n: usize| FAMILY.repeat(2) + &ACCENT.repeat(n - 2);
    assert_eq!([300, 301].map(|n| bluesky.holds(&graphemes(n))), [true, false]);
    assert!(!bluesky.holds(&FAMILY.repeat(200)), "more than 3000 bytes");
    let telegram = most(Kind::Telegram).await;
    assert_eq!([1024, 1025].map(|n| telegram.holds(&"è".repeat(n))), [true, false]);
}

/// The opening with a second sentence of so many signs, as the far end got it.
async fn told(kind: Kind, filler: &str, signs: usize) -> String {
    let templates = format!("[caption]\nopening = [[\"Comincia.\", \"{}\"]]\n", filler.repeat(signs));
    let rig = Rig::telling(kind, &templates).await;
    rig.settle().await;
    rig.far.assert_lawful();
    let posts = rig.far.posts();
    assert_eq!(posts.len(), 1, "{kind:?}: {:?}", rig.posts().await);
    assert!(kind == Kind::Telegram || !posts[0].alt.is_empty(), "{kind:?}");
    posts[0].text.clone()
}

#[tokio::test]
async fn a_caption_of_exactly_the_limit_is_whole_and_one_more_loses_a_sentence() {
    for (kind, filler, most) in [
        (Kind::X, "à", 280),
        (Kind::Bluesky, ACCENT, 300),
        (Kind::Bluesky, FAMILY, 300),
        (Kind::Telegram, "è", 1024),
    ] {
        let ruler = limits(&Rig::new(kind, 0).await.network).await.caption.unwrap().ruler;
        let around = ruler.measure(&told(kind, filler, 10).await) - 10;
        // Families fill the bytes before the signs; below that they count as one.
        let most = if filler == FAMILY { around + 90 } else { most };
        for total in [most - 1, most] {
            let text = told(kind, filler, total - around).await;
            assert_eq!(ruler.measure(&text), total, "{kind:?}: {text}");
        }
        if filler != FAMILY {
            let text = told(kind, filler, most + 1 - around).await;
            // What weighs least goes, whole.
            assert!(ruler.measure(&text) <= most && text.contains("Turno 0"), "{kind:?}: {text}");
            assert!(text.starts_with("Comincia. "), "{kind:?}: {text}");
        }
    }
}

#[tokio::test]
async fn a_picture_over_the_limit_is_made_smaller_and_keeps_its_words() {
    let rig = Rig::on_oltrepo(Kind::Bluesky, 1).await;
    let post = rig.posts().await.remove(1);
    let mut press = Press::open(&rig.db(), settings()).unwrap();
    let size = |png: &[u8]| u32::from_be_bytes(png[16..20].try_into().unwrap());
    let canvas = Some(Canvas { width: 900, height: 900 });
    let whole = press.compose(&post, &Style { limits: Limits::default(), canvas }).unwrap();
    for (share, smaller) in [(95, false), (50, true)] {
        let most = whole.png.len() * share / 100;
        let limits = Limits { bytes: Some(most), ..Limits::default() };
        let fitted = press.compose(&post, &Style { limits, canvas }).unwrap();
        assert!(fitted.png.len() <= most);
        assert_eq!(
            size(&fitted.png) < 900,
            smaller,
            "{share} %: {} of {}",
            fitted.png.len(),
            whole.png.len()
        );
        assert_eq!((&fitted.alt, &fitted.caption), (&whole.alt, &whole.caption));
    }
    // A network without the limit gets the whole picture still.
    assert_eq!(press.compose(&post, &Style { limits: Limits::default(), canvas }).unwrap(), whole);
}

#[tokio::test]
async fn a_picture_that_a_server_would_refuse_is_posted_smaller_with_its_alt_text() {
    let posted = async |limit| {
        let rig = Rig::on_oltrepo(Kind::Mastodon, 0).await;
        rig.far.limit_pictures(limit);
        rig.settle().await;
        rig.far.assert_lawful();
        rig.far.posts().pop().unwrap_or_else(|| panic!("nothing within {limit} bytes"))
    };
    let whole = posted(16_777_216).await;
    let most = whole.picture.len() * 9 / 10;
    let fitted = posted(most as u64).await;
    assert!(fitted.picture.len() <= most, "{} of {most}", fitted.picture.len());
    assert_eq!((&fitted.text, &fitted.alt), (&whole.text, &whole.alt));
    assert!(!fitted.alt.is_empty());
}

fn assert_fitted(text: &str, limit: &Limit) {
    assert!(limit.holds(text), "{} of {}: {text}", limit.ruler.measure(text), limit.max);
    assert!(text.contains("Turno "), "{text}");
}

#[tokio::test]
async fn captions_pictures_and_alt_texts_arrive_fitted() {
    for kind in Kind::ALL {
        let rig = Rig::on_oltrepo(kind, 12).await;
        rig.settle().await;
        let limits = limits(&rig.network).await;
        let posts = rig.far.posts();
        assert_eq!(posts.len(), 13, "{kind:?}: {:?}", rig.posts().await);
        for post in &posts {
            assert_fitted(&post.text, &limits.caption.unwrap());
            assert_eq!(post.alt.is_empty(), kind == Kind::Telegram, "{kind:?}");
            assert!(post.picture.len() <= limits.bytes.unwrap());
        }
        rig.far.assert_lawful();
    }
    assert_eq!(settings().hashtags.len(), 2);
}

#[test]
fn rulers_agree_with_the_networks_documents() {
    // X: a family is one emoji of weight two, however many people it shows.
    assert_eq!(Ruler::Graphemes.measure(FAMILY), 1);
    assert_eq!(Ruler::Utf16.measure(FAMILY), 11);
    assert!(Ruler::Weighted.measure(FAMILY) >= 2, "never less than X counts, or a post would be refused");
    assert_eq!(Ruler::Weighted.measure(ACCENT), 1);
}
