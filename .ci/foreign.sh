# Sourced by the scripts beside it: cargo for targets that are not this machine's.

# Whether rustup installed the target.
installed() {
    compgen -G "$(rustc --print target-libdir --target "$1")/libcore-*.rlib" >/dev/null
}

# provide_debian_cargo WITHOUT: see `provide`.
provide_debian_cargo() {
    provide /usr/lib/rustlib/src/rust "$1" cargo-web rustc-web rust-web-src
}

# Debian's cargo and rustc are a pair of their own, apart from rustup's. Its cargo cannot know that the standard library,
# made by a stable compiler of the same version, may be built: RUSTC_BOOTSTRAP says so.
debian_cargo() {
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc /usr/bin/cargo "$@"
}
