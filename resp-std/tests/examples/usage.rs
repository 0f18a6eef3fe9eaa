//! What the examples say to one who does not know their arguments.

use crate::program::example;

#[test]
fn the_usage_tells_what_an_address_looks_like() {
    let mut names = vec!["client", "download", "proxy", "server", "subscribe"];
    names.extend(cfg!(feature = "serde").then_some("serde"));
    names.extend(cfg!(feature = "tokio").then_some("tokio_server"));
    for name in names {
        let output = example(name).output().expect("the example starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(&format!("usage: {name} ADDRESS")) && errors.contains("127.0.0.1:6379"), "{errors}");
    }
}
