use super::super::Words;
use super::super::choice;
use super::super::date;
use super::super::facts::Context;
use super::super::kind::{Kind, Voice};
use super::super::name::Name;
use super::super::standing::list;
use super::subject::{Clash, Front, GameSubject, Player, Told, tame};
use minijinja::Value;

/// Renders what there is to say of a game's post.
#[derive(Clone, Copy)]
pub(super) struct Teller<'a> {
    pub words: &'a Words,
    pub s: &'a GameSubject<'a>,
}

impl Teller<'_> {
    /// The sentences of the variant whose turn it is; those left empty say nothing.
    pub fn caption(&self, kind: Kind) -> Vec<String> {
        let told: Vec<u32> = self.s.earlier.iter().filter(|e| e.tells(kind)).map(|e| e.tick).collect();
        let k = self.words.count(Voice::Caption, kind);
        let began = |i: usize| told.get(i).copied().unwrap_or(self.s.tick);
        let variant = choice::variant(&self.s.words_key, k, told.len(), began);
        self.words.render(Voice::Caption, kind, variant, self.facts(kind))
    }

    /// The texts of a kind that has one variant, the empty ones left out.
    pub fn say(&self, voice: Voice, kind: Kind) -> Vec<String> {
        self.with(voice, kind, self.facts(kind))
    }

    /// The only text of a kind, with facts of its own.
    pub fn word<const N: usize>(
        &self,
        voice: Voice,
        kind: Kind,
        facts: [(&'static str, Value); N],
    ) -> String {
        self.with(voice, kind, Context::from(facts)).into_iter().next().unwrap_or_default()
    }

    fn with(&self, voice: Voice, kind: Kind, facts: Context) -> Vec<String> {
        let mut texts = self.words.render(voice, kind, 0, facts);
        texts.retain(|text| !text.is_empty());
        texts
    }

    /// The team's name, or its letter while it has none.
    pub fn name(&self, player: &Player) -> String {
        let name = player.name.as_deref().map(tame).filter(|name| !name.is_empty());
        let letter = || [("letter", Value::from(player.letter.to_string()))];
        name.unwrap_or_else(|| self.word(Voice::Caption, Kind::GameTeam, letter()))
    }

    fn named(&self, player: &Player) -> Value {
        Value::from_object(Name::of_team(&self.name(player), self.words.language))
    }

    /// The facts that the templates of a kind may use.
    pub fn facts(&self, kind: Kind) -> Context {
        let s = self.s;
        let mut facts = Context::from([
            ("tick", s.tick.into()),
            ("ticks", s.ticks.into()),
            ("width", s.width.into()),
            ("height", s.height.into()),
            ("teams", s.players.len().into()),
            ("when", date::spoken(self.words.language, &s.at).into()),
        ]);
        match kind {
            Kind::GameOpening => facts.extend([("list", self.lineup().into())]),
            Kind::GameLead | Kind::GameLeadNew => facts.extend(self.lead()),
            Kind::GameLevel => facts.extend(self.level()),
            Kind::GameClash | Kind::GameDraw => {
                facts.extend(s.clash.iter().flat_map(|clash| self.clash(clash)))
            }
            Kind::GameLand => facts.extend(self.land()),
            Kind::GameEnd => facts.extend(self.lead().into_iter().chain(self.whole())),
            Kind::GameEndLevel => facts.extend(self.level().into_iter().chain(self.whole())),
            _ => {}
        }
        facts
    }

    /// All teams, by their letters.
    fn lineup(&self) -> String {
        let mut players: Vec<&Player> = self.s.players.iter().collect();
        players.sort_by_key(|p| p.letter);
        list(self.words.language, &players.into_iter().map(|p| self.name(p)).collect::<Vec<_>>())
    }

    /// `A` in front, `B` behind, by how much, and `old` who was in front before.
    fn lead(&self) -> Vec<(&'static str, Value)> {
        let Some((leader, next)) = self.s.lead() else { return Vec::new() };
        let old = self.s.old_leader.and_then(|old| self.s.players.get(old));
        let (second, margin) = next.map_or((leader, 0), |(second, by)| (second, by));
        vec![
            ("A", self.named(leader)),
            ("points", leader.score.into()),
            ("fields", leader.fields.into()),
            ("B", self.named(second)),
            ("margin", margin.into()),
            ("old", old.map_or(Value::from(()), |old| self.named(old))),
        ]
    }

    /// Those who share the first place.
    fn level(&self) -> Vec<(&'static str, Value)> {
        let leaders = self.s.leaders();
        let who = match leaders.as_slice() {
            few if few.len() < 3 => {
                list(self.words.language, &few.iter().map(|p| self.name(p)).collect::<Vec<_>>())
            }
            more => self.word(Voice::Caption, Kind::GameTeams, [("k", more.len().into())]),
        };
        let points = leaders.first().map_or(0, |p| p.score);
        vec![("who", who.into()), ("k", leaders.len().into()), ("points", points.into())]
    }

    fn clash(&self, clash: &Clash) -> Vec<(&'static str, Value)> {
        let army = |(place, n): &(usize, u64)| {
            let player = self.s.players.get(*place)?;
            Some(Value::from(Context::from([("team", self.named(player)), ("n", Value::from(*n))])))
        };
        let armies: Vec<Value> = clash.armies.iter().filter_map(army).collect();
        let armies = self.word(Voice::Caption, Kind::GameArmies, [("armies", armies.into())]);
        let mut facts = vec![
            ("x", clash.x.into()),
            ("y", clash.y.into()),
            ("sum", clash.armies.iter().map(|(_, n)| n).sum::<u64>().into()),
            ("armies", armies.into()),
        ];
        let winner = clash.winner.and_then(|(place, left)| Some((self.s.players.get(place)?, left)));
        facts.extend(winner.into_iter().flat_map(|(p, left)| [("W", self.named(p)), ("left", left.into())]));
        facts
    }

    /// Fields that changed hands, and `M` who took most, if one did.
    fn land(&self) -> Vec<(&'static str, Value)> {
        let most = self.s.most_gained();
        vec![
            ("span", self.s.span.into()),
            ("taken", self.s.taken.into()),
            ("M", most.map_or(Value::from(()), |p| self.named(p))),
            ("gain", most.map_or(0, |p| p.gained).into()),
        ]
    }

    /// What there is to say of a whole game: `M` who owns most fields, if one does.
    fn whole(&self) -> Vec<(&'static str, Value)> {
        let most = self.s.most_land();
        vec![
            ("M", most.map_or(Value::from(()), |p| self.named(p))),
            ("most", most.map_or(0, |p| p.fields).into()),
            ("battles", self.s.battles.into()),
        ]
    }
}

impl GameSubject<'_> {
    /// What the post is about.
    pub(super) fn what(&self) -> Kind {
        match (self.tick, self.front()) {
            (0, _) => Kind::GameOpening,
            _ if self.is_over() && self.lead().is_some() => Kind::GameEnd,
            _ if self.is_over() => Kind::GameEndLevel,
            (_, front) => front.kind(),
        }
    }

    /// What its battle was.
    pub(super) fn fight(&self) -> Option<Kind> {
        self.clash.as_ref().map(|clash| fight(clash.winner.is_some()))
    }
}

fn fight(won: bool) -> Kind {
    if won { Kind::GameClash } else { Kind::GameDraw }
}

impl Front {
    fn kind(self) -> Kind {
        match self {
            Front::Lead => Kind::GameLead,
            Front::New => Kind::GameLeadNew,
            Front::Level => Kind::GameLevel,
        }
    }
}

impl Told {
    fn tells(&self, kind: Kind) -> bool {
        self.front.kind() == kind
            || self.clash.is_some_and(|won| fight(won) == kind)
            || (self.land && kind == Kind::GameLand)
    }
}
