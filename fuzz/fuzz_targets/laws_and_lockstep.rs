//! Both engines of any game keep the laws and agree, over any actions, legal or not.

#![no_main]

#[path = "../../tests/properties/mod.rs"]
mod properties;

fuzz!(properties::any::laws_and_lockstep);
