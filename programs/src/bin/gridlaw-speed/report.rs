//! [`Report`]: tables that are printed row by row, and the record that is kept of them.

use std::hint::black_box;
use std::io::{self, Write};
use std::time::Duration;

use gridlaw_programs::contest::clock;

/// A table that is printed row by row, as Markdown, each row beside the reference of its kind; and
/// the same rows as CSV.
pub(super) struct Report<'o> {
    output: &'o mut dyn Write,
    record: csv::Writer<Vec<u8>>,
    time: Duration,
    /// The title of the rows that follow.
    title: String,
    /// The rate of the reference, for the ratios.
    reference: f64,
}

/// Repeats work more and more often for a while by a clock, and returns the best rate of three.
/// `work` takes the number of repeats and returns the number of units done.
fn rate(time: Duration, seconds: fn() -> f64, work: &mut dyn FnMut(u64) -> u64) -> f64 {
    let mut times = 1;
    let mut best = 0_f64;
    for _ in 0..3 {
        loop {
            let begun = seconds();
            let units = black_box(work(times));
            let took = seconds() - begun;
            if took >= time.as_secs_f64() {
                best = best.max(units as f64 / took);
                break;
            }
            // From a first short run to one that is long enough.
            let missing = time.as_secs_f64() / took.max(1e-6);
            times = (times as f64 * missing.clamp(1.2, 100.0)).ceil() as u64;
        }
    }
    best
}

/// A rate with three digits and a unit: `1.63 G`.
fn readable(rate: f64) -> String {
    let (scaled, unit) = match rate {
        _ if rate >= 1e9 => (rate / 1e9, " G"),
        _ if rate >= 1e6 => (rate / 1e6, " M"),
        _ if rate >= 1e3 => (rate / 1e3, " k"),
        _ => (rate, ""),
    };
    let digits = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
    format!("{scaled:.digits$}{unit}")
}

impl<'o> Report<'o> {
    /// A report whose rows are measured for `time`, three times each.
    pub(super) fn new(output: &'o mut dyn Write, time: Duration) -> Report<'o> {
        let record = csv::Writer::from_writer(Vec::new());
        Report { output, record, time, title: String::new(), reference: 0.0 }
    }

    /// A line of text.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    /// Begins a table.
    pub(super) fn head(&mut self, title: &str) -> io::Result<()> {
        self.title = title.to_string();
        self.reference = 0.0;
        writeln!(self.output, "\n### {title}\n")?;
        writeln!(self.output, "| work | how | a second | ns each | × reference |")?;
        writeln!(self.output, "|---|---|--:|--:|--:|")
    }

    /// A row with which the following rows are compared.
    pub(super) fn reference(&mut self, work: &str, how: &str, units: &mut dyn FnMut(u64) -> u64) -> io::Result<()> {
        self.reference = 0.0;
        self.reference = self.row(work, how, units)?;
        Ok(())
    }

    /// A row without a comparison.
    pub(super) fn alone(&mut self, work: &str, how: &str, units: &mut dyn FnMut(u64) -> u64) -> io::Result<()> {
        self.reference = 0.0;
        self.row(work, how, units).map(drop)
    }

    /// A row with its ratio to the last reference, by the processor time of this thread.
    pub(super) fn row(&mut self, work: &str, how: &str, units: &mut dyn FnMut(u64) -> u64) -> io::Result<f64> {
        let rate = rate(self.time, clock::processor_seconds, units);
        self.write(work, how, rate)
    }

    /// As [`row`](Self::row), by the wall clock: of work that several threads share.
    pub(super) fn shared(&mut self, work: &str, how: &str, units: &mut dyn FnMut(u64) -> u64) -> io::Result<f64> {
        let rate = rate(self.time, clock::wall_seconds, units);
        self.write(work, how, rate)
    }

    fn write(&mut self, work: &str, how: &str, rate: f64) -> io::Result<f64> {
        let ratio = if self.reference > 0.0 { format!("{:.1}", rate / self.reference) } else { String::new() };
        writeln!(self.output, "| {work} | {how} | {} | {:.3} | {ratio} |", readable(rate), 1e9 / rate)?;
        self.output.flush()?;
        self.record.serialize((&self.title, work, how, rate.round()))?;
        Ok(rate)
    }

    /// The rows as CSV: title, work, how, rate a second.
    pub(super) fn into_record(self) -> io::Result<Vec<u8>> {
        let rows = self.record.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        Ok([b"game,work,how,per_second\n", &rows[..]].concat())
    }
}
