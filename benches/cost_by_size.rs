//! Draws the cost of gravity and squares per cell against the size of the board, from a record of
//! `gridlaw-speed`:
//!
//! ```text
//! cargo run --profile bench --bin gridlaw-speed -- breakdown --record RECORD.csv
//! cargo bench -p gridlaw-benches --bench cost_by_size -- RECORD.csv docs/cost-by-size.svg
//! ```

use std::error::Error;

use plotters::prelude::*;

/// Columns (and rows) of the board, and nanoseconds a cell.
type Curve = Vec<(f64, f64)>;

/// The rows of one workload: `62×62 gravity, cells` belongs to `gravity`.
fn curve(record: &[(String, String, String, f64)], work: &str) -> Result<Curve, Box<dyn Error>> {
    let mut curve = Curve::new();
    for (_, name, _, rate) in record {
        if let Some((size, rest)) = name.split_once('×')
            && rest.split_once(' ').is_some_and(|(_, rest)| rest == format!("{work}, cells"))
        {
            curve.push((size.parse()?, 1e9 / rate));
        }
    }
    if curve.is_empty() { Err(format!("the record has no rows about {work}, cells").into()) } else { Ok(curve) }
}

fn main() -> Result<(), Box<dyn Error>> {
    // Cargo runs a bench in its package's folder and adds `--bench`; the paths are seen from the
    // root.
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [record, picture] = &arguments[..] else { return Err("usage: cost_by_size RECORD.csv PICTURE.svg".into()) };
    let record: Vec<(String, String, String, f64)> =
        csv::Reader::from_path(record)?.deserialize().collect::<Result<_, _>>()?;
    let root = SVGBackend::new(picture, (760, 420)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Breakdown, k3 q3: nanoseconds a cell", ("sans-serif", 18))
        .margin(14)
        .x_label_area_size(42)
        .y_label_area_size(58)
        .build_cartesian_2d((6.0..6000.0).log_scale(), (0.02..5.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("columns and rows of the board")
        .y_desc("ns a cell")
        .x_label_formatter(&|size| format!("{size}"))
        .y_label_formatter(&|cost| format!("{cost}"))
        .light_line_style(RGBColor(236, 236, 236))
        .draw()?;
    let works = [
        ("gravity", "gravity, with a copy of the board", RGBColor(192, 57, 43)),
        ("squares", "squares, to the end", BLUE),
    ];
    for (work, label, color) in works {
        let curve = curve(&record, work)?;
        chart
            .draw_series(LineSeries::new(curve.iter().copied(), color.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        chart.draw_series(curve.into_iter().map(|point| Circle::new(point, 3, color.filled())))?;
    }
    chart.configure_series_labels().background_style(WHITE).border_style(RGBColor(200, 200, 200)).draw()?;
    root.present()?;
    Ok(())
}
