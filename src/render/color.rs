//! sRGB colours as three kinds of eyes see them, in OKLab (Björn Ottosson, 2020).

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xRRGGBB`.
    pub const fn hex(value: u32) -> Self {
        Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// WCAG 2 contrast ratio, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|byte| {
            let v = f64::from(byte) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        })
    }
}

/// A colour in OKLab: lightness, green–red, blue–yellow.
pub type Lab = [f64; 3];

/// A colour as normal, deuteranope and protanope eyes see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen(pub [Lab; 3]);

impl Seen {
    /// Dichromacy by Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
    pub fn of(colour: Rgb) -> Self {
        let linear = colour.linear();
        Seen([oklab(linear), oklab(apply(&DEUTERANOPIA, linear)), oklab(apply(&PROTANOPIA, linear))])
    }

    /// The smallest distance in any of the three visions.
    pub fn distance(&self, other: &Seen) -> f64 {
        self.0.iter().zip(&other.0).map(|(a, b)| distance(*a, *b)).fold(f64::MAX, f64::min)
    }

    /// The distance for normal eyes.
    pub fn plain_distance(&self, other: &Seen) -> f64 {
        distance(self.0[0], other.0[0])
    }

    /// The distance in hue and chroma alone, for normal eyes.
    pub fn hue_distance(&self, other: &Seen) -> f64 {
        let ([_, a, b], [_, c, d]) = (self.0[0], other.0[0]);
        (a - c).hypot(b - d)
    }
}

fn distance(a: Lab, b: Lab) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

/// The colour at lightness, chroma and hue (degrees) of OKLCH; none outside sRGB.
pub fn oklch(lightness: f64, chroma: f64, hue: f64) -> Option<Rgb> {
    let (sin, cos) = hue.to_radians().sin_cos();
    let lms = apply(&LAB_TO_LMS, [lightness, chroma * cos, chroma * sin]).map(|v| v * v * v);
    let linear = apply(&LMS_TO_RGB, lms);
    let inside = linear.iter().all(|v| (-1e-4..=1.0001).contains(v));
    let [r, g, b] = linear.map(encode);
    inside.then_some(Rgb(r, g, b))
}

fn encode(linear: f64) -> u8 {
    let v = linear.clamp(0.0, 1.0);
    let v = if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
    (v * 255.0).round() as u8
}

fn oklab(linear: [f64; 3]) -> Lab {
    apply(&LMS_TO_LAB, apply(&RGB_TO_LMS, linear.map(|v| v.clamp(0.0, 1.0))).map(f64::cbrt))
}

type Matrix = [[f64; 3]; 3];

fn apply(m: &Matrix, v: [f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

const RGB_TO_LMS: Matrix = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
];
const LMS_TO_LAB: Matrix = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
];
const LAB_TO_LMS: Matrix = [
    [1.0, 0.3963377774, 0.2158037573],
    [1.0, -0.1055613458, -0.0638541728],
    [1.0, -0.0894841775, -1.2914855480],
];
const LMS_TO_RGB: Matrix = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.7076147010],
];
const DEUTERANOPIA: Matrix =
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
const PROTANOPIA: Matrix =
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklab_of_known_colours() {
        let near = |found: Lab, wanted: Lab| distance(found, wanted) < 1e-3;
        assert!(near(Seen::of(Rgb::hex(0xffffff)).0[0], [1.0, 0.0, 0.0]));
        assert!(near(Seen::of(Rgb::hex(0xff0000)).0[0], [0.628, 0.225, 0.126]));
        assert!(near(Seen::of(Rgb::hex(0x0000ff)).0[0], [0.452, -0.032, -0.312]));
    }

    #[test]
    fn oklch_and_back() {
        let colour = oklch(0.72, 0.085, 200.0).expect("in gamut");
        let [l, a, b] = Seen::of(colour).0[0];
        assert!((l - 0.72).abs() < 4e-3 && (a.hypot(b) - 0.085).abs() < 4e-3);
        assert_eq!(oklch(0.9, 0.3, 30.0), None);
    }

    #[test]
    fn red_and_green_come_nearer_without_red_or_green_cones() {
        let (red, green) = (Seen::of(Rgb::hex(0xc04040)), Seen::of(Rgb::hex(0x608030)));
        assert!(red.distance(&green) < 0.6 * red.plain_distance(&green));
    }

    #[test]
    fn contrast_of_black_on_white_is_21() {
        assert!((Rgb::hex(0).contrast(Rgb::hex(0xffffff)) - 21.0).abs() < 1e-9);
    }
}
