//! Grids against the definition: every option listed, every mex taken.
#![allow(missing_docs)]

use std::collections::BTreeMap;

use grundy_core::{
    Ask, Budget, Condition, Form, Grid, GridError, GridFailure, GridKind, GridRule, GridTables,
    Known, Limit, Nimber, mex,
};
use proptest::prelude::*;

const MOST: i64 = 4;

/// No choice of a random rule is larger in magnitude: a step of `MOST + 2` put in other words.
const REACH: i64 = 2 * MOST + 2;

fn at(form: &Form, values: &[i64]) -> i64 {
    form.coefficients.iter().zip(values).map(|(c, v)| c * v).sum::<i64>() + form.constant
}

fn holds(conditions: &[Condition], values: &[i64]) -> bool {
    conditions.iter().all(|condition| match condition {
        Condition::Natural(form) => at(form, values) >= 0,
        Condition::NotZero(form) => at(form, values) != 0,
    })
}

/// All vectors of this length with entries in a range.
fn vectors(length: usize, low: i64, high: i64) -> Vec<Vec<i64>> {
    (0..length).fold(vec![Vec::new()], |all, _| {
        let longer = |v: &Vec<i64>| {
            let v = v.clone();
            (low..=high).map(move |entry| [v.clone(), vec![entry]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}

/// The nimbers of all positions with coordinates up to `MOST`, by the definition.
fn by_definition(grid: &Grid) -> BTreeMap<(usize, Vec<i64>), u64> {
    let mut nimbers = BTreeMap::new();
    for point in vectors(grid.whole.len(), 0, MOST) {
        for (kind, rules) in grid.kinds.iter().enumerate() {
            if !holds(&rules.domain, &point) {
                continue;
            }
            let mut options = Vec::new();
            for rule in &rules.rules {
                for choices in vectors(rule.choices, -REACH, REACH) {
                    let values = [point.clone(), choices].concat();
                    if holds(&rule.conditions, &values) {
                        let parts = rule.parts.iter().map(|(kind, target)| {
                            let target: Vec<i64> = target.iter().map(|f| at(f, &values)).collect();
                            nimbers[&(*kind, target)]
                        });
                        options.push(Nimber::new(parts.fold(rule.heap, |a, b| a ^ b)));
                    }
                }
            }
            nimbers.insert((kind, point.clone()), mex(options).get());
        }
    }
    nimbers
}

fn compare(grid: &Grid, order: &[usize]) {
    let expected = by_definition(grid);
    let mut tables = GridTables::new(grid.clone()).unwrap();
    let mut cells: Vec<&(usize, Vec<i64>)> = expected.keys().collect();
    // Another order of asking lets the box grow in another way.
    cells.sort_by_key(|(_, point)| {
        order.iter().map(|i| point[*i % point.len()]).collect::<Vec<_>>()
    });
    for cell in cells {
        let point: Vec<u64> = cell.1.iter().map(|c| c.unsigned_abs()).collect();
        let found = tables.nimber(cell.0, &point, &Budget::default()).unwrap();
        assert_eq!(found, Some(Nimber::new(expected[cell])), "{cell:?} of {grid:#?}");
    }
}

/// Puts `factor * x[i] + sign * s` in the place of the first choice, which changes nothing.
fn rephrased(rule: &GridRule, coordinates: usize, i: usize, factor: i64, sign: i64) -> GridRule {
    let replace = |form: &Form| {
        let c = form.coefficient(coordinates);
        let mut rest = form.clone();
        if coordinates < rest.coefficients.len() {
            rest.coefficients[coordinates] = c * sign;
        }
        rest.plus(&Form::variable(i, 0), c * factor).unwrap()
    };
    let condition = |condition: &Condition| match condition {
        Condition::Natural(form) => Condition::Natural(replace(form)),
        Condition::NotZero(form) => Condition::NotZero(replace(form)),
    };
    let part = |(kind, target): &(usize, Vec<Form>)| (*kind, target.iter().map(replace).collect());
    GridRule {
        choices: rule.choices,
        conditions: rule.conditions.iter().map(condition).collect(),
        parts: rule.parts.iter().map(part).collect(),
        heap: rule.heap,
    }
}

/// A condition on the position or, with more variables, on the choices too.
fn condition(variables: usize) -> impl Strategy<Value = Condition> {
    let form = (prop::collection::vec(-1..=1_i64, variables), -3..=4_i64)
        .prop_map(|(coefficients, constant)| Form { coefficients, constant });
    (form, prop::bool::weighted(0.8)).prop_map(|(form, natural)| {
        if natural { Condition::Natural(form) } else { Condition::NotZero(form) }
    })
}

/// A rule with components x + shift - s d, kept within the box and seen to come earlier.
fn rule(coordinates: usize, kinds: usize) -> impl Strategy<Value = GridRule> {
    let part = (0..kinds, prop::collection::vec(-2..=2_i64, coordinates));
    let choices = 0..=2_usize;
    (choices, prop::collection::vec(part, 0..=2), 0..=3_u64).prop_flat_map(
        move |(choices, parts, heap)| {
            let directions =
                prop::collection::vec(prop::collection::vec(-1..=2_i64, coordinates), choices);
            let axes = prop::collection::vec(0..coordinates, choices);
            let extra = prop::collection::vec(condition(coordinates + choices), 0..=2);
            let phrase = (0..coordinates, -1..=1_i64, prop::bool::ANY);
            (directions, axes, prop::bool::ANY, extra, phrase).prop_map(
                move |(directions, axes, corner, extra, phrase)| {
                    let steps: Vec<Vec<i64>> = if corner {
                        let unit =
                            |a: &usize| (0..coordinates).map(|i| i64::from(i == *a)).collect();
                        axes.iter().map(unit).collect()
                    } else {
                        directions
                    };
                    let mut conditions = extra;
                    for choice in 0..choices {
                        let s = coordinates + choice;
                        conditions.push(Condition::Natural(Form::variable(s, -1)));
                        let mut most = Form::constant(MOST);
                        most.coefficients = vec![0; s + 1];
                        most.coefficients[s] = -1;
                        if !corner || parts.is_empty() {
                            conditions.push(Condition::Natural(most));
                        }
                    }
                    let mut targets = Vec::new();
                    for (kind, shift) in &parts {
                        let forms: Vec<Form> = (0..coordinates)
                            .map(|i| {
                                let mut form = Form::variable(i, shift[i]);
                                form.coefficients.resize(coordinates + choices, 0);
                                for (choice, step) in steps.iter().enumerate() {
                                    form.coefficients[coordinates + choice] = -step[i];
                                }
                                form
                            })
                            .collect();
                        for form in &forms {
                            conditions.push(Condition::Natural(form.clone()));
                            let most = Form::constant(MOST).plus(form, -1).unwrap();
                            conditions.push(Condition::Natural(most));
                        }
                        // The first coordinate falls, or stays while the next falls, ...
                        let fall = Form::variable(0, -1).plus(&forms[0], -1).unwrap();
                        conditions.push(Condition::Natural(fall));
                        targets.push((*kind, forms));
                    }
                    let rule = GridRule { choices, conditions, parts: targets, heap };
                    if choices > 0 && phrase.1 != 0 {
                        let sign = if phrase.2 { 1 } else { -1 };
                        rephrased(&rule, coordinates, phrase.0, phrase.1, sign)
                    } else {
                        rule
                    }
                },
            )
        },
    )
}

/// Grids of which all coordinates are bounded, so that moves may raise those after the first.
fn grid() -> impl Strategy<Value = Grid> {
    (1..=3_usize, 1..=2_usize).prop_flat_map(|(coordinates, kinds)| {
        let kind = prop::collection::vec(rule(coordinates, kinds), 1..=3)
            .prop_map(|rules| GridKind { domain: Vec::new(), rules, asked: false });
        prop::collection::vec(kind, kinds).prop_map(move |kinds| Grid {
            whole: std::iter::once(None)
                .chain(vec![Some(MOST as u64 + 1); coordinates - 1])
                .collect(),
            kinds,
        })
    })
}

/// Lines and corners that lower every coordinate they change, under conditions, in any phrasing.
fn falling_rule(coordinates: usize) -> impl Strategy<Value = GridRule> {
    let direction = prop::collection::vec(0..=2_i64, coordinates)
        .prop_filter("no step", |d| d.iter().any(|c| *c != 0));
    let line = direction.prop_map(|d| GridRule::line(0, &d));
    let corner = prop::collection::vec(1..=2_i64, coordinates).prop_map(move |least| {
        let target: Vec<Form> = (0..coordinates)
            .map(|i| {
                let mut form = Form::variable(coordinates + i, 0);
                form.coefficients[i] = 1;
                form.coefficients[coordinates + i] = -1;
                form
            })
            .collect();
        let inside = target.iter().cloned().map(Condition::Natural);
        let steps = least
            .iter()
            .enumerate()
            .map(|(i, least)| Condition::Natural(Form::variable(coordinates + i, -least)));
        GridRule {
            choices: coordinates,
            conditions: inside.chain(steps).collect(),
            parts: vec![(0, target)],
            heap: 0,
        }
    });
    let gates = prop::collection::vec(condition(coordinates), 0..=1);
    let rule = prop_oneof![3 => line, 1 => corner];
    let phrase = (0..coordinates, -1..=1_i64, prop::bool::ANY);
    (rule, gates, phrase).prop_map(move |(mut rule, gates, (i, factor, same))| {
        rule.conditions.extend(gates);
        rephrased(&rule, coordinates, i, factor, if same { 1 } else { -1 })
    })
}

fn falling() -> impl Strategy<Value = Grid> {
    (2..=3_usize).prop_flat_map(|coordinates| {
        prop::collection::vec(falling_rule(coordinates), 1..=3).prop_map(move |rules| Grid {
            whole: vec![None; coordinates],
            kinds: vec![GridKind { domain: Vec::new(), rules, asked: false }],
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_grid_has_the_values_of_the_definition(grid in grid(), order in prop::collection::vec(0..3_usize, 3)) {
        compare(&grid, &order);
    }

    #[test]
    fn runs_have_the_values_of_the_definition(grid in falling(), order in prop::collection::vec(0..3_usize, 3)) {
        compare(&grid, &order);
    }
}

/// Pairs a <= b: points outside are no positions, and lines pass through them.
#[test]
fn a_domain_that_is_no_box() {
    let ordered = Form { coefficients: vec![-1, 1], constant: 0 };
    let mut left = GridRule::line(0, &[1, 0]);
    let mut right = GridRule::line(0, &[0, 1]);
    let stays = |rule: &GridRule| {
        let target = &rule.parts[0].1;
        Condition::Natural(target[1].plus(&target[0], -1).unwrap())
    };
    left.conditions.push(stays(&left));
    right.conditions.push(stays(&right));
    let kind = GridKind {
        domain: vec![Condition::Natural(ordered)],
        rules: vec![left, right],
        asked: false,
    };
    let grid = Grid { whole: vec![None, None], kinds: vec![kind] };
    compare(&grid, &[0, 1]);
    let mut tables = GridTables::new(grid).unwrap();
    assert_eq!(tables.nimber(0, &[3, 2], &Budget::default()), Ok(None));
}

/// Moves that are no data: a quarter of each coordinate; odd points have no value.
struct Quarter;

impl Ask for Quarter {
    type Error = &'static str;

    fn ask(
        &mut self,
        kind: usize,
        at: &[u64],
        known: &Known<'_>,
        nimbers: &mut Vec<u64>,
    ) -> Result<bool, &'static str> {
        if at == [40, 40] {
            return Err("stop");
        }
        if at[0] > 0 {
            match known.get(kind, &[at[0] / 4, at[1] / 4]) {
                Some(nimber) => nimbers.push(nimber.get()),
                None => return Ok(false),
            }
        }
        Ok(at != [5, 9])
    }
}

#[test]
fn what_fails_spreads_to_all_that_lead_to_it() {
    let rules = vec![GridRule::line(0, &[1, 0])];
    let kind = GridKind { domain: Vec::new(), rules, asked: true };
    let grid = Grid { whole: vec![None, None], kinds: vec![kind] };
    let mut tables = GridTables::new(grid).unwrap();
    let mut value = |at: [u64; 2]| tables.nimber_asking(0, &at, &Budget::default(), &mut Quarter);
    assert!(value([4, 9]).unwrap().is_some());
    assert_eq!(value([5, 9]), Ok(None));
    assert_eq!(value([9, 9]), Ok(None));
    assert!(value([9, 8]).unwrap().is_some());
    assert_eq!(value([22, 36]), Ok(None));
    assert_eq!(value([41, 41]), Err(GridFailure::Asked("stop")));
    // What was filled before is still there, and filling goes on.
    assert!(value([9, 8]).unwrap().is_some());
    assert!(value([39, 30]).unwrap().is_some());
}

#[test]
fn limits_are_no_values() {
    let rules = vec![GridRule::line(0, &[1, 1])];
    let kind = GridKind { rules, ..GridKind::default() };
    let grid = Grid { whole: vec![None, None], kinds: vec![kind] };
    let mut tables = GridTables::new(grid.clone()).unwrap();
    let budget = Budget { max_positions: Some(1000), ..Budget::default() };
    assert_eq!(tables.nimber(0, &[40, 40], &budget), Err(Limit::Positions(1000)));
    assert_eq!(tables.nimber(0, &[10, 10], &budget), Ok(Some(Nimber::new(10))));
    let far = [u64::MAX, u64::MAX];
    assert_eq!(tables.needs(&far), u64::MAX);
    assert!(matches!(tables.nimber(0, &far, &budget), Err(Limit::Table(_))));
}

#[test]
fn what_is_not_there_is_refused() {
    let grid = |rule: GridRule| Grid {
        whole: vec![None, None],
        kinds: vec![GridKind { rules: vec![rule], ..GridKind::default() }],
    };
    let refused = |rule: GridRule| GridTables::new(grid(rule)).err();
    let line = GridRule::line(0, &[1, 0]);
    assert_eq!(refused(GridRule::line(1, &[1, 0])), Some(GridError::NoSuchKind(0)));
    assert_eq!(refused(GridRule::line(0, &[1, 0, 0])), Some(GridError::NoSuchKind(0)));
    assert_eq!(
        refused(GridRule { conditions: vec![], ..line.clone() }),
        Some(GridError::Unbounded(0))
    );
    let large = Condition::Natural(Form::constant(Form::MAX + 1));
    assert_eq!(
        refused(GridRule { conditions: vec![large], ..line.clone() }),
        Some(GridError::TooLarge(0))
    );
    let grid = Grid { whole: vec![], kinds: vec![] };
    assert_eq!(GridTables::new(grid).err(), Some(GridError::Coordinates));
}

/// Nim on three heaps, two of which may be as large as one likes: nimbers of two bytes.
#[test]
fn nimbers_widen() {
    let rules = vec![GridRule::line(0, &[1, 0]), GridRule::line(0, &[0, 1])];
    let kind = GridKind { rules, ..GridKind::default() };
    let mut tables = GridTables::new(Grid { whole: vec![None, None], kinds: vec![kind] }).unwrap();
    for (a, b) in [(0, 0), (1, 100), (3, 500), (300, 5), (600, 600), (600, 423)] {
        let found = tables.nimber(0, &[a, b], &Budget::default());
        assert_eq!(found, Ok(Some(Nimber::new(a ^ b))), "{a} {b}");
    }
}
