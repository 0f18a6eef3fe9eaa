# Sourced by the scripts beside it: the commands they need, from Debian's packages where that may be done.

# provide NEED WITHOUT PACKAGE...: succeeds if NEED, a command or a path, is there or could be installed. Else it says
# in one line that WITHOUT is skipped, and fails; where CI=true it ends the script, since there a skip is a failure.
provide() {
    local need=$1 without=$2
    shift 2
    if present "$need" || { may_install && install "$need" "$@"; }; then
        return 0
    fi
    echo "SKIPPED: $without: no $need here (Debian: apt-get install $*)"
    if [ "${CI:-}" = true ]; then
        exit 1
    fi
    return 1
}

present() {
    command -v "$1" >/dev/null || [ -e "$1" ]
}

may_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# The lists of a fresh container are missing or old, and what is in old ones may be gone or too old itself: so they are
# always fetched, and without them it is tried all the same.
install() {
    local need=$1 log
    shift
    log=$(mktemp)
    echo "Installing $*"
    if ! { apt-get update || true; apt_install "$@"; } >"$log" 2>&1; then
        tail -n 5 "$log"
    fi
    rm -f "$log"
    present "$need"
}

apt_install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}
