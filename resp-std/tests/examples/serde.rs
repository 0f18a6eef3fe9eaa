//! The example `serde`.

use crate::program::{example, printed};
use crate::redis_server::RedisServer;

#[test]
fn serde_reads_the_struct_that_it_has_written() {
    let Some(redis) = RedisServer::start() else {
        return;
    };
    let address = redis.connect().peer_addr().expect("connected").to_string();
    let output = example("serde").args([&address, "ann"]).output().expect("the example starts");
    assert_eq!(printed(output), "2 fields: User { name: \"Ann\", age: 37, email: None }\n");
}
