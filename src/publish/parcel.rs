use crate::store::{Frozen, Post, PostKind, Ruleset, War};
use crate::words::Language;
use sha2::{Digest, Sha256};

/// A post on its way to a network; every attempt carries the same.
#[derive(Clone, Debug)]
pub struct Parcel {
    pub war: u32,
    pub turn: u32,
    pub kind: PostKind,
    /// From commitment, kind, network and turn: no other post has it, and a restored database gives the same.
    pub key: [u8; 32],
    /// When the war began, UTC milliseconds.
    pub begun_at: i64,
    /// When the turn was due, UTC milliseconds.
    pub created_at: i64,
    /// When it was first tried, UTC milliseconds: what is older on the network is another post.
    pub tried_at: i64,
    pub language: Language,
    pub frozen: Frozen,
}

/// The network's clock may be this far behind ours, or an old post taken for a new one.
const SLACK_MS: i64 = 5 * 60_000;

impl Parcel {
    /// `slot`: when the turn was due; none for the opening.
    pub(super) fn new(post: &Post, war: &War, slot: Option<i64>, frozen: Frozen, now: i64) -> Self {
        Parcel {
            war: post.war,
            turn: post.turn,
            kind: post.kind,
            key: key(war, post),
            begun_at: war.begun_at,
            created_at: slot.unwrap_or(war.begun_at),
            tried_at: post.tried_at.unwrap_or(now),
            language: frozen.language.parse().unwrap_or(Language::Italian),
            frozen,
        }
    }

    /// A text on the network is this post's caption.
    pub fn is_marked(&self, text: &str) -> bool {
        match self.kind {
            PostKind::Pronostici => self.language.is_marked_forecast(text, self.turn),
            PostKind::Opening | PostKind::Turn | PostKind::Test => self.language.is_marked(text, self.turn),
        }
    }

    /// No post of this one's is older, by the network's clock; UTC milliseconds.
    pub fn earliest(&self) -> i64 {
        self.tried_at - SLACK_MS
    }

    /// The picture's name for networks that want one.
    pub fn file_name(&self) -> String {
        format!("{:06}.png", self.turn)
    }

    /// Width and height in pixels, as the PNG itself says.
    pub fn picture_size(&self) -> (u32, u32) {
        let side = |at: usize| {
            let bytes = self.frozen.png.get(at..at + 4).and_then(|b| b.try_into().ok());
            bytes.map_or(1, u32::from_be_bytes).max(1)
        };
        (side(16), side(20))
    }
}

fn key(war: &War, post: &Post) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(war.commitment);
    if war.ruleset == Ruleset::Dobyvatele {
        // Games have no commitment: their beginning tells them apart.
        hash.update(war.begun_at.to_be_bytes());
    }
    hash.update(format!("{}\0{}\0{}", post.kind.text(), post.network, post.turn));
    hash.finalize().into()
}
