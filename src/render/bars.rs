//! The picture of a forecast: a bar for each likely winner.

use super::Theme;
use super::atlas::Frame;
use super::color::Rgb;
use super::easel::{Easel, Side, Type};
use super::font::{CAP_HEIGHT, Face};
use super::layout::{Form, Place};
use super::painter::Canvas;
use super::picture::Picture;
use super::theme::Inks;

/// What to draw of a forecast, whatever the size and theme; every text is finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    pub kicker: String,
    pub date: String,
    pub turn: String,
    pub title: String,
    pub note: String,
    /// The likeliest first.
    pub rows: Vec<Bar>,
    /// All who have no bar; may be empty.
    pub rest: String,
    /// What the thin line on a bar means.
    pub legend: String,
    /// When it ends: a head, then sentences.
    pub ends: Vec<String>,
}

/// One who may win.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub name: String,
    /// Light and dark.
    pub colours: [Rgb; 2],
    /// The share in words: `31%`.
    pub share: String,
    /// The share and the ends of its error bar, 0 to 1.
    pub value: f32,
    pub low: f32,
    pub high: f32,
}

impl Bars {
    /// The picture: the same bars give the same bytes.
    pub fn paint(&self, canvas: Canvas, theme: Theme) -> Picture {
        Picture::drawn(canvas, theme, |surface, canvas| {
            let easel = Easel::new(surface, (canvas.width, canvas.height));
            Sheet { bars: self, easel: &easel, theme, place: Place::of(canvas, false) }.draw();
        })
    }
}

struct Sheet<'a, 's, 'g> {
    bars: &'a Bars,
    easel: &'a Easel<'s, 'g>,
    theme: Theme,
    place: Place,
}

/// Between a bar and its texts, at type scale 1.
const GAP: f32 = 18.0;

/// What stands where in a form, in pixels at type scale 1: the bars' top, the room under them, the names' share of the
/// width, and the type in the rows.
struct Measures {
    top: f32,
    under: f32,
    names: f32,
    size: f32,
}

impl Sheet<'_, '_, '_> {
    fn s(&self, length: f32) -> f32 {
        self.place.s(length)
    }

    fn inks(&self) -> Inks {
        self.theme.inks()
    }

    fn bold(&self, size: f32) -> Type {
        Type::bold(self.s(size), self.inks().ink)
    }

    fn muted(&self, size: f32) -> Type {
        Type::regular(self.s(size), self.inks().muted)
    }

    fn measures(&self) -> Measures {
        match self.place.form {
            Form::Standard => Measures { top: 208.0, under: 218.0, names: 0.31, size: 40.0 },
            Form::Wide => Measures { top: 196.0, under: 172.0, names: 0.29, size: 38.0 },
            Form::Tall => Measures { top: 240.0, under: 268.0, names: 0.38, size: 46.0 },
        }
    }

    fn draw(&self) {
        self.header();
        let measures = self.measures();
        let (left, right) = (self.place.margin, self.place.right());
        let bottom = self.place.height - self.s(measures.under);
        self.rows(Frame::new(left, self.s(measures.top), right, bottom), &measures);
        self.foot(Frame::new(left, bottom, right, self.place.height - self.s(30.0)));
    }

    fn header(&self) {
        let (left, right) = (self.place.margin, self.place.right());
        let y = |offset: f32| self.place.header_top + self.s(offset);
        let kicker = Type::bold(self.s(28.0), self.inks().muted);
        self.easel.text((left, y(26.0)), &self.bars.kicker, kicker, Side::Left);
        let (turn, date) = (self.bold(56.0), self.muted(26.0));
        let mut room = right - left;
        if self.place.form == Form::Tall {
            let turn = self.bold(34.0);
            self.easel.text((right, y(26.0)), &self.bars.turn, turn, Side::Right);
            let end = right - turn.width(&self.bars.turn) - self.s(18.0);
            self.easel.text((end, y(26.0)), &self.bars.date, date, Side::Right);
        } else {
            self.easel.text((right, y(26.0)), &self.bars.date, date, Side::Right);
            self.easel.text((right, y(88.0)), &self.bars.turn, turn, Side::Right);
            room -= turn.width(&self.bars.turn) + self.s(40.0);
        }
        let title = self.bold(56.0).fitting(&self.bars.title, room, self.s(38.0));
        self.easel.text((left, y(88.0)), &self.bars.title, title, Side::Left);
        let note = Type::regular(self.s(34.0), self.inks().ink);
        let note = note.fitting(&self.bars.note, right - left, self.s(26.0));
        self.easel.text((left, y(134.0)), &self.bars.note, note, Side::Left);
    }

    /// A row each, and one for the rest; as high as there is room, within reason.
    fn rows(&self, frame: Frame, measures: &Measures) {
        let bars = self.bars;
        if bars.rows.is_empty() {
            return self.nobody(frame);
        }
        let rest = if bars.rest.is_empty() { 0.0 } else { 0.8 };
        let pitch = ((frame.height() - self.s(44.0)) / (bars.rows.len() as f32 + rest)).min(self.s(150.0));
        let names = frame.left + measures.names * frame.width();
        // As wide as leaves every share its room behind its error bar.
        let most = bars.rows.iter().map(|bar| bar.high).fold(0.01, f32::max);
        let share = self.bold(measures.size);
        let room =
            |bar: &Bar| (frame.right - names - self.s(GAP) - share.width(&bar.share)) * most / bar.high;
        let width =
            bars.rows.iter().filter(|bar| bar.high > 0.0).map(room).fold(frame.right - names, f32::min);
        let graph = Frame::new(names, frame.top, names + width.max(1.0), frame.bottom);
        let bottom = frame.top + pitch * bars.rows.len() as f32;
        self.grid(Frame { bottom, ..graph }, most);
        for (i, bar) in bars.rows.iter().enumerate() {
            let top = frame.top + pitch * i as f32;
            let row = Frame::new(frame.left, top, frame.right, top + pitch);
            self.bar(row, graph, most, bar, measures.size);
        }
        if !bars.rest.is_empty() {
            let kind = self.muted(0.8 * measures.size);
            let room = names - frame.left - self.s(2.0 * GAP);
            let kind = kind.fitting(&bars.rest, room, self.s(22.0));
            let at = (names - self.s(2.0 * GAP), bottom + self.s(44.0) + 0.4 * kind.size);
            self.easel.text(at, &bars.rest, kind, Side::Right);
        }
    }

    /// In place of bars.
    fn nobody(&self, frame: Frame) {
        let kind = self.bold(60.0).fitting(&self.bars.rest, frame.width(), self.s(26.0));
        let (x, y) = frame.centre();
        self.easel.text((x, y + CAP_HEIGHT * kind.size / 2.0), &self.bars.rest, kind, Side::Middle);
    }

    /// Lines at round shares, named under the bars.
    fn grid(&self, graph: Frame, most: f32) {
        let steps = [1, 2, 5, 10, 20, 25];
        let step = steps.into_iter().find(|step| most * 100.0 < 6.5 * *step as f32).unwrap_or(25);
        let tick = self.muted(22.0);
        for percent in (0..=100).step_by(step).take_while(|p| *p as f32 <= 100.0 * most + 0.5) {
            let x = graph.left + graph.width() * percent as f32 / (100.0 * most);
            let line = [(x, graph.top), (x, graph.bottom + self.s(6.0))];
            self.easel.line(&line, self.s(2.0), self.inks().rule);
            let at = (x, graph.bottom + self.s(30.0));
            self.easel.text(at, &format!("{percent}%"), tick, Side::Middle);
        }
    }

    fn bar(&self, row: Frame, graph: Frame, most: f32, bar: &Bar, size: f32) {
        let inks = self.inks();
        let (_, middle) = row.centre();
        let name = self.bold(size);
        let name = name.fitting(&bar.name, graph.left - row.left - self.s(GAP), self.s(22.0));
        let base = |kind: Type| middle + CAP_HEIGHT * kind.size / 2.0;
        self.easel.text((graph.left - self.s(GAP), base(name)), &bar.name, name, Side::Right);
        let half = 0.33 * row.height();
        let x = |share: f32| graph.left + graph.width() * share / most;
        // Nothing is so unlikely that it cannot be seen.
        let end = x(bar.value).max(graph.left + self.s(4.0));
        let (from, to) = ((graph.left, middle - half), (end, middle + half));
        self.easel.rect(from, to, bar.colours[self.theme as usize]);
        self.easel.frame(from, to, self.s(3.0), inks.line);
        self.whisker(x(bar.low), x(bar.high), middle, half);
        let share = self.bold(size);
        // No line of the grid runs through it.
        let left = x(bar.high) + self.s(GAP);
        let ground = (left + share.width(&bar.share), middle + half);
        self.easel.rect((left, middle - half), ground, inks.ground);
        self.easel.text((left, base(share)), &bar.share, share, Side::Left);
    }

    /// The error bar: a line with a stop at either end, on a halo that shows on every colour.
    fn whisker(&self, low: f32, high: f32, y: f32, half: f32) {
        let stop = 0.42 * half;
        let lines =
            [[(low, y), (high, y)], [(low, y - stop), (low, y + stop)], [(high, y - stop), (high, y + stop)]];
        let inks = self.inks();
        lines.iter().for_each(|line| self.easel.line(line, self.s(9.0), inks.halo));
        lines.iter().for_each(|line| self.easel.line(line, self.s(3.5), inks.ink));
    }

    /// When it ends, and how to read the thin line.
    fn foot(&self, frame: Frame) {
        let Some((head, sentences)) = self.bars.ends.split_first() else { return };
        let rule = frame.top + self.s(10.0);
        self.easel.line(&[(frame.left, rule), (frame.right, rule)], self.s(3.0), self.inks().ink);
        let mut y = rule + self.s(50.0);
        let kind = self.bold(38.0).fitting(head, frame.width(), self.s(26.0));
        self.easel.text((frame.left, y), head, kind, Side::Left);
        let (ink, muted) = (self.inks().ink, self.inks().muted);
        let texts = sentences.iter().map(|text| (text, ink, 30.0));
        for (text, colour, size) in texts.chain([(&self.bars.legend, muted, 25.0)]) {
            let kind = Type::regular(self.s(size), colour);
            for line in Face::Regular.wrap(text, kind.size, frame.width()) {
                y += 1.42 * kind.size;
                self.easel.text((frame.left, y), &line, kind, Side::Left);
            }
            y += self.s(6.0);
        }
    }
}
