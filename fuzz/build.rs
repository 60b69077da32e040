//! Compiles the C program that `c_calls` drives.

fn main() {
    println!("cargo::rerun-if-changed=../bindings/c");
    if std::env::var_os("CARGO_FEATURE_C").is_some() {
        let mut build = cc::Build::new();
        build.file("../bindings/c/tests/c/calls.c").include("../bindings/c/include").define("FUZZER", None);
        build.define("_GNU_SOURCE", None).compile("calls");
    }
}
