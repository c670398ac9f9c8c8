use super::plan::Plan;
use super::{GameRow, GameScene, marks};
use crate::render::atlas::Frame;
use crate::render::color::Rgb;
use crate::render::easel::{Easel, Side, Type};
use crate::render::font::drawable;
use crate::render::layout::Form;
use crate::render::teams::team_ink;
use crate::render::theme::{Inks, Theme};

/// What every panel draws with.
pub(super) struct Desk<'a, 's, 'g> {
    pub scene: &'a GameScene,
    pub easel: &'a Easel<'s, 'g>,
    pub theme: Theme,
    pub plan: &'a Plan,
}

/// Rows of the ranking at most.
const ROWS: usize = 10;
/// Curves at most.
const CURVES: usize = 8;

impl Desk<'_, '_, '_> {
    pub fn draw(&self) {
        self.header();
        self.ranking(self.plan.ranking);
        if self.scene.state.tick() > 1 {
            self.curve(self.plan.curve);
        }
        self.legend(self.plan.legend);
    }

    fn s(&self, length: f32) -> f32 {
        self.plan.place.s(length)
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

    fn colour(&self, row: &GameRow) -> Rgb {
        team_ink(row.team.index(), self.theme)
    }

    fn name(&self, row: &GameRow) -> String {
        let name = drawable(&row.name);
        if name.is_empty() { row.team.letter().to_string() } else { name }
    }

    fn header(&self) {
        let (texts, place) = (&self.scene.texts, &self.plan.place);
        let (left, right) = (place.margin, place.right());
        let y = |offset: f32| place.header_top + self.s(offset);
        let kicker = Type::bold(self.s(28.0), self.inks().muted);
        let (turn, date) = (self.bold(56.0), self.muted(26.0));
        let mut room = right - left;
        let mut above = room;
        if place.form == Form::Tall {
            let turn = self.bold(34.0);
            self.easel.text((right, y(26.0)), &texts.tick, turn, Side::Right);
            above -= turn.width(&texts.tick) + self.s(18.0);
            let date_room = date.width(&texts.date);
            self.easel.text((left + above, y(26.0)), &texts.date, date, Side::Right);
            above -= date_room + self.s(24.0);
        } else {
            self.easel.text((right, y(26.0)), &texts.date, date, Side::Right);
            self.easel.text((right, y(88.0)), &texts.tick, turn, Side::Right);
            above -= date.width(&texts.date) + self.s(24.0);
            room -= turn.width(&texts.tick) + self.s(40.0);
        }
        let name = drawable(&texts.kicker);
        self.easel.text((left, y(26.0)), &name, kicker.fitting(&name, above, self.s(16.0)), Side::Left);
        let sentence = drawable(&texts.sentence);
        let title = self.bold(56.0).fitting(&sentence, room, self.s(22.0));
        self.easel.text((left, y(88.0)), &sentence, title, Side::Left);
        let detail = drawable(&texts.detail);
        let note = Type::regular(self.s(34.0), self.inks().ink).fitting(&detail, right - left, self.s(18.0));
        self.easel.text((left, y(134.0)), &detail, note, Side::Left);
    }

    /// Rank, colour with letter, name, points, fields, soldiers.
    fn ranking(&self, frame: Frame) {
        let (rows, texts) = (&self.scene.rows, &self.scene.texts);
        let columns = [0.0, self.s(92.0), self.s(172.0)].map(|back| frame.right - back);
        let base = frame.top + self.s(26.0);
        self.easel.text((frame.left, base), &texts.ranking_head, self.bold(32.0), Side::Left);
        for (x, text) in columns.iter().rev().zip(&texts.columns) {
            self.easel.text((*x, base), text, self.muted(22.0), Side::Right);
        }
        let most = (frame.height() / self.s(38.0)) as usize - 1;
        let shown = if rows.len() <= most.min(ROWS) { rows.len() } else { most.min(ROWS) - 1 };
        let lines = shown + usize::from(shown < rows.len());
        let room = frame.height() - self.s(46.0);
        let pitch = (room / lines.max(1) as f32).min(self.s(52.0));
        let top = frame.top + self.s(44.0);
        for (i, row) in rows.iter().take(shown).enumerate() {
            let line =
                Frame::new(frame.left, top + pitch * i as f32, frame.right, top + pitch * (i + 1) as f32);
            self.row(line, row, columns);
        }
        if let Some(rest) = texts.rest.get(rows.len() - shown).filter(|_| shown < rows.len()) {
            let at = (frame.left + self.s(46.0), top + pitch * (shown as f32 + 0.5) + self.s(9.0));
            self.easel.text(at, rest, self.muted(26.0), Side::Left);
        }
    }

    fn row(&self, line: Frame, row: &GameRow, columns: [f32; 3]) {
        let base = line.centre().1 + self.s(11.0);
        let (number, kind) = (self.bold(31.0), Type::regular(self.s(31.0), self.inks().ink));
        self.easel.text((line.left + self.s(36.0), base), &row.rank.to_string(), number, Side::Right);
        let side = self.s(34.0);
        let chip = (line.left + self.s(46.0), line.centre().1 - side / 2.0);
        self.easel.rect(chip, (chip.0 + side, chip.1 + side), self.colour(row));
        self.easel.frame(chip, (chip.0 + side, chip.1 + side), self.s(2.5), self.inks().line);
        let letter = Type::bold(self.s(25.0), self.inks().label);
        let at = (chip.0 + side / 2.0, line.centre().1 + self.s(9.0));
        self.easel.text(at, &row.team.letter().to_string(), letter, Side::Middle);
        let left = chip.0 + side + self.s(14.0);
        let name = self.name(row);
        let score = row.score.to_string();
        let room = columns[2] - number.width(&score) - self.s(14.0) - left;
        let (name, kind_of_name) = shortened(name, kind, room, self.s(21.0));
        self.easel.text((left, base), &name, kind_of_name, Side::Left);
        self.easel.text((columns[2], base), &score, number, Side::Right);
        self.easel.text((columns[1], base), &row.fields.to_string(), kind, Side::Right);
        self.easel.text((columns[0], base), &row.soldiers.to_string(), kind, Side::Right);
    }

    /// The leaders' scores over all ticks, each with its letter at the right end.
    fn curve(&self, frame: Frame) {
        // Each letter at the end needs its room.
        let most = CURVES.min(((frame.height() - self.s(86.0)) / self.s(26.0)) as usize);
        let curves: Vec<(&GameRow, &Vec<u64>)> =
            self.scene.rows.iter().zip(&self.scene.curves).take(most).collect();
        let head = self.bold(32.0).fitting(&self.scene.texts.curve_head, frame.width(), self.s(22.0));
        self.easel.text(
            (frame.left, frame.top + self.s(26.0)),
            &self.scene.texts.curve_head,
            head,
            Side::Left,
        );
        let highest = curves.iter().flat_map(|(_, c)| c.iter()).copied().max().unwrap_or(0).max(1);
        let step = step(highest);
        let top = (highest + 1).div_ceil(step) * step;
        let tick = self.muted(22.0);
        let graph = Frame::new(
            frame.left + tick.width(&top.to_string()) + self.s(10.0),
            frame.top + self.s(52.0),
            frame.right - self.s(38.0),
            frame.bottom - self.s(34.0),
        );
        let y = |score: u64| graph.bottom - graph.height() * score as f32 / top as f32;
        for score in (0..=top).step_by(step as usize) {
            let line = [(graph.left, y(score)), (graph.right, y(score))];
            self.easel.line(&line, self.s(2.0), self.inks().rule);
            let at = (graph.left - self.s(8.0), y(score) + self.s(8.0));
            self.easel.text(at, &score.to_string(), tick, Side::Right);
        }
        let ticks = self.scene.state.tick();
        for (x, n, side) in [(graph.left, 0, Side::Left), (graph.right, ticks, Side::Right)] {
            self.easel.text((x, graph.bottom + self.s(30.0)), &n.to_string(), tick, side);
        }
        let corners = ((graph.left, graph.top), (graph.right, graph.bottom));
        let chart = self.easel.chart(corners, 0.0..ticks.max(1) as f32, top as f32..0.0);
        for (row, scores) in curves.iter().rev() {
            let points: Vec<(f32, f32)> =
                (0..).zip(*scores).map(|(t, score)| (t as f32, *score as f32)).collect();
            chart.line(&points, self.s(7.0), self.inks().line);
            chart.line(&points, self.s(4.2), self.colour(row));
        }
        self.letters(graph, &curves, y);
    }

    /// Pushed apart downwards, then up again from the graph's bottom.
    fn letters(&self, graph: Frame, curves: &[(&GameRow, &Vec<u64>)], y: impl Fn(u64) -> f32) {
        let pitch = self.s(25.0).min(graph.height() / curves.len().max(1) as f32);
        let mut heights: Vec<f32> = Vec::new();
        for (row, _) in curves {
            let least = heights.last().map_or(graph.top, |above: &f32| above + pitch);
            heights.push(y(row.score).max(least));
        }
        let mut lowest = graph.bottom;
        for height in heights.iter_mut().rev() {
            *height = height.min(lowest);
            lowest = *height - pitch;
        }
        for ((row, _), height) in curves.iter().zip(&heights) {
            let tie = [(graph.right + self.s(2.0), y(row.score)), (graph.right + self.s(13.0), *height)];
            self.easel.line(&tie, self.s(2.0), self.inks().muted);
            let at = (graph.right + self.s(17.0), height + self.s(8.0));
            self.easel.text(at, &row.team.letter().to_string(), self.bold(24.0), Side::Left);
        }
    }

    /// What the marks on the board mean, in one line.
    fn legend(&self, frame: Frame) {
        let texts = &self.scene.texts.legend;
        let scale = self.plan.place.scale;
        let (sign, gap) = (self.s(26.0), self.s(26.0));
        let signs = texts.len() as f32 * (sign + self.s(10.0)) + gap * (texts.len() - 1) as f32;
        let wanted = self.muted(24.0);
        let words: f32 = texts.iter().map(|text| wanted.width(text)).sum();
        let kind =
            Type { size: (wanted.size * ((frame.width() - signs) / words)).min(wanted.size), ..wanted };
        let (mut x, middle) = (frame.left, frame.centre().1);
        for (i, text) in texts.iter().enumerate() {
            let mark = Frame::new(x, middle - sign / 2.0, x + sign, middle + sign / 2.0);
            self.sign(i, mark, scale);
            self.easel.text((x + sign + self.s(10.0), middle + 0.36 * kind.size), text, kind, Side::Left);
            x += sign + self.s(10.0) + kind.width(text) + gap;
        }
    }

    fn sign(&self, i: usize, mark: Frame, scale: f32) {
        let theme = self.theme;
        let hill = super::fields::hill(theme);
        let inks = self.inks();
        match i {
            0 => self.easel.native(|surface| marks::disc(surface, mark.grown(3.0 * scale), 3, theme, scale)),
            1 => self.easel.native(|surface| marks::burst(surface, mark.grown(-5.0 * scale), theme, scale)),
            2 => self.easel.rect((mark.left, mark.top), (mark.right, mark.bottom), hill),
            _ => {
                let (from, to) = ((mark.left, mark.top), (mark.right, mark.bottom));
                self.easel.frame(from, to, self.s(7.0), inks.ink);
                self.easel.frame(from, to, self.s(2.4), inks.halo);
            }
        }
    }
}

/// A name that fits: smaller, and if that is not enough, cut with dots.
fn shortened(name: String, kind: Type, room: f32, least: f32) -> (String, Type) {
    let kind = kind.fitting(&name, room, least);
    // What was made to fit may be wider by a rounding.
    if kind.width(&name) <= room + 0.5 {
        return (name, kind);
    }
    let mut letters: Vec<char> = name.chars().collect();
    while letters.len() > 1 {
        letters.pop();
        let cut = format!("{}…", letters.iter().collect::<String>().trim_end());
        if kind.width(&cut) <= room {
            return (cut, kind);
        }
    }
    ("…".to_string(), kind)
}

/// Round steps, four or five to the axis.
fn step(highest: u64) -> u64 {
    let powers = (0..18).map(|n| 10_u64.pow(n));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|digit| digit * power));
    steps.into_iter().find(|step| highest < 5 * step).unwrap_or(u64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_few_round_steps() {
        assert_eq!([1, 4, 5, 99, 100, 1234, 9870].map(step), [1, 1, 2, 20, 50, 500, 2000]);
    }

    #[test]
    fn a_long_name_is_cut_to_its_room() {
        let kind = Type::bold(30.0, Rgb(0, 0, 0));
        let (name, kind) =
            shortened("Una squadra dal nome davvero lunghissimo".to_string(), kind, 200.0, 20.0);
        assert!(name.ends_with('…') && kind.width(&name) <= 200.0, "{name}");
    }

    #[test]
    fn a_name_that_can_be_made_to_fit_is_whole() {
        for letter in 'A'..='Z' {
            let wanted = format!("Squadra {letter}");
            let kind = Type::bold(31.0, Rgb(0, 0, 0));
            let (name, _) = shortened(wanted.clone(), kind, 0.9 * kind.width(&wanted), 21.0);
            assert_eq!(name, wanted);
        }
    }
}
