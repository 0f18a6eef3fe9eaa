# The public functions of the Rust sources given, and the traits of their public types, one a line: `Parser::parse`,
# `Event::Display`. For sources as rustfmt leaves them, in which rustc denies a `pub` that cannot be reached from outside.

function name_after(prefix, line) {
    sub(".*" prefix, "", line)
    sub(/[^A-Za-z0-9_].*/, "", line)
    return line
}

function found(owner, name) {
    owners[++count] = owner
    names[count] = name
}

FNR == 1 { is_test = 0 }
/^#\[cfg\(test\)\]/ { is_test = 1 }
is_test || /^ *\/\// { next }

/^ *#\[derive\(/ {
    derived = $0
    gsub(/.*\(|\).*|,/, "", derived)
}

/^ *(pub(\([a-z]+\))? )?(struct|enum|trait) / {
    if ($1 == "pub") {
        type = name_after("(struct|enum|trait) ", $0)
        public[type] = 1
        split(derived, traits, " ")
        # Neither has code.
        for (i in traits) if (traits[i] != "Copy" && traits[i] != "Eq") found(type, traits[i])
    }
    derived = ""
    in_trait = $2 == "trait"
}

/^ *impl.* for / {
    type = name_after(" for ", $0)
    trait = $0
    sub(/(<[^ ]*)? for [A-Z&].*/, "", trait)
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
    # A closure's type is the parameter `F`; a reference's has no name.
    public[""] = public["F"] = 1
    for (i = 1; i <= count; i++) if (owners[i] in public) print owners[i] (owners[i] ? "::" : "") names[i]
}
