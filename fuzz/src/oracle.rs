//! The target `oracle`.

use crate::DEPTH;
use crate::input::Input;
use crate::support::trial::Trial;

/// Every way says what the obvious parser of `resp-core`'s tests says: in one read, and in the reads of the plan.
pub fn oracle(input: &[u8]) {
    let input = Input::new(input);
    let trial = Trial::<DEPTH>::new(&input.stream, input.settings);
    trial.run_cut(&[]);
    if input.reads.is_some() {
        trial.run_cut(&input.cuts());
        trial.run_smallest_buffer();
    }
}
