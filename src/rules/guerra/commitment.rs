use super::settings::Rules;
use sha2::{Digest, Sha256};

/// What is published before turn 1 and fixes the whole war (rule 6.7).
pub fn commitment(map_digest: &[u8; 32], rules: &Rules, secret: &[u8; 32]) -> [u8; 32] {
    let text =
        format!("guerrabot-war-v1\n{}\n{}\n{}", hex::encode(map_digest), rules.line(), hex::encode(secret));
    Sha256::digest(text).into()
}

/// The war's seed: the secret, or the secret and the public salt hashed together (rule 6.7).
pub fn seed(secret: &[u8; 32], salt: Option<&str>) -> [u8; 32] {
    match salt {
        None => *secret,
        Some(salt) => Sha256::new().chain_update(secret).chain_update(salt).finalize().into(),
    }
}

/// The seed of the simulated wars behind a turn's forecast: from what is public, so that anyone can play them again, and
/// never the war's own.
pub fn forecast_seed(commitment: &[u8; 32], turn: u32) -> [u8; 32] {
    Sha256::digest(format!("guerrabot-pronostici-v1\n{}\n{turn}", hex::encode(commitment))).into()
}

/// The key of the dice for words and colours, which never touch the war's own (rule 6.8).
pub fn words_key(commitment: &[u8; 32]) -> [u8; 32] {
    Sha256::digest(format!("guerrabot-words-v1\n{}", hex::encode(commitment))).into()
}
