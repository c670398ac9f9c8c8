use crate::rules::guerra::FactionId;

/// What playing the war on many times gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The turn that the simulated wars went on from.
    pub turn: u32,
    pub wars: u32,
    /// Who won which share of them, 0 to 1; the greatest first, nobody at 0.
    pub chances: Vec<(FactionId, f64)>,
    /// How far a share may be off, 0 to 1.
    pub error: f64,
    /// In which turn they ended: the 5th percentile, the median, the 95th.
    pub end: Option<[u32; 3]>,
}
