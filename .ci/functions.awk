# The public functions of the Rust sources given, and the traits of their public types, one a line: `Parser::parse`,
# `Event::Display`. For sources as rustfmt leaves them, in which rustc denies a `pub` that cannot be reached from outside.

function name_after(prefix, line) {
    sub(".*" prefix, "", line)
    sub(/[^A-Za-z0-9_].*/, "", line)
    return line
}

function found(owner, name) {
    # These have no code.
    if (name ~ /^(Copy|Eq|FusedIterator)$/) return
    owners[++count] = owner
    names[count] = name
}

FNR == 1 { is_rest_left_out = 0 }
# Tests, and files of what allocates or needs an operating system.
/^#\[cfg\(test\)\]/ || /^#!\[cfg\(feature = "std"\)\]/ { is_rest_left_out = 1 }
is_rest_left_out || /^ *\/\// { next }

# What allocates can fail to.
/^ *#\[cfg\(feature = "(alloc|bytes|std)"\)\]/ {
    indent = $0
    sub(/#.*/, "", indent)
    is_left_out = 1
}
is_left_out {
    if ($0 == indent "}" || $0 ~ "^" indent "[^ ].*;$") is_left_out = 0
    next
}

/^ *#\[derive\(/ {
    derived = $0
    gsub(/.*\(|\).*|,/, "", derived)
}

/^ *(pub(\([a-z]+\))? )?(struct|enum|trait) / {
    if ($1 == "pub") {
        type = name_after("(struct|enum|trait) ", $0)
        public[type] = 1
        split(derived, traits, " ")
        for (i in traits) found(type, traits[i])
    }
    derived = ""
    in_trait = $2 == "trait"
}

/^pub type / { public[name_after("type ", $0)] = 1 }

/^ *impl.* for / {
    type = name_after(" for ", $0)
    trait = $0
    sub(/(<[^ ]*)? for .*/, "", trait)
    sub(/.*[ :]/, "", trait)
    found(type, trait)
    in_trait = 0
    next
}

/^ *impl.* \{$/ {
    type = $0
    sub(/(<[^<]*>)? \{$/, "", type)
    sub(/.* /, "", type)
    in_trait = 0
}

/^ *pub (const )?fn / || in_trait && /^    fn / { found(/^pub/ ? "" : type, name_after("fn ", $0)) }

END {
    # A closure's type is the parameter `F`; that of a reference, a tuple or in a macro has no name.
    public[""] = public["F"] = 1
    for (i = 1; i <= count; i++) {
        line = owners[i] (owners[i] ? "::" : "") names[i]
        if ((owners[i] in public || owners[i] ~ /^[a-z]/) && !told[line]++) print line
    }
}
