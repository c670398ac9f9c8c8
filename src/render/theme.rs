use super::color::Rgb;

/// Dark ink on a light ground, or the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

/// The colours of everything that is no faction's.
#[derive(Clone, Copy, Debug)]
pub struct Inks {
    pub ground: Rgb,
    pub ink: Rgb,
    pub muted: Rgb,
    /// Borders on the map.
    pub line: Rgb,
    /// How much of a border inside a realm shows, 0 to 1.
    pub inner_alpha: f32,
    /// Under names, arrows and outlines.
    pub halo: Rgb,
    /// Names on the map.
    pub label: Rgb,
    pub attacker: Rgb,
    pub target: Rgb,
    /// Grid lines of the curve.
    pub rule: Rgb,
    /// The empty part of a bar.
    pub bar: Rgb,
    pub up: Rgb,
    pub down: Rgb,
}

impl Theme {
    pub const fn inks(self) -> Inks {
        match self {
            Theme::Light => Inks {
                ground: Rgb::hex(0xf3f1ea),
                ink: Rgb::hex(0x16202b),
                muted: Rgb::hex(0x55606c),
                line: Rgb::hex(0x16202b),
                inner_alpha: 0.34,
                halo: Rgb::hex(0xffffff),
                label: Rgb::hex(0x16202b),
                attacker: Rgb::hex(0x0b50d0),
                target: Rgb::hex(0xd1001f),
                rule: Rgb::hex(0xcfcabd),
                bar: Rgb::hex(0xdcd7ca),
                up: Rgb::hex(0x0a6b46),
                down: Rgb::hex(0xa3240f),
            },
            Theme::Dark => Inks {
                ground: Rgb::hex(0x14181d),
                ink: Rgb::hex(0xf3f1ea),
                muted: Rgb::hex(0xa9b3be),
                line: Rgb::hex(0x05070a),
                inner_alpha: 0.55,
                halo: Rgb::hex(0x0b0e12),
                label: Rgb::hex(0xffffff),
                attacker: Rgb::hex(0x7db4ff),
                target: Rgb::hex(0xff4d5e),
                rule: Rgb::hex(0x3a434d),
                bar: Rgb::hex(0x333c46),
                up: Rgb::hex(0x58d39b),
                down: Rgb::hex(0xff8b73),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_reads_on_its_ground() {
        for theme in [Theme::Light, Theme::Dark] {
            let inks = theme.inks();
            for text in [inks.ink, inks.muted, inks.up, inks.down] {
                assert!(text.contrast(inks.ground) >= 4.5, "{theme:?} {text:?}");
            }
            assert!(inks.label.contrast(inks.halo) >= 4.5);
        }
    }
}
