use crate::map::Map;
use crate::rules::guerra::{self, Rules};
use crate::store::{NewWar, PostKind, Store, StoreError, WarState};

/// What a war begins with; times are UTC milliseconds.
pub struct Begin<'a> {
    pub name: &'a str,
    pub map: &'a Map,
    /// The map file as it was read.
    pub source: &'a [u8],
    pub rules: &'a Rules,
    pub secret: [u8; 32],
    /// The seed waits for a public salt; turns wait with it.
    pub await_salt: bool,
    pub now: i64,
    pub schedule: &'a str,
    pub first_due: i64,
    /// Networks that get the opening post.
    pub networks: &'a [String],
}

/// Writes a new war with its commitment and opening posts; an earlier war that still runs ends. Gives its number.
pub fn begin(store: &mut Store, plan: &Begin<'_>) -> Result<u32, StoreError> {
    let earlier = store.wars()?;
    let commitment = guerra::commitment(plan.map.digest(), plan.rules, &plan.secret);
    store.transaction(|tx| {
        for war in earlier.iter().filter(|w| w.state != WarState::Over) {
            tx.set_state(war.number, WarState::Over, None)?;
        }
        tx.keep_map(plan.map, plan.source)?;
        let war = tx.begin_war(&NewWar {
            name: plan.name,
            map: &hex::encode(plan.map.digest()),
            rules: &plan.rules.line(),
            secret: &plan.secret,
            commitment: &commitment,
            await_salt: plan.await_salt,
            begun_at: plan.now,
            schedule: plan.schedule,
            next_due: plan.first_due,
        })?;
        for network in plan.networks {
            tx.add_post(war, 0, PostKind::Opening, network, plan.now)?;
        }
        crate::crash_point!("begin-before-commit");
        Ok(war)
    })
}
