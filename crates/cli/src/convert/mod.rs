//! `chuhe convert`: games from files of any format into files of another.
//!
//! A game that cannot be read is named and passed over. What is written appears under its name only when it is whole,
//! and replaces nothing unless `--force` says so.

mod output;
pub mod plan;
mod report;
mod work;

use crate::data::inputs::{Interrupt, bar, total_size};
use crate::failure::Failure;
use crate::interrupt::interrupted;
use clap::{Args, ValueEnum};
use notation::formats::{Format, WriteError, Writer};
use notation::pgn::{self, Dialect};
use notation::{Letters, Notation, Style, TextEncoding};
use plan::Destination;
use report::ConversionReport;
use std::path::PathBuf;
use std::process::ExitCode;

/// Convert games between file formats
///
/// Reads PGN, XQF, CBR, CBL, `DhtmlXQ` (UBB), WXF records (`PlayOK`), CCM, CHE, CHN, MXQ and plain move lists; the format of
/// an input is found by its content. Writes PGN, XQF, `DhtmlXQ` and move lists, the format of the output by the ending
/// of its name (.pgn, .xqf, .ubb, .txt) or by --to.
///
/// If OUT is a folder (it exists, or its name ends with /), each input becomes a file of its own there; otherwise all
/// games go into the file OUT, in the order of the inputs. An input may be a folder: all files in it and below it.
/// An XQF file holds one game: a second one needs a folder, where the games of an input are numbered.
///
/// A game with a move that is not legal or cannot be read is skipped, and the message says how much of it could be kept; with
/// --salvage it is kept up to there, with a comment that says where it was cut and why. Of a bad variation the lines around it stay.
///
/// Exit code 0: everything was converted; 1: something was skipped or cut, as the messages say; 2: nothing could be converted;
/// 130: interrupted. What the output format cannot hold is said and is not an error.
#[derive(Args)]
#[command(
    override_usage = "chuhe convert [OPTIONS] IN… OUT",
    after_help = "Examples:
  chuhe convert game.xqf game.pgn --notation chinese
  chuhe convert library.cbl games/ --to xqf
  chuhe convert downloads/ all.pgn --encoding gb18030
  chuhe convert broken.xqf mended.pgn --salvage"
)]
pub struct Arguments {
    /// The inputs, then the output
    #[arg(value_name = "PATH", num_args = 2.., required = true)]
    paths: Vec<PathBuf>,
    /// The format of the output
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<To>,
    /// How moves are written in PGN and move lists
    #[arg(long, value_enum, value_name = "NOTATION", default_value_t = Written::Iccs)]
    notation: Written,
    /// The letters of horse (H, N), elephant (E, B) and advisor (A, G) in WXF and algebraic moves
    #[arg(long, value_name = "LETTERS", default_value = "HEA")]
    letters: Letters,
    /// Whose PGN tags: Red and [Game "Chinese Chess"], or White and [Variant "xiangqi"]
    #[arg(long, value_enum, value_name = "DIALECT", default_value_t = Tags::Xqbase)]
    tags: Tags,
    /// The encoding of text [default: utf-8]
    #[arg(long, value_enum, value_name = "ENCODING")]
    encoding: Option<Encoding>,
    /// Keep the legal part of a game with a bad move, with a comment where it was cut
    #[arg(long)]
    salvage: bool,
    /// Replace files that exist already
    #[arg(long)]
    force: bool,
    /// How many files are converted at once [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// The formats that are written.
#[derive(Clone, Copy, ValueEnum)]
enum To {
    Pgn,
    Xqf,
    /// `DhtmlXQ`
    #[value(alias = "dhtmlxq", alias = "dhtml")]
    Ubb,
    /// Plain move lists, a game a line
    #[value(alias = "txt", alias = "list")]
    Moves,
}

impl To {
    fn format(self) -> Format {
        match self {
            Self::Pgn => Format::Pgn,
            Self::Xqf => Format::Xqf,
            Self::Ubb => Format::Dhtml,
            Self::Moves => Format::Moves,
        }
    }
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Written {
    /// H2-E2
    Iccs,
    /// h2e2
    Coordinates,
    /// h3e3, ranks from 1 to 10
    Ranks1,
    /// C2=5
    Wxf,
    /// c2.5, as `PlayOK` writes it
    Playok,
    /// 炮二平五
    Chinese,
    /// 炮二平五, 馬８進７
    Traditional,
    /// Che2
    Algebraic,
    /// Ch2-e2
    LongAlgebraic,
}

impl Written {
    fn notation(self, letters: Letters) -> Notation {
        match self {
            Self::Iccs => Notation::Iccs,
            Self::Coordinates => Notation::Coordinates,
            Self::Ranks1 => Notation::RanksFromOne,
            Self::Wxf => Notation::WxfLetters(letters),
            Self::Playok => Notation::PlayOk,
            Self::Chinese => Notation::Chinese(Style::Simplified),
            Self::Traditional => Notation::Chinese(Style::Traditional),
            Self::Algebraic => Notation::Algebraic(letters),
            Self::LongAlgebraic => Notation::LongAlgebraic(letters),
        }
    }
}

/// Whose tags are written.
#[derive(Clone, Copy, ValueEnum)]
enum Tags {
    Xqbase,
    Winboard,
}

/// The encodings that are written.
#[derive(Clone, Copy, ValueEnum)]
enum Encoding {
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    #[value(name = "utf-16", alias = "utf16")]
    Utf16,
    #[value(alias = "gbk", alias = "gb2312")]
    Gb18030,
    Big5,
}

impl Arguments {
    fn writer(&self, format: Format) -> Result<Writer, WriteError> {
        let dialect = match self.tags {
            Tags::Xqbase => Dialect::Xqbase,
            Tags::Winboard => Dialect::Winboard,
        };
        let notation = self.notation.notation(self.letters);
        let style = pgn::Format { notation, dialect, ..pgn::Format::default() };
        let writer = Writer::new(format)?.with_style(style)?;
        match self.encoding {
            None => Ok(writer),
            Some(Encoding::Utf8) => writer.with_encoding(TextEncoding::Utf8),
            Some(Encoding::Utf16) => writer.with_encoding(TextEncoding::Utf16),
            Some(Encoding::Gb18030) => writer.with_encoding(TextEncoding::Gb18030),
            Some(Encoding::Big5) => writer.with_encoding(TextEncoding::Big5),
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (out, inputs) = arguments
        .paths
        .split_last()
        .ok_or_else(|| Failure::Input("name the inputs and the output, such as game.xqf game.pgn".into()))?;
    let target = Destination::of(out);
    let format = match arguments.to {
        Some(to) => to.format(),
        None => target.format()?,
    };
    let writer = arguments.writer(format).map_err(Failure::input)?;
    let inputs = plan::inputs(inputs, out)?;
    let threads = match arguments.threads {
        Some(0) => return Err(Failure::Input("--threads 0 converts nothing; at least 1 is needed".into())),
        Some(threads) => threads,
        None => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
    };
    let interrupt = Interrupt::new()?;
    let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
    let bar = bar(total_size(&paths)?, "converting");
    let report = ConversionReport::new(&bar);
    let job = work::Conversion {
        writer: &writer,
        may_replace: arguments.force,
        salvages: arguments.salvage,
        report: &report,
        interrupt: &interrupt,
    };
    match &target {
        Destination::File(path) => job.write_file(&inputs, path, threads)?,
        Destination::Folder(path) => job.write_folder(&inputs, path, threads)?,
    }
    bar.finish_and_clear();
    if interrupt.is_interrupted() {
        eprintln!("interrupted");
        return Ok(interrupted());
    }
    report.finish(inputs.len(), out)
}
