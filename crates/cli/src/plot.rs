//! Pictures that are named on the command line: the ending says what they are.

use crate::data::draft::Draft;
use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The width of a PNG, in pixels.
#[cfg(feature = "pictures")]
const PICTURE_WIDTH: u32 = 1440;

/// What a picture is to be.
#[derive(Clone, Copy)]
pub enum PictureKind {
    Svg,
    #[cfg(feature = "pictures")]
    Png,
}

impl PictureKind {
    /// By the ending of a file's name.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            #[cfg(feature = "pictures")]
            Some("png") => Ok(Self::Png),
            #[cfg(not(feature = "pictures"))]
            Some("png") => Err(Failure::Input(
                "this program was built without the feature \"pictures\"; draw SVG".into(),
            )),
            _ => Err(Failure::Input(format!(
                "\"{}\" does not say what to draw; end it in .svg or .png",
                path.display()
            ))),
        }
    }

    /// The bytes of the picture.
    pub fn draw(self, svg: &str) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Svg => Ok(svg.as_bytes().to_vec()),
            #[cfg(feature = "pictures")]
            Self::Png => picture::svg_to_png(svg, PICTURE_WIDTH).map_err(Failure::input),
        }
    }
}

/// Writes a picture; one that is there is replaced only if that is wanted.
pub fn write(path: &Path, may_replace: bool, inputs: &[PathBuf], svg: &str) -> Result<(), Failure> {
    let content = PictureKind::of(path)?.draw(svg)?;
    Draft::write(path, may_replace, inputs, &content)
}
