use super::{Arena, Problem};
use crate::queue::Queue;
use crate::store::{Seat, Stage, Store, StoreError};
use crate::web::WebError;
use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use subtle::ConstantTimeEq;

/// Requests of a token: so many at once, and then so many a second.
pub(super) const BURST: i64 = 20;
pub(super) const PER_SECOND: i64 = 10;

/// Where teams show their tokens; only what is quickly found is asked of its connection.
#[derive(Clone)]
pub(super) struct Door {
    store: Queue<Store>,
    pace: Arc<Mutex<Pace>>,
}

impl Door {
    pub fn open(store: Store) -> std::io::Result<Self> {
        let (store, _) = Queue::start("door", store)?;
        Ok(Door { store, pace: Arc::default() })
    }

    /// Reads something small.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        Ok(self.store.ask(work).await.map_err(WebError::from)??)
    }
}

impl Arena {
    /// Who calls, by the token, which the database is asked for each time: a new one is good and a revoked one bad at once.
    pub(super) async fn seat(&self, request: &HeaderMap, now: i64) -> Result<(Arc<Stage>, Seat), Problem> {
        let stage = self.stage()?;
        let token = token(request)
            .ok_or(Problem::Unauthorized("a team's token is missing: Authorization: Bearer TOKEN"))?;
        let war = stage.war;
        let seats = self.door.read(move |store| store.seats(war)).await?;
        let seat = find(&seats, &token)
            .ok_or(Problem::Unauthorized(
                "no team has this token; a token holds for one game, ask the organiser",
            ))?
            .clone();
        self.count(&seat, now)?;
        Ok((stage, seat))
    }

    /// Who hands in orders: known from the stage, so that nothing is waited for before the body has its stamp; that a token was
    /// revoked shows when the orders are stored.
    pub(super) async fn orderer(&self, request: &HeaderMap, now: i64) -> Result<Seat, Problem> {
        let stage = self.stage()?;
        match token(request).and_then(|token| find(&stage.seats, &token)) {
            Some(seat) => self.count(seat, now).map(|()| seat.clone()),
            None => self.seat(request, now).await.map(|(_, seat)| seat),
        }
    }

    /// The game that is played now; counts a request that needs no token but has one.
    pub(super) fn watched(&self, request: &HeaderMap, now: i64) -> Result<Arc<Stage>, Problem> {
        let stage = self.stage()?;
        if let Some(seat) = token(request).and_then(|token| find(&stage.seats, &token)) {
            self.count(seat, now)?;
        }
        Ok(stage)
    }

    fn count(&self, seat: &Seat, now: i64) -> Result<(), Problem> {
        let mut pace = self.door.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.count(seat.id, now).map_err(Problem::TooFast)
    }
}

/// The SHA-256 of the token in the head.
fn token(request: &HeaderMap) -> Option<[u8; 32]> {
    let (scheme, token) = request.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Sha256::digest(token.trim()).into())
}

/// Looks at all seats, whichever it is, so that time tells nothing.
fn find<'a>(seats: &'a [Seat], token: &[u8; 32]) -> Option<&'a Seat> {
    seats
        .iter()
        .fold(None, |found, seat| if bool::from(seat.token.ct_eq(token)) { Some(seat) } else { found })
}

/// Thousandths of a request that each seat has left, and when that was so; times are UTC milliseconds.
#[derive(Default)]
struct Pace(BTreeMap<i64, (i64, i64)>);

impl Pace {
    /// Counts a request; refused with the milliseconds until the next may come.
    fn count(&mut self, seat: i64, now: i64) -> Result<(), i64> {
        let (left, last) = self.0.entry(seat).or_insert((BURST * 1000, now));
        // A clock set back gives nothing and takes nothing.
        *left = (*left + (now - *last).max(0).saturating_mul(PER_SECOND)).min(BURST * 1000);
        *last = now;
        if *left < 1000 {
            return Err((1000 - *left).div_euclid(PER_SECOND) + 1);
        }
        *left -= 1000;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_ten_a_second() {
        let mut pace = Pace::default();
        assert!((0..20).all(|_| pace.count(1, 5).is_ok()));
        assert_eq!(pace.count(1, 5), Err(101));
        assert_eq!(pace.count(2, 5), Ok(()), "another token");
        assert_eq!(pace.count(1, 104), Err(2));
        assert_eq!((pace.count(1, 105), pace.count(1, 105)), (Ok(()), Err(101)));
        assert_eq!((0..30).filter(|i| pace.count(1, 1105 + i).is_ok()).count(), 10);
        assert_eq!((0..100).filter(|_| pace.count(1, 99_000).is_ok()).count(), 20);
        assert!(pace.count(1, 50_000).is_err(), "a clock set back");
    }
}
