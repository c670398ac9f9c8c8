/// What a part of a post is about; each has templates of its own.
macro_rules! kinds {
    ($($group:ident { $($(#[$doc:meta])* $kind:ident $key:literal),* $(,)? })*) => {
        /// What a part of a post is about: each kind has its own templates and its own facts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind { $($($(#[$doc])* $kind),*),* }

        impl Kind {
            pub const ALL: &[Kind] = &[$($(Kind::$kind),*),*];

            /// The key in a templates file.
            pub fn key(self) -> &'static str {
                match self { $($(Kind::$kind => $key),*),* }
            }

            pub(super) fn group(self) -> Group {
                match self { $($(Kind::$kind)|* => Group::$group),* }
            }
        }

        /// Kinds that stand in the same place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Group { $($group),* }
    };
}

kinds! {
    What {
        Opening "opening",
        /// Of land that is not the loser's home.
        Attack "attack",
        /// On the home of a loser that keeps other land.
        AttackHome "attack_home",
        /// On the last land of a loser that had lost its home before.
        AttackLast "attack_last",
        /// On a loser's home that was all it had.
        AttackOnly "attack_only",
        /// Of the attacker's own home.
        Reconquest "reconquest",
        /// Of the attacker's own home, which was all the loser had.
        ReconquestLast "reconquest_last",
        Rebellion "rebellion",
        /// Against a faction that had nothing else.
        RebellionLast "rebellion_last",
        Victory "victory",
    }
    Prospect {
        /// Who may win, by many simulated wars.
        Pronostici "pronostici",
        /// The same if no simulated war came to an end.
        PronosticiNone "pronostici_none",
        /// When the simulated wars end.
        PronosticiEnd "pronostici_end",
    }
    Extra {
        /// Rebellions will be possible.
        OpeningRebels "opening_rebels",
        Exit "exit",
        /// While no rebellion can happen yet.
        ExitEarly "exit_early",
        /// Of a faction that did not hold its home.
        ExitAway "exit_away",
        /// Of a faction that held at least four territories once.
        ExitPeak "exit_peak",
        /// A rebel is out again before its cooldown ends.
        Crushed "crushed",
        Half "half",
        /// Not for the first time.
        HalfAgain "half_again",
        Leader "leader",
        /// A once great faction holds a single territory, not its home.
        GreatLast "great_last",
        /// A once great faction holds its home alone.
        GreatHome "great_home",
        /// A rebel's third conquest or later in one cooldown.
        Rampage "rampage",
        /// The lead went over because the old leader lost land, not because the new one took any.
        LeaderLeft "leader_left",
        /// Every 50 turns.
        Milestone "milestone",
        /// The same with nobody alone in front.
        MilestoneTied "milestone_tied",
        /// Every 100 turns without an exit.
        Stalemate "stalemate",
        /// Every 100 turns past the median length of wars.
        Overtime "overtime",
    }
    Why {
        /// The attacker lost its home and seeks it.
        WhyHome "why_home",
        /// A fresh rebel attacks more often.
        WhyBoost "why_boost",
        /// The small go for the largest neighbour.
        WhySmall "why_small",
        /// The others go for the smallest.
        WhyBig "why_big",
        /// The nearest of all.
        WhyNear "why_near",
        /// There was no other target.
        WhyOnly "why_only",
        /// The rebel was drawn among the dead.
        WhyRebellion "why_rebellion",
    }
    Aside {
        AnyAside "aside",
        /// The target has changed hands ten times, fifteen, twenty.
        Restless "restless",
        /// Only on maps of comuni.
        TownAside "aside_comune",
    }
    Proof {
        Commitment "commitment",
        Secret "secret",
        /// The seed was mixed with a public salt.
        SecretSalted "secret_salted",
    }
    Standing {
        /// Many factions share a rank, behind others.
        StandingOthers "standing_others",
        /// Many factions share the first rank.
        StandingAll "standing_all",
        Alive "alive",
    }
    Picture {
        Kicker "kicker",
        RankingHead "ranking_head",
        /// Widest wording first.
        RankingNote "ranking_note",
        /// Before turn 10.
        RankingNoteEarly "ranking_note_early",
        /// The factions that a ranking leaves out, all with one territory.
        RankingRest "ranking_rest",
        InPlay "in_play",
        Out "out",
        /// Widest wording first.
        CurveHead "curve_head",
        CurveHeadFinal "curve_head_final",
        CurveAxis "curve_axis",
        HowHead "how_head",
        How "how",
        LegendHead "legend_head",
        LegendAttack "legend_attack",
        LegendRebellion "legend_rebellion",
        FieldHead "field_head",
        Field "field",
        FinalHead "final_head",
        FinalNote "final_note",
        FinalWinner "final_winner",
        NumbersHead "numbers_head",
        Numbers "numbers",
    }
    Game {
        /// A game of Dobyvatelé begins.
        GameOpening "game_opening",
        /// Who is alone in front.
        GameLead "game_lead",
        /// The same if another team was at the last post.
        GameLeadNew "game_lead_new",
        /// Several teams share the first place.
        GameLevel "game_level",
        /// The largest battle since the last post.
        GameClash "game_clash",
        /// The same if nobody stayed on the field.
        GameDraw "game_draw",
        /// Fields that changed hands since the last post.
        GameLand "game_land",
        GameEnd "game_end",
        /// The end with a first place that is shared.
        GameEndLevel "game_end_level",
    }
    GameWord {
        /// A team that nobody plays.
        GameTeam "game_team",
        /// Three teams or more that share a place.
        GameTeams "game_teams",
        /// Who met in a battle.
        GameArmies "game_armies",
    }
    GamePicture {
        GameRankingHead "game_ranking_head",
        /// Points, fields, soldiers.
        GameColumns "game_columns",
        /// The teams that have no row.
        GameRest "game_rest",
        GameCurveHead "game_curve_head",
        /// Soldiers, battle, hill, protected square.
        GameLegend "game_legend",
    }
    GameAlt {
        GameBoard "game_board",
        GameStanding "game_standing",
        GameRow "game_row",
    }
    Alt {
        AltMap "map",
        AltCloseUp "close_up",
        AltStanding "standing",
        AltPlace "place",
        AltAlive "alive",
    }
}

/// Where a text stands; each is a table of a templates file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Voice {
    Caption,
    Picture,
    Alt,
}

impl Voice {
    pub const ALL: [Voice; 3] = [Voice::Caption, Voice::Picture, Voice::Alt];

    /// The table's name.
    pub fn key(self) -> &'static str {
        match self {
            Voice::Caption => "caption",
            Voice::Picture => "picture",
            Voice::Alt => "alt",
        }
    }

    /// The kinds that this voice has templates for.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(move |kind| match kind.group() {
            Group::What | Group::Prospect | Group::Game => true,
            Group::Picture | Group::GamePicture => self == Voice::Picture,
            Group::Alt | Group::GameAlt => self == Voice::Alt,
            Group::Extra | Group::Why | Group::Aside | Group::Proof | Group::Standing | Group::GameWord => {
                self == Voice::Caption
            }
        })
    }
}
