# Sourced by the scripts beside it: cargo for targets that are not this machine's.

# Whether rustup installed the target.
installed() {
    compgen -G "$(rustc --print target-libdir --target "$1")/libcore-*.rlib" >/dev/null
}

# provide_debian_cargo WITHOUT: see `provide`. A pair that is there already may be too old for the packages.
provide_debian_cargo() {
    local pair=(cargo-web rustc-web rust-web-src) library=/usr/lib/rustlib/src/rust
    if present "$library" && ! debian_rust_is_new_enough && may_install; then
        install "$library" "${pair[@]}"
    fi
    provide "$library" "$1" "${pair[@]}"
}

debian_rust_is_new_enough() {
    local needed have
    needed=$(sed -nE 's/^rust-version = "(.*)"/\1/p' Cargo.toml)
    have=$(/usr/bin/rustc --version | cut -d' ' -f2)
    printf '%s\n' "$needed" "$have" | sort --check=quiet --version-sort
}

# Debian's cargo and rustc are a pair of their own, apart from rustup's. Its cargo cannot know that the standard library,
# made by a stable compiler of the same version, may be built: RUSTC_BOOTSTRAP says so.
debian_cargo() {
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc /usr/bin/cargo "$@"
}
