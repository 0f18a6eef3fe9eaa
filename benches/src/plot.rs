//! The plot: a line for each workload, a dot for each row, further right the slower.

use core::fmt::Write;

use crate::table::{READER, Timed};

const WIDTH: f64 = 960.0;
const LABELS: f64 = 120.0;
const LINE: f64 = 24.0;
const TOP: f64 = 96.0;

/// The axis goes from a quarter of the reader's time to 64 times as much; what is further off is not drawn.
const LOWEST: f64 = 0.25;
const HIGHEST: f64 = 64.0;

/// What is drawn of what was measured, ours last so that it lies on top.
const DRAWN: [(&str, &str); 12] = [
    ("hiredis_objects", "#c9a227"),
    ("hiredis_noop", "#8c6d1f"),
    ("yo_frame", "#7fb7be"),
    ("yo_argv", "#2a7f86"),
    ("redis_protocol_resp2", "#b48ec7"),
    ("redis_protocol_resp3", "#7d4e99"),
    ("resp_rs", "#9aa05b"),
    ("redis_codec", "#b0b0b0"),
    ("respite", "#707070"),
    ("raw2", "#111111"),
    ("visitor", "#f2876b"),
    ("reader", "#c81d25"),
];

pub(crate) fn svg(timed: &Timed) -> String {
    let workloads: Vec<_> = timed.workloads().collect();
    let height = TOP + LINE * workloads.len() as f64 + 16.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"8\" y=\"18\" font-size=\"14\">Time as a multiple of our {READER}'s, in reads of 16 KiB. Further left is \
         faster; raw2 and visitor have it all at once.</text>\n"
    );
    let drawn: Vec<_> =
        DRAWN.iter().filter(|(row, _)| workloads.iter().any(|(_, timing)| timing.best(row).is_some())).collect();
    legend(&mut out, &drawn);
    axis(&mut out, height);
    for (number, (name, timing)) in workloads.iter().enumerate() {
        let y = TOP + LINE * (number as f64 + 0.5);
        let _ = writeln!(out, "<text x=\"8\" y=\"{}\">{name}</text>", y + 4.0);
        let _ = writeln!(out, "<line x1=\"{LABELS}\" x2=\"{WIDTH}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#eeeeee\"/>");
        for (row, colour) in &drawn {
            if let Some(ratio) = timing.ratio(row, READER).filter(|ratio| (LOWEST..=HIGHEST).contains(ratio)) {
                let _ = writeln!(
                    out,
                    "<circle cx=\"{:.1}\" cy=\"{y}\" r=\"5\" fill=\"{colour}\"><title>{row} on {name}: {ratio:.2}</title></circle>",
                    across(ratio)
                );
            }
        }
    }
    out + "</svg>\n"
}

fn across(ratio: f64) -> f64 {
    let part = (ratio / LOWEST).log2() / (HIGHEST / LOWEST).log2();
    LABELS + 8.0 + part * (WIDTH - LABELS - 24.0)
}

fn legend(out: &mut String, drawn: &[&(&str, &str)]) {
    for (number, (row, colour)) in drawn.iter().enumerate() {
        let (x, y) = (16.0 + 156.0 * (number % 6) as f64, 36.0 + 18.0 * (number / 6) as f64);
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{colour}\"/>");
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{row}</text>", x + 10.0, y + 4.0);
    }
}

fn axis(out: &mut String, height: f64) {
    let mut ratio = LOWEST;
    while ratio <= HIGHEST {
        let x = across(ratio);
        let stroke = if ratio == 1.0 { "#888888" } else { "#dddddd" };
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{}\" stroke=\"{stroke}\"/>",
            height - 12.0
        );
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{ratio}</text>", TOP - 6.0);
        ratio *= 2.0;
    }
}
