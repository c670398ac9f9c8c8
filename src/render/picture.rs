use super::painter::Canvas;
use super::quantize::Indexed;
use super::surface::{Raster, Surface, Tools};
use super::theme::Theme;
use std::io::Write;
use tiny_skia::{IntSize, Pixmap};

/// A drawn picture: opaque pixels, row by row from the upper left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Four bytes a pixel: red, green, blue, 255.
    pub rgba: Vec<u8>,
}

/// The most bytes of one chunk of a PNG's data.
const CHUNK: usize = 1 << 16;

/// What a PNG is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Made at once, larger.
    Fast,
    /// Small, to be sent: 256 colours.
    Post,
}

impl Picture {
    /// All black.
    pub(super) fn blank(canvas: Canvas) -> Self {
        let Canvas { width, height } = canvas;
        Picture { width, height, rgba: vec![0; 4 * width as usize * height as usize] }
    }

    /// What is drawn on a ground of the theme's colour; a side of 0 pixels gets one.
    pub(super) fn drawn(canvas: Canvas, theme: Theme, draw: impl FnOnce(&mut Surface<'_>, Canvas)) -> Self {
        let canvas = Canvas { width: canvas.width.max(1), height: canvas.height.max(1) };
        let (mut picture, mut tools) = (Picture::blank(canvas), Tools::default());
        let raster = Raster::over(picture.take_pixels(), theme.inks().ground, &mut tools);
        let mut surface = Surface::Raster(raster);
        draw(&mut surface, canvas);
        match surface {
            Surface::Raster(raster) => picture.rgba = raster.finish().take(),
            Surface::Svg(_) => unreachable!("a raster stays one"),
        }
        picture
    }

    /// The pixels to draw on; they are to be put back.
    pub(super) fn take_pixels(&mut self) -> Pixmap {
        let size = IntSize::from_wh(self.width, self.height).expect("no side is 0");
        Pixmap::from_vec(std::mem::take(&mut self.rgba), size).expect("four bytes a pixel")
    }

    /// The picture as a PNG.
    pub fn to_png(&self, effort: Effort) -> Vec<u8> {
        let mut bytes = Vec::new();
        let written = match effort {
            Effort::Fast => self.write_fast(&mut bytes),
            Effort::Post => self.write_small(&mut bytes),
        };
        written.expect("a Vec takes every byte, and the data is as long as the header says");
        bytes
    }

    /// Row by row: the whole picture in three bytes a pixel would be another 6 MB to walk through.
    fn write_fast(&self, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let mut encoder = self.encoder(bytes, png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Up);
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer_with_size(CHUNK)?;
        let mut row = vec![0; 3 * self.width as usize];
        for pixels in self.rgba.chunks_exact(4 * self.width as usize) {
            without_alpha(pixels, &mut row);
            stream.write_all(&row)?;
        }
        stream.finish()
    }

    fn write_small(&self, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let indexed = Indexed::of(self);
        let mut encoder = self.encoder(bytes, png::ColorType::Indexed);
        encoder.set_palette(indexed.palette.as_slice());
        // Level 6 took some 30 ms longer for 12 KB less.
        encoder.set_deflate_compression(png::DeflateCompression::Level(3));
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer_with_size(CHUNK)?;
        indexed.rows(self.width, |row| stream.write_all(row))?;
        stream.finish()
    }

    fn encoder<'a>(&self, bytes: &'a mut Vec<u8>, kind: png::ColorType) -> png::Encoder<'a, &'a mut Vec<u8>> {
        let mut encoder = png::Encoder::new(bytes, self.width, self.height);
        encoder.set_color(kind);
        encoder.set_depth(png::BitDepth::Eight);
        encoder
    }
}

/// Three bytes of every four; four pixels at a time, for it is done a million times.
fn without_alpha(rgba: &[u8], rgb: &mut [u8]) {
    let (fours, rest) = rgba.as_chunks::<16>();
    let (twelves, end) = rgb.as_chunks_mut::<12>();
    for (from, to) in fours.iter().zip(twelves) {
        let pixel = |i: usize| u32::from_le_bytes([from[4 * i], from[4 * i + 1], from[4 * i + 2], 0]);
        let (a, b, c, d) = (pixel(0), pixel(1), pixel(2), pixel(3));
        to[..4].copy_from_slice(&(a | b << 24).to_le_bytes());
        to[4..8].copy_from_slice(&(b >> 8 | c << 16).to_le_bytes());
        to[8..].copy_from_slice(&(c >> 16 | d << 8).to_le_bytes());
    }
    let (from, to) = (rest.as_chunks::<4>().0, end.as_chunks_mut::<3>().0);
    to.iter_mut().zip(from).for_each(|(to, [r, g, b, _])| *to = [*r, *g, *b]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_of_either_effort_reads_back_as_drawn() {
        let mut picture = Picture::blank(Canvas { width: 7, height: 3 });
        for (i, pixel) in picture.rgba.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *pixel = [i as u8, 2 * i as u8, 255 - i as u8, 255];
        }
        for effort in [Effort::Fast, Effort::Post] {
            let png = picture.to_png(effort);
            let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
            decoder.set_transformations(png::Transformations::EXPAND);
            let mut reader = decoder.read_info().unwrap();
            let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut rgb).unwrap();
            let mut wanted = vec![0; rgb.len()];
            for (to, from) in wanted.chunks_mut(3).zip(picture.rgba.chunks(4)) {
                to.copy_from_slice(&from[..3]);
            }
            assert_eq!(rgb, wanted, "{effort:?}");
        }
    }
}
