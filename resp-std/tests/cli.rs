//! The program `resp` as people and scripts meet it.
