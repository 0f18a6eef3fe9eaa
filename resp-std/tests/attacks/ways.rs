//! Every way through a reader to the end of its stream.

use core::ops::ControlFlow;
use std::io::{self, Read};

use resp_core::Event;
use resp_std::{Copied, Error, Reader};

pub(crate) type Way<R> = fn(&mut Reader<R>) -> Result<(), Error>;

pub(crate) fn ways<R: Read>() -> [(&'static str, Way<R>); 6] {
    [
        ("next_event", next_event),
        ("parse", parse),
        ("parse, breaking", parse_breaking),
        ("skip_frame", skip_frame),
        ("finish_frame", finish_frame),
        ("copy_text_to", copy_text_to),
    ]
}

fn next_event<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    while reader.next_event()?.is_some() {}
    Ok(())
}

fn parse<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    let ended = reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Continue(()))?;
    assert!(ended.is_continue());
    Ok(())
}

fn parse_breaking<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    while reader.parse(&mut |_: Event<&[u8]>| ControlFlow::Break(()))?.is_break() {}
    Ok(())
}

fn skip_frame<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    while reader.skip_frame()?.is_some() {}
    Ok(())
}

fn finish_frame<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    while reader.next_event()?.is_some() {
        reader.finish_frame()?;
    }
    Ok(())
}

fn copy_text_to<R: Read>(reader: &mut Reader<R>) -> Result<(), Error> {
    while reader.copy_text_to(&mut io::sink())? != Copied::End {}
    Ok(())
}
