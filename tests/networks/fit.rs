use super::far_end::Kind;
use super::rig::{Rig, limits, settings};
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

/// A war whose name fills what a limit leaves free in its opening, so that the caption is exactly as long as told.
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
