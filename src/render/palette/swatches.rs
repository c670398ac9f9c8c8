use crate::render::Theme;
use crate::render::color::{Rgb, Seen, oklch};
use std::sync::{Arc, LazyLock};

/// A faction's colour: its place among the swatches.
pub(super) type Swatch = u16;

/// The colours that factions may have, and how far they stand apart; the same swatch in both themes.
#[derive(Debug, Default)]
pub(super) struct Swatches {
    pub light: Vec<Rgb>,
    pub dark: Vec<Rgb>,
    /// OKLCH chroma of the light colour.
    pub chroma: Vec<f32>,
    /// How far each swatch stands from itself and from those before it, row by row.
    apart: Vec<f32>,
    plain: Vec<f32>,
    hue: Vec<f32>,
}

impl Swatches {
    /// A distance in the dark theme counts `dark_gain` times.
    pub fn new(dark_gain: f64) -> Self {
        let mut swatches = Swatches::default();
        let grounds = [Theme::Light, Theme::Dark].map(|theme| Seen::of(theme.inks().ground));
        for (lightness, chroma, hue) in grid().filter(|c| !reserved(*c)) {
            let Some(light) = oklch(lightness, chroma, hue) else { continue };
            let dark = darkened(lightness, chroma, hue);
            let clear = |c: Rgb, ground: &Seen| Seen::of(c).distance(ground) >= 0.085;
            if clear(light, &grounds[0]) && clear(dark, &grounds[1]) {
                swatches.light.push(light);
                swatches.dark.push(dark);
                swatches.chroma.push(chroma as f32);
            }
        }
        swatches.measure(dark_gain);
        swatches
    }

    /// Those of every war, made once: through a war both themes are held to the same distance.
    pub fn of_wars() -> Arc<Self> {
        static SWATCHES: LazyLock<Arc<Swatches>> = LazyLock::new(|| Arc::new(Swatches::new(1.0)));
        Arc::clone(&SWATCHES)
    }

    fn measure(&mut self, dark_gain: f64) {
        let see = |colours: &[Rgb]| colours.iter().map(|c| Seen::of(*c)).collect::<Vec<_>>();
        let (light, dark) = (see(&self.light), see(&self.dark));
        let pairs = light.len() * (light.len() + 1) / 2;
        for gaps in [&mut self.apart, &mut self.plain, &mut self.hue] {
            gaps.reserve_exact(pairs);
        }
        for i in 0..light.len() {
            for j in 0..=i {
                let (a, b) = (light[i].distance(&light[j]), dark[i].distance(&dark[j]));
                let plain = light[i].plain_distance(&light[j]);
                self.apart.push(a.min(b * dark_gain) as f32);
                self.plain.push(plain.min(dark[i].plain_distance(&dark[j]) * dark_gain) as f32);
                self.hue.push(light[i].hue_distance(&light[j]) as f32);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.light.len()
    }

    pub fn all(&self) -> impl Iterator<Item = Swatch> + use<> {
        0..self.light.len() as Swatch
    }

    /// The smallest OKLab distance in any vision and theme.
    pub fn apart(&self, a: Swatch, b: Swatch) -> f32 {
        self.apart[place(a, b)]
    }

    /// The same for normal eyes alone.
    pub fn plain(&self, a: Swatch, b: Swatch) -> f32 {
        self.plain[place(a, b)]
    }

    /// The distance in hue and chroma alone, light theme.
    pub fn hue(&self, a: Swatch, b: Swatch) -> f32 {
        self.hue[place(a, b)]
    }
}

/// Where a pair stands.
fn place(a: Swatch, b: Swatch) -> usize {
    let (row, column) = (usize::from(a.max(b)), usize::from(a.min(b)));
    row * (row + 1) / 2 + column
}

fn grid() -> impl Iterator<Item = (f64, f64, f64)> {
    const LIGHTNESS: [f64; 6] = [0.60, 0.66, 0.72, 0.78, 0.84, 0.90];
    const CHROMA: [f64; 3] = [0.045, 0.085, 0.125];
    LIGHTNESS.into_iter().flat_map(|l| {
        CHROMA.into_iter().flat_map(move |c| (0..360).step_by(8).map(move |h| (l, c, f64::from(h))))
    })
}

/// Near the target's red, army olive, neon: colours that no faction gets.
fn reserved((lightness, chroma, hue): (f64, f64, f64)) -> bool {
    let within = |low: f64, high: f64| (low..=high).contains(&hue);
    (within(15.0, 40.0) && chroma > 0.1 && lightness < 0.70)
        || (within(85.0, 124.0) && lightness < 0.72)
        || (within(100.0, 235.0) && chroma > 0.1 && lightness > 0.76)
}

/// The same hue for the dark ground, its chroma cut to what sRGB holds.
fn darkened(lightness: f64, chroma: f64, hue: f64) -> Rgb {
    let dark = 0.46 + 0.85 * (lightness - 0.60);
    let chromas = (0..).map(|step| (chroma - 0.005 * f64::from(step)).max(0.0));
    chromas.filter_map(|c| oklch(dark, c, hue)).next().expect("grey, at chroma 0, is inside sRGB")
}
