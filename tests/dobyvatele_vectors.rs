//! The rules of Dobyvatelé against right answers that come from elsewhere.

use guerrabot::rules::dobyvatele::*;
use serde_json::{Value, json};

fn vectors() -> Value {
    serde_json::from_str(include_str!("data/dobyvatele.json")).unwrap()
}

fn state(value: &Value) -> Result<State, Faults> {
    State::try_from(serde_json::from_value::<StateJson>(value.clone()).unwrap())
}

fn list<'a>(vectors: &'a Value, key: &str, count: usize) -> &'a [Value] {
    let list = vectors[key].as_array().unwrap();
    assert_eq!(list.len(), count, "{key}");
    list
}

#[test]
fn every_scenario_goes_as_told() {
    for vector in list(&vectors(), "vectors", 30) {
        let mut now = state(&vector["state"]).unwrap();
        assert_eq!(serde_json::to_value(&now).unwrap(), vector["state"], "{}", vector["name"]);
        for given in vector["steps"].as_array().unwrap() {
            let orders: Orders = serde_json::from_value(given["orders"].clone()).unwrap();
            now = step(&now, &orders).unwrap().0;
            assert_eq!(serde_json::to_value(&now).unwrap(), given["expect"], "{}", vector["name"]);
            // What is written is the same text too, its keys in the same order.
            let read: StateJson = serde_json::from_value(given["expect"].clone()).unwrap();
            assert_eq!(serde_json::to_string(&now).unwrap(), serde_json::to_string(&read).unwrap());
        }
    }
}

#[test]
fn the_battle_table_is_exact() {
    let vectors = vectors();
    let table = list(&vectors, "battle_table", 21);
    for (a, row) in table.iter().enumerate() {
        assert_eq!(row.as_array().unwrap().len(), 21);
        for b in 0..21 {
            assert_eq!(
                survivors(a.max(b) as u64, a.min(b) as u64),
                row[b].as_u64().unwrap(),
                "{a} against {b}"
            );
        }
    }
}

#[test]
fn armies_grow_as_told() {
    for series in list(&vectors(), "recruit_series", 4) {
        let rules = Rules::new(serde_json::from_value(series["rules"].clone()).unwrap()).unwrap();
        let mut alive = series["start"].as_u64().unwrap();
        let rows = series["rows"].as_array().unwrap();
        for row in rows {
            let number = |key: &str| row[key].as_u64().unwrap();
            let tick = number("tick") as u32;
            alive -= row.get("lost_before").map_or(0, |lost| lost.as_u64().unwrap());
            assert_eq!(rules.budget(tick), number("budget"), "{series}");
            assert_eq!(rules.recruits(tick, alive), number("recruits"), "{} {row}", series["name"]);
            alive += number("recruits");
            assert_eq!(alive, number("alive"), "{} {row}", series["name"]);
            assert!(alive <= rules.most_soldiers(tick + 1), "{} {row}", series["name"]);
        }
    }
}

#[test]
fn unlawful_states_are_refused_with_their_reason() {
    for invalid in list(&vectors(), "invalid_states", 9) {
        let refused = state(&invalid["state"]).unwrap_err().to_string();
        assert!(refused.contains(invalid["word"].as_str().unwrap()), "{}: {refused}", invalid["name"]);
    }
}

#[test]
fn all_reasons_come_at_once() {
    let vectors = vectors();
    let mut state_json = vectors["vectors"][0]["state"].clone();
    state_json["hills"] = json!([[6, 6], [4, 4], [9, 9]]);
    state_json["tick"] = json!(101);
    state_json["owner"][4] = json!("....A...Z");
    state_json["owner"][7] = json!("......A..");
    state_json["teams"][0]["home"] = json!([0, 0]);
    state_json["soldiers"] = json!([
        {"id": 3, "team": "A", "x": 4, "y": 4}, {"id": 2, "team": "C", "x": 7, "y": 7}, {"id": 9, "team": "B", "x": -1, "y": 0}
    ]);
    state_json["rules"] = json!({"budget_base": 0, "budget_step": -1, "upkeep": 2, "recruit_cost": 0});
    let refused = state(&state_json).unwrap_err().to_string();
    for reason in [
        "team A: its protected square is off the board",
        "team B: a hill in a protected square, at (6, 6)",
        "hill (4, 4): hills are listed once each",
        "hill (9, 9) is off the board",
        "budget_step is -1",
        "recruit_cost is 0",
        "recruit_cost 0 is less than upkeep 2",
        "tick 101 is beyond",
        "(8, 4) is `Z`",
        "field (6, 7) in the protected square of team B is owned by team A",
        "soldier 2: soldiers are listed by id",
        "soldier 2 is of team C",
        "foreign square",
        "soldier 9 has reached next_id 2",
        "soldier 9 is off the board",
    ] {
        assert!(refused.contains(reason), "{reason} is missing in {refused}");
    }
}

#[test]
fn ranks_are_shared() {
    for ranking in list(&vectors(), "ranking", 1) {
        let mut json = vectors()["vectors"][0]["state"].clone();
        let teams = ranking["teams"].as_array().unwrap();
        // The homes do not matter here, but a state has some.
        let homes = [[1, 1], [7, 7], [7, 1], [1, 7]];
        json["teams"] = teams
            .iter()
            .zip(homes)
            .map(|(team, home)| json!({"id": team["id"], "home": home, "score": team["score"]}))
            .collect();
        let ranks = state(&json).unwrap().ranking();
        let told: Value = ranks.iter().map(|r| json!([r.rank, r.team, r.score])).collect();
        assert_eq!(told, ranking["expect"]);
    }
}

#[test]
fn after_the_last_tick_there_is_none() {
    let vectors = vectors();
    let last = vectors["vectors"].as_array().unwrap().last().unwrap();
    assert_eq!(last["name"], "no_recruits_after_the_last_tick");
    let over = state(&last["steps"][0]["expect"]).unwrap();
    assert!(over.is_over());
    assert_eq!(step(&over, &Orders::default()), Err(Over));
}

#[test]
fn orders_that_fit_nobody_are_told_in_the_report() {
    let vectors = vectors();
    let vector = vectors["vectors"].as_array().unwrap();
    let vector = vector.iter().find(|v| v["name"] == "bad_commands_are_ignored").unwrap();
    let orders: Orders = serde_json::from_value(vector["steps"][0]["orders"].clone()).unwrap();
    let (_, report) = step(&state(&vector["state"]).unwrap(), &orders).unwrap();
    let rejected = |id, reason| json!({"team": "A", "id": id, "reason": reason});
    let told = [rejected(2, "bad_direction"), rejected(5, "not_yours"), rejected(99, "not_yours")];
    assert_eq!(serde_json::to_value(&report).unwrap()["rejected"], json!(told));
}
