//! JavaScript's arrays, objects and errors.

use alloc::string::{String, ToString};

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsError, JsValue};

/// An `Error` with the message of a fault.
pub(crate) fn thrown(fault: impl ToString) -> JsError {
    JsError::new(&fault.to_string())
}

/// An object of these properties.
pub(crate) fn object<const N: usize>(properties: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        // A plain object takes every property.
        let _ = Reflect::set(&object, &name.into(), &value);
    }
    object.into()
}

/// An array.
pub(crate) fn list(values: impl Iterator<Item = JsValue>) -> JsValue {
    values.collect::<Array>().into()
}

/// An array of these texts.
pub(crate) fn texts(texts: &[String]) -> JsValue {
    list(texts.iter().map(JsValue::from))
}
