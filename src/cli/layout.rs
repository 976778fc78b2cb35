//! Tables for people to read.

use std::io::{self, Write};

/// Tables are laid out for this many columns of text.
const WIDTH: usize = 80;

/// How many values of a sequence stand in a row, when that fits.
const ROW_LENGTHS: [i64; 2] = [10, 5];

/// Rows under a header. Columns of numbers are aligned on the right.
pub fn columns(out: &mut dyn Write, header: &[String], rows: &[Vec<String>]) -> io::Result<()> {
    let count = header.len();
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widths: Vec<usize> = (0..count)
        .map(|c| cells(c).chain([&header[c]]).map(|cell| cell.chars().count()).max().unwrap_or(0))
        .collect();
    let numbers: Vec<bool> =
        (0..count).map(|c| cells(c).all(|cell| cell.parse::<i64>().is_ok())).collect();
    for row in [header].into_iter().chain(rows.iter().map(Vec::as_slice)) {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let gap = " ".repeat(widths[column] - cell.chars().count());
            line += if column > 0 { "  " } else { "" };
            line += &if numbers[column] { gap + cell } else { cell.clone() + &gap };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A grid: a header above, a header at the side, cells aligned on the right.
pub fn grid(
    out: &mut dyn Write,
    corner: &str,
    across: &[String],
    rows: &[(String, Vec<String>)],
) -> io::Result<()> {
    let length = |text: &String| text.chars().count();
    let side = rows
        .iter()
        .map(|(label, _)| length(label))
        .chain([corner.chars().count()])
        .max()
        .unwrap_or(0);
    let cell =
        rows.iter().flat_map(|(_, cells)| cells).chain(across).map(length).max().unwrap_or(0) + 2;
    let line = |label: &str, cells: &[String]| {
        let cells: String = cells.iter().map(|text| format!("{text:>cell$}")).collect();
        format!("{label:>side$} |{cells}")
    };
    writeln!(out, "{}", line(corner, across))?;
    writeln!(out, "{}-+{}", "-".repeat(side), "-".repeat(cell * across.len()))?;
    for (label, cells) in rows {
        writeln!(out, "{}", line(label, cells).trim_end())?;
    }
    Ok(())
}

/// A sequence over neighbouring indices, several values in a row; `false` when it does not fit.
pub fn sequence(
    out: &mut dyn Write,
    name: &str,
    first: i64,
    values: &[String],
) -> io::Result<bool> {
    let last = first + values.len() as i64 - 1;
    let side = name.chars().count().max(first.to_string().len()).max(last.to_string().len());
    let cell = values.iter().map(|value| value.chars().count()).max().unwrap_or(0).max(1) + 2;
    let Some(per_row) = ROW_LENGTHS.into_iter().find(|n| side + 2 + cell * *n as usize <= WIDTH)
    else {
        return Ok(false);
    };
    let mut rows = Vec::new();
    let mut start = first - first.rem_euclid(per_row);
    while start <= last {
        let at =
            |index: i64| usize::try_from(index - first).ok().and_then(|at| values.get(at)).cloned();
        rows.push((
            start.to_string(),
            (start..start + per_row).map(|index| at(index).unwrap_or_default()).collect(),
        ));
        start += per_row;
    }
    let across: Vec<String> = (0..per_row).map(|column| column.to_string()).collect();
    grid(out, name, &across, &rows)?;
    Ok(true)
}

/// A name with words behind it, broken into lines that are indented alike.
pub fn hanging(out: &mut dyn Write, name: &str, width: usize, words: &str) -> io::Result<()> {
    let mut line = format!("{name:width$}  ");
    let mut used = false;
    for word in words.split_whitespace() {
        if used && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{}", line.trim_end())?;
            line = " ".repeat(width + 2);
            used = false;
        }
        line += if used { " " } else { "" };
        line += word;
        used = true;
    }
    writeln!(out, "{}", line.trim_end())
}

/// A row of comma-separated values; a cell that needs quotes gets them.
pub fn csv(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    let quoted = cells.iter().map(|cell| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    });
    writeln!(out, "{}", quoted.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_sequence_is_aligned_to_its_indices() {
        let values: Vec<String> = (1..=11).map(|n| (n % 4).to_string()).collect();
        let text = written(|out| assert!(sequence(out, "n", 1, &values).unwrap()));
        assert_eq!(
            text,
            " n |  0  1  2  3  4  5  6  7  8  9
---+------------------------------
 0 |     1  2  3  0  1  2  3  0  1
10 |  2  3
"
        );
    }

    #[test]
    fn wide_values_get_shorter_rows_or_none() {
        let wide = vec!["1".repeat(12); 3];
        let text = written(|out| assert!(sequence(out, "n", 4, &wide).unwrap()));
        assert_eq!(text.lines().count(), 4);
        let wider = vec!["1".repeat(40); 3];
        assert!(!sequence(&mut Vec::new(), "n", 4, &wider).unwrap());
    }

    #[test]
    fn cells_with_commas_are_quoted() {
        let text =
            written(|out| csv(out, &["Piles([1, 2])".to_string(), "3".to_string()]).unwrap());
        assert_eq!(text, "\"Piles([1, 2])\",3\n");
    }
}
