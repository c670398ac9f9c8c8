use super::color::Rgb;
use std::collections::BTreeMap;

/// A drawn picture: opaque pixels, row by row from the upper left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Four bytes a pixel: red, green, blue, 255.
    pub rgba: Vec<u8>,
}

/// What a PNG is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Made at once, larger.
    Fast,
    /// Small, to be sent: 256 colours.
    Post,
}

impl Picture {
    /// The picture as a PNG.
    pub fn to_png(&self, effort: Effort) -> Vec<u8> {
        match effort {
            Effort::Fast => self.encode(png::ColorType::Rgb, &self.rgb(), None),
            Effort::Post => {
                let (palette, indices) = super::quantize::quantize(self);
                self.encode(png::ColorType::Indexed, &indices, Some(palette))
            }
        }
    }

    fn rgb(&self) -> Vec<u8> {
        self.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()
    }

    fn encode(&self, kind: png::ColorType, data: &[u8], palette: Option<Vec<u8>>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(kind);
        encoder.set_depth(png::BitDepth::Eight);
        if let Some(palette) = palette {
            encoder.set_palette(palette);
            encoder.set_compression(png::Compression::Balanced);
            encoder.set_filter(png::Filter::NoFilter);
        } else {
            encoder.set_compression(png::Compression::Fast);
            encoder.set_filter(png::Filter::Up);
        }
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(data));
        written.expect("a Vec takes every byte, and the data is as long as the header says");
        bytes
    }

    /// How often each colour occurs.
    pub(super) fn histogram(&self) -> BTreeMap<Rgb, u32> {
        let mut counts = BTreeMap::new();
        for pixels in self.rgba.as_chunks::<4>().0.chunk_by(|a, b| a == b) {
            let [r, g, b, _] = pixels[0];
            *counts.entry(Rgb(r, g, b)).or_default() += pixels.len() as u32;
        }
        counts
    }
}
