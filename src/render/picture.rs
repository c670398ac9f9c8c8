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
        let mut rgb = vec![0; self.rgba.len() / 4 * 3];
        let (to, from) = (rgb.as_chunks_mut::<3>().0, self.rgba.as_chunks::<4>().0);
        to.iter_mut().zip(from).for_each(|(to, [r, g, b, _])| *to = [*r, *g, *b]);
        rgb
    }

    fn encode(&self, kind: png::ColorType, data: &[u8], palette: Option<Vec<u8>>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(kind);
        encoder.set_depth(png::BitDepth::Eight);
        if let Some(palette) = palette {
            encoder.set_palette(palette);
            // Level 6 took some 30 ms longer for 12 KB less.
            encoder.set_deflate_compression(png::DeflateCompression::Level(3));
            encoder.set_filter(png::Filter::NoFilter);
        } else {
            encoder.set_compression(png::Compression::Fast);
            encoder.set_filter(png::Filter::Up);
        }
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(data));
        written.expect("a Vec takes every byte, and the data is as long as the header says");
        bytes
    }
}
