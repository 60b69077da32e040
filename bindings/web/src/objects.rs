//! JavaScript's arrays, objects and errors.

use alloc::format;
use alloc::string::{String, ToString};

use js_sys::{Array, Number, Object, Reflect};
use wasm_bindgen::{JsError, JsValue};

/// An `Error` with the message of a fault.
pub(crate) fn thrown(fault: impl ToString) -> JsError {
    JsError::new(&fault.to_string())
}

/// A whole number from 0 to 4294967295, which JavaScript itself would make of anything.
pub(crate) fn whole(what: &str, value: &JsValue) -> Result<u32, JsError> {
    let number = value.as_f64();
    // The conversion keeps a number if and only if it is whole and in range.
    number.map(|number| number as u32).filter(|&whole| number == Some(whole.into())).ok_or_else(|| {
        let found = number.map_or("no number".to_string(), |number| {
            Number::from(number).to_string_with_radix(10).map_or_else(|_| String::new(), String::from)
        });
        thrown(format!("expected {what} as a whole number, found {found}"))
    })
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
