//! Where everything stands on a canvas, in a form that suits its shape.

mod free;
mod plan;

pub(super) use plan::{Form, Panel, Place, Plan};
