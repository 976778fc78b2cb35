//! Values and games as JSON.

use grundy::compiler::Instance;
use grundy::compiler::ir::Play;
use grundy::compiler::value::Value;
use serde_json::{Map, Value as Json, json};

use super::game::Game;

/// A value: numbers, texts and truth values as such, collections as arrays, a
/// map as an array of pairs, a sum as the language writes it.
pub fn value(instance: &Instance, of: &Value) -> Json {
    let all = |values: &[Value]| values.iter().map(|v| value(instance, v)).collect();
    match of {
        Value::Int(number) => json!(number),
        Value::Bool(truth) => json!(truth),
        Value::Char(c) => json!(c.to_string()),
        Value::Range(range) => json!(range.to_string()),
        Value::Vector(entries) if matches!(entries.first(), Some(Value::Char(_))) => {
            let text: String = entries
                .iter()
                .filter_map(|c| if let Value::Char(c) = c { Some(*c) } else { None })
                .collect();
            json!(text)
        }
        Value::Vector(entries) | Value::Set(entries) | Value::Tuple(entries) => {
            Json::Array(all(entries))
        }
        Value::Map(pairs) => {
            pairs.iter().map(|(i, v)| json!([value(instance, i), value(instance, v)])).collect()
        }
        Value::Graph(_) | Value::Convexity(_) => json!(of.to_string()),
        Value::Sum(_) => json!(instance.show(of)),
    }
}

/// The fields with which each result begins: the game, the convention, the params.
pub fn head(game: &Game) -> Map<String, Json> {
    let params = game.params().map(|(param, of)| (param.name.clone(), value(&game.instance, of)));
    let mut head = Map::new();
    head.insert("game".to_string(), json!(game.name()));
    head.insert("play".to_string(), json!(play(game.play())));
    head.insert("params".to_string(), Json::Object(params.collect()));
    head
}

/// A convention in a word of ASCII.
pub fn play(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

/// A result: the head with the fields of `body` behind it.
pub fn result(game: &Game, body: Json) -> Json {
    let mut result = head(game);
    if let Json::Object(fields) = body {
        result.extend(fields);
    }
    Json::Object(result)
}
