# What people do here, ten recipes: `just` lists them. Each is a command or two that works without
# `just` as well; `cargo install --locked just` or `pip install rust-just` installs it.

# Lists the recipes.
default:
    @just --list --unsorted

# Builds every program in release.
build:
    cargo build --release

# Runs the tests, or those of one part: `just test -p gridlaw --features json --test embed`.
test *arguments="--workspace":
    cargo test {{ arguments }}

# Formats the code, and asks clippy and the compiler for warnings.
lint:
    cargo fmt --all
    cargo clippy --workspace --all-targets -- -D warnings
    cargo clippy -p gridlaw --lib --no-default-features -- -D warnings

# Builds the documentation of all packages; `just doc --open` opens that of the library.
doc *arguments:
    cargo doc --workspace --no-deps
    cargo doc -p gridlaw --no-deps {{ arguments }}

# Runs one benchmark, for example `just bench kernels gravity`.
bench name *selection:
    cargo bench -p gridlaw-benches --bench {{ name }} -- {{ selection }}

# Measures the speed of this machine in all games, or in one.
speed *arguments:
    cargo run --profile bench --bin gridlaw-speed -- {{ arguments }}

# Fuzzes all targets for so many hours of processor time, or some: `just fuzz 0.1 --only candy`.
fuzz *arguments:
    .ci/fuzz {{ arguments }}

# Builds the C library and installs it.
install-c prefix:
    bindings/c/install {{ prefix }}

# Builds and tests the library for other processors, all or some, on Debian as root: `just elsewhere
# s390x`.
elsewhere *targets:
    .ci/elsewhere {{ targets }}

# Runs every check that must pass before main moves.
check:
    .ci/run
