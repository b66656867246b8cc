//! `chuhe board`: a position as text, SVG or PNG.

use crate::argument::BadArgument;
use crate::data::draft::Draft;
use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use notation::formats;
use picture::{Arrow, Coordinates, Picture, PieceStyle, text};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xiangqi::{Move, Position, counted};

/// Draw a position as text, SVG or PNG
///
/// The position is a FEN, or that of a game in a file of any format, after --ply moves. Without --out the picture goes to standard output.
/// No font is needed.
///
/// Exit code 0: drawn; 2: the input cannot be used.
#[derive(Args)]
#[command(after_help = "\
Examples:
  chuhe board
  chuhe board \"3k5/9/9/9/9/9/9/9/9/R3K4 w\" --arrow a0a9 --out mate.png
  chuhe board game.pgn --ply 20 --pieces pictures --out game.svg")]
pub struct Arguments {
    /// A FEN, or a file of games [default: the usual starting position]
    #[arg(value_name = "FEN|FILE")]
    position: Option<String>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// After this many moves of either side [default: all]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The file to write; its ending says what: .txt, .svg or .png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long, requires = "out")]
    force: bool,
    /// What to draw [default: by the ending of --out, else text]
    #[arg(long, value_name = "FORMAT", value_parser = by_name(&Format::ALL, Format::name))]
    format: Option<Format>,
    /// An arrow, h2e2 or h2e2:blue (green, blue, red, orange, purple); may be repeated
    #[arg(long, value_name = "ARROW")]
    arrow: Vec<Arrow>,
    /// The last move, marked [default: that of the game]
    #[arg(long, value_name = "MOVE", value_parser = parse_move)]
    last: Option<Move>,
    /// Seen from Black's side
    #[arg(long)]
    flip: bool,
    /// What is on the pieces
    #[arg(long, value_name = "STYLE", default_value = "traditional", value_parser = by_name(&PieceStyle::ALL, PieceStyle::name))]
    pieces: PieceStyle,
    /// Names of files and ranks, as a notation has them
    #[arg(long, value_name = "NOTATION", default_value = "iccs", value_parser = by_name(&Coordinates::ALL, Coordinates::name))]
    coordinates: Coordinates,
    /// The width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 640)]
    width: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Svg,
    Png,
}

impl Format {
    const ALL: [Self; 3] = [Self::Text, Self::Svg, Self::Png];

    const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }

    fn of_file(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("txt") => Ok(Self::Text),
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(Failure::Input(format!(
                "\"{}\" does not say what to draw; end it in .txt, .svg or .png, or say --format",
                path.display()
            ))),
        }
    }
}

/// Reads one of these by its name, and lets the help text list them.
fn by_name<T: Copy + Send + Sync + 'static, const N: usize>(
    all: &'static [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|&value| name(value)));
    names.try_map(move |text: String| {
        all.iter().copied().find(|&value| name(value) == text).ok_or_else(|| format!("there is no {text}"))
    })
}

fn parse_move(text: &str) -> Result<Move, BadArgument> {
    text.parse().map_err(|_| BadArgument::Move)
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let format = match (arguments.format, &arguments.out) {
        (Some(format), _) => format,
        (None, Some(path)) => Format::of_file(path)?,
        (None, None) => Format::Text,
    };
    let position = position(arguments)?;
    let board = position.board();
    let last_move = arguments.last.or_else(|| position.past().last().and_then(|ply| ply.mv));
    let picture = Picture {
        last_move,
        arrows: arguments.arrow.clone(),
        is_flipped: arguments.flip,
        pieces: arguments.pieces,
        coordinates: arguments.coordinates,
        ..Picture::new(board)
    };
    let content = match format {
        Format::Text => as_text(&picture).into_bytes(),
        Format::Svg => picture.svg().into_bytes(),
        Format::Png => as_png(&picture, arguments)?,
    };
    match &arguments.out {
        Some(path) => {
            let input: Vec<PathBuf> = arguments.position.iter().map(PathBuf::from).collect();
            Draft::write(path, arguments.force, &input, &content)?;
        }
        None => std::io::stdout().lock().write_all(&content)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn as_text(picture: &Picture<'_>) -> String {
    let signs = match picture.pieces {
        PieceStyle::Letters => text::Signs::Letters,
        PieceStyle::Traditional | PieceStyle::Simplified | PieceStyle::Pictures => text::Signs::Characters,
    };
    let mut drawn = text::draw(picture.board, picture.last_move, picture.is_flipped, signs);
    let arrows = picture
        .arrows
        .iter()
        .map(|Arrow { mv, tone }| format!("{} → {} ({})\n", mv.from(), mv.to(), tone.name()));
    drawn.extend(arrows);
    drawn + &picture.title + "\n"
}

#[cfg(feature = "pictures")]
fn as_png(picture: &Picture<'_>, arguments: &Arguments) -> Result<Vec<u8>, Failure> {
    if arguments.out.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::Input("a PNG is not for a terminal; name a file with --out".into()));
    }
    picture.png(arguments.width).map_err(Failure::input)
}

#[cfg(not(feature = "pictures"))]
fn as_png(_: &Picture<'_>, arguments: &Arguments) -> Result<Vec<u8>, Failure> {
    let _ = (arguments.width, std::io::stdout().is_terminal());
    Err(Failure::Input("this program was built without the feature \"pictures\"; draw text or SVG".into()))
}

/// The position that is asked for, with its past.
fn position(arguments: &Arguments) -> Result<Position, Failure> {
    let Some(given) = &arguments.position else { return after(Position::start(), &[], arguments) };
    let path = Path::new(given);
    if !path.is_file() {
        let position: Position = given.parse().map_err(|error| {
            Failure::Input(format!(
                "\"{}\" is neither a file nor a FEN: {error}",
                xiangqi::excerpt(given, 60)
            ))
        })?;
        return after(position, &[], arguments);
    }
    let bytes = crate::file::read(path)?;
    let refused = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let mut count = 0;
    for game in formats::read(&bytes) {
        count += 1;
        if count == arguments.game {
            let game = game.map_err(|error| refused(format!("game {count}: {error}")))?;
            let moves: Vec<Move> = game.main_line().filter_map(|(_, node)| node.mv()).collect();
            return after(Position::from(game.start().clone()), &moves, arguments);
        }
    }
    Err(refused(format!("there is no game {}; the file has {count}", arguments.game)))
}

/// The position after the moves, or as many as are asked for.
fn after(mut position: Position, moves: &[Move], arguments: &Arguments) -> Result<Position, Failure> {
    let plies = arguments.ply.unwrap_or(moves.len());
    let Some(played) = moves.get(..plies) else {
        return Err(Failure::Input(format!(
            "--ply {plies} is beyond the end; the game has {}",
            counted(moves.len(), "move")
        )));
    };
    for &mv in played {
        position.play_unchecked(mv);
    }
    Ok(position)
}
