//! `gridlaw-web-xtask MODULE FOLDER`: writes `gridlaw.js`, `gridlaw.d.ts` and `gridlaw_bg.wasm` of
//! a compiled module into a folder, as the tool `wasm-bindgen --target web` does.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        return Err(format!("expected MODULE FOLDER, found {} arguments", arguments.len()).into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("gridlaw").web(true)?.omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)?;
    Ok(())
}
