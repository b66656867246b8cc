//! Pictures as PNG.

use crate::Picture;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The narrowest picture, in pixels.
pub const MIN_WIDTH: u32 = 40;
/// The widest.
pub const MAX_WIDTH: u32 = 8000;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PngError {
    /// The width is out of range.
    #[error("a picture of {0} pixels in width cannot be drawn; say {MIN_WIDTH} to {MAX_WIDTH}")]
    Width(u32),
    /// It could not be drawn, which is a mistake of the program.
    #[error("the picture could not be drawn: {0}")]
    Drawing(String),
}

impl Picture<'_> {
    /// The picture as a PNG file of this width in pixels; its height follows.
    ///
    /// # Errors
    /// The width is not from [`MIN_WIDTH`] to [`MAX_WIDTH`].
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PngError> {
        svg_to_png(&self.svg(), width)
    }
}

/// A picture of ours, as SVG, drawn as a PNG file of this width in pixels; its height follows. Text has to be outlines
/// ([`lettering`](crate::lettering)): there are no fonts.
///
/// # Errors
/// The width is not from [`MIN_WIDTH`] to [`MAX_WIDTH`], or it is not SVG.
pub fn svg_to_png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
        return Err(PngError::Width(width));
    }
    let failed = |error: String| PngError::Drawing(error);
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| failed(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed("no memory".into()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}
