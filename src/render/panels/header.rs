use super::Desk;
use super::chip::{Chip, chip};
use crate::map::TerritoryId;
use crate::render::atlas::Frame;
use crate::render::easel::{Side, Type};
use crate::render::font::{CAP_HEIGHT, Face};
use crate::render::layout::Form;
use crate::render::scene::News;

/// What a sentence is made of: words, and chips in the colours of whom they name.
#[derive(Debug, PartialEq)]
enum Piece<'a> {
    Words(&'a str),
    Chip(Chip),
}

/// Kicker and date, the news and the turn, the detail.
pub(crate) fn header(desk: &Desk) {
    let (left, right) = (desk.place.margin, desk.place.right());
    let y = |offset: f32| desk.place.header_top + desk.s(offset);
    let texts = &desk.scene.texts;
    let inks = desk.inks();
    desk.easel.text((left, y(26.0)), &texts.kicker, Type::bold(desk.s(28.0), inks.muted), Side::Left);
    let room = match desk.place.form {
        Form::Tall => {
            let turn = desk.bold(34.0);
            desk.easel.text((right, y(26.0)), &texts.turn, turn, Side::Right);
            let date_end = right - turn.width(&texts.turn) - desk.s(18.0);
            desk.easel.text((date_end, y(26.0)), &texts.date, desk.muted(26.0), Side::Right);
            right - left
        }
        Form::Wide | Form::Standard => {
            let turn = desk.bold(56.0);
            desk.easel.text((right, y(26.0)), &texts.date, desk.muted(26.0), Side::Right);
            desk.easel.text((right, y(88.0)), &texts.turn, turn, Side::Right);
            right - left - turn.width(&texts.turn) - desk.s(40.0)
        }
    };
    sentence(desk, (left, y(88.0)), room);
    let detail = desk.regular(34.0).fitting(&texts.detail, right - left, desk.s(26.0));
    desk.easel.text((left, y(134.0)), &texts.detail, detail, Side::Left);
}

/// A chip's room in a line, as a share of the type's size.
const CHIP: f32 = 0.98;

fn sentence(desk: &Desk, (left, y): (f32, f32), room: f32) {
    let target = desk.scene.news.target().map(|TerritoryId(t)| desk.names[t as usize].as_str());
    let pieces = pieces(&desk.scene.texts.sentence, desk.scene.news, target);
    let width = |size: f32| -> f32 {
        let piece = |p: &Piece| match p {
            Piece::Words(words) => Face::Bold.width(words, size),
            Piece::Chip(_) => CHIP * size,
        };
        pieces.iter().map(piece).sum()
    };
    let wanted = desk.s(56.0);
    let size = (wanted * room / width(wanted)).min(wanted).max(desk.s(24.0));
    let kind = Type::bold(size, desk.inks().ink);
    let mut x = left;
    for piece in &pieces {
        match piece {
            Piece::Words(words) => {
                desk.easel.text((x, y), words, kind, Side::Left);
                x += kind.width(words);
            }
            Piece::Chip(style) => {
                let (side, inset) = (CAP_HEIGHT * size, desk.s(3.0));
                chip(desk, Frame::new(x + inset, y - side, x + inset + side, y), *style);
                x += CHIP * size;
            }
        }
    }
}

/// A chip first, and one before the target's name where the sentence goes on to name it.
fn pieces<'a>(sentence: &'a str, news: News, target: Option<&str>) -> Vec<Piece<'a>> {
    let words = Piece::Words(sentence);
    match news {
        News::Opening => vec![words],
        News::End { winner } => vec![Piece::Chip(Chip::Plain(winner)), words],
        News::Rebellion { .. } => vec![Piece::Chip(Chip::Target), words],
        News::Attack { attacker, .. } => {
            let named = target.and_then(|name| sentence.rfind(name)).filter(|at| *at > 0);
            let Some(at) = named else { return vec![Piece::Chip(Chip::Attacker(attacker)), words] };
            let (before, after) = sentence.split_at(at);
            vec![
                Piece::Chip(Chip::Attacker(attacker)),
                Piece::Words(before),
                Piece::Chip(Chip::Target),
                Piece::Words(after),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::guerra::FactionId;

    #[test]
    fn the_target_gets_a_chip_where_it_is_named() {
        let news = News::Attack { attacker: FactionId(1), target: TerritoryId(2), loser: FactionId(2) };
        let found = pieces("Verrua Po conquista Rea", news, Some("Rea"));
        assert_eq!(
            found[1..],
            [Piece::Words("Verrua Po conquista "), Piece::Chip(Chip::Target), Piece::Words("Rea")]
        );
        assert_eq!(pieces("Verrua Po si riprende casa sua", news, Some("Rea")).len(), 2);
    }
}
