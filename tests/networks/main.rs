//! Each network against a scripted far end: every answer there is, the state that follows, and the posts counted there.

#[path = "../common/mod.rs"]
mod common;
#[path = "../far_end/mod.rs"]
mod far_end;
mod fit;
mod matrix;
mod outage;
mod rig;
