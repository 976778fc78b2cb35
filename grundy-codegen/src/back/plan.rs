//! The plan as Rust: where each position is solved, and what is kept of it as data.

use grundy_compiler::analyse::{Board, Coordinate, Fixed, GridPlan, HeapsPlan, HeapsPlanKind};
use grundy_compiler::ir::{Domain, KindId, Type};
use grundy_compiler::{Instance, Method, Plan};
use grundy_core::Family;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::data::{family_code, grid_code, grown};
use super::fields::Form;
use super::types::int;
use super::{Arguments, Game};

/// What the plan comes to.
#[derive(Default)]
pub(super) struct Planned {
    /// The methods of the trait.
    pub methods: TokenStream,
    /// Whether some kinds are data, which holds for the default params alone.
    pub has_layers: bool,
}

/// What is gathered kind by kind.
#[derive(Default)]
struct Places {
    /// The arms that say where a position stands.
    arms: TokenStream,
    /// How many kinds stand there whatever their fields are.
    whole: usize,
    layers: Vec<TokenStream>,
    of_table: TokenStream,
    of_point: TokenStream,
    asked: TokenStream,
}

/// Vectors up to this length have grids, where their length is not said.
const MAX_LENGTH: usize = 4;

impl Game<'_> {
    /// The methods of the plan, if there is anything to say: which kinds are data, which have tables.
    /// `for_defaults` says that data hold for the default params alone.
    pub(super) fn plan(&self, instance: &Instance, for_defaults: bool) -> Planned {
        let plan = instance.plan();
        let guard = for_defaults.then(|| quote!(self.planned));
        let mut places = Places::default();
        if let Some(family) = &plan.analysis.family {
            let kinds = (0..self.spec.kinds.len()).filter_map(|at| match plan.methods[at] {
                Method::Heap(index) => {
                    Some(HeapsPlanKind { kind: at.into(), index, field: 0, base: 0 })
                }
                _ => None,
            });
            self.heaps(&mut places, family, &kinds.collect::<Vec<_>>(), &[], guard.as_ref());
        }
        for (at, board) in plan.analysis.boards.iter().enumerate() {
            match plan.method(board.kinds[0]) {
                Method::Heaps(place) if place == at => {
                    for fixed in fixed_values(board, self) {
                        if let Some(HeapsPlan { family, kinds }) = instance.heaps(board, &fixed) {
                            let lengths: Vec<_> = lengths(board, &fixed).collect();
                            self.heaps(&mut places, &family, &kinds, &lengths, guard.as_ref());
                        }
                    }
                }
                Method::Grid(place) if place == at => {
                    for fixed in fixed_values(board, self) {
                        if let Ok(grid) = instance.grid(board, &fixed) {
                            let lengths: Vec<_> = lengths(board, &fixed).collect();
                            self.grid(&mut places, plan, &grid, &lengths, guard.as_ref());
                        }
                    }
                }
                _ => {}
            }
        }
        if plan.methods.contains(&Method::Sweep) && self.table_kinds(plan) {
            self.sweeps(&mut places, plan);
        }
        self.planned(&places, guard.as_ref())
    }

    /// The methods that say what was gathered.
    fn planned(&self, places: &Places, guard: Option<&TokenStream>) -> Planned {
        let Places { arms, whole, layers, of_table, of_point, asked } = places;
        if arms.is_empty() {
            return Planned::default();
        }
        let position = &self.position;
        let others = (*whole < self.spec.kinds.len()).then(|| quote!(_ => rt::Place::Search,));
        let layers_code = (!layers.is_empty()).then(|| {
            let guard = guard.map(|planned| quote!(if !#planned { return rt::Vec::new(); }));
            quote!(fn layers(&self) -> rt::Vec<rt::Layer> { #guard rt::vec([#(#layers),*]) })
        });
        let tables = (!of_table.is_empty()).then(|| {
            let kinds = Literal::usize_unsuffixed(self.spec.kinds.len());
            quote! {
                fn tables(&self) -> usize { #kinds }

                fn of_table(&self, kind: usize, size: u64) -> rt::Option<#position> {
                    match kind { #of_table _ => rt::None }
                }
            }
        });
        let Arguments { options, position: argument, .. } = &self.arguments;
        let asked = (!asked.is_empty()).then(|| {
            quote! {
                fn of_point(
                    &self,
                    layer: usize,
                    kind: usize,
                    at: &[u64],
                ) -> rt::Option<#position> {
                    match (layer, kind) { #of_point _ => rt::None }
                }

                fn asked_options(
                    &self,
                    layer: usize,
                    #argument: &#position,
                    #options: &mut rt::Options<#position>,
                ) -> rt::Result<()> {
                    match (layer, #argument) { #asked _ => {} }
                    rt::Ok(())
                }
            }
        });
        let methods = quote! {
            #layers_code

            fn place(&self, position: &#position) -> rt::Place {
                match position { #arms #others }
            }

            #asked
            #tables
        };
        Planned { methods, has_layers: !layers.is_empty() }
    }

    /// Kinds as heaps, if no heap that is reached outgrows its field.
    fn heaps(
        &self,
        places: &mut Places,
        family: &Family,
        kinds: &[HeapsPlanKind],
        lengths: &[(usize, usize)],
        guard: Option<&TokenStream>,
    ) {
        let room = |kind: &HeapsPlanKind| {
            let (least, most) = self.fields(kind.kind)[kind.field].ints;
            let room = most.checked_sub(kind.base)?;
            u64::try_from(room).ok().filter(|_| least <= kind.base)
        };
        let Some(room) = kinds.iter().map(room).min().flatten() else {
            return;
        };
        let (mut grows, mut fixed) = (0_u64, 0);
        for rule in family.kinds.iter().flat_map(|kind| &kind.rules) {
            let (by, size) = grown(&rule.shape);
            grows = grows.saturating_add(by);
            fixed = fixed.max(size);
        }
        let Some(most) = room.checked_sub(grows).filter(|_| fixed <= room) else {
            return;
        };
        let layer = Literal::usize_unsuffixed(places.layers.len());
        for &HeapsPlanKind { kind, index, field, base } in kinds {
            let index = Literal::usize_unsuffixed(index);
            let size = rising(&quote!(size), base, most);
            let place = quote!(rt::heap_place(#layer, #index, #size));
            let mut names = vec![None; self.fields(kind).len()];
            names[field] = Some(format_ident!("size"));
            self.arm(places, kind, names, lengths, guard, &place);
        }
        let family = family_code(family);
        places.layers.push(quote!(rt::Layer::Heaps(#family)));
    }

    /// An arm of the places: a pattern with these names, and the lengths that vectors must have.
    fn arm(
        &self,
        places: &mut Places,
        kind: KindId,
        mut names: Vec<Option<Ident>>,
        lengths: &[(usize, usize)],
        guard: Option<&TokenStream>,
        place: &TokenStream,
    ) {
        let mut conditions: Vec<TokenStream> = guard.cloned().into_iter().collect();
        for (field, length) in lengths {
            let name = names[*field].get_or_insert_with(|| format_ident!("vector{}", field));
            let length = Literal::usize_unsuffixed(*length);
            conditions.push(quote!(#name.len() == #length));
        }
        let parts = names.iter().map(|name| match name {
            Some(name) => quote!(#name),
            None => quote!(_),
        });
        let pattern = self.variants[kind.index()].with(parts);
        let guard = (!conditions.is_empty()).then(|| quote!(if #(#conditions)&&*));
        places.whole += usize::from(guard.is_none());
        places.arms.extend(quote!(#pattern #guard => #place,));
    }

    /// Kinds as points of a grid, if none that is reached outgrows its field.
    fn grid(
        &self,
        places: &mut Places,
        plan: &Plan,
        grid: &GridPlan,
        lengths: &[(usize, usize)],
        guard: Option<&TokenStream>,
    ) {
        let Some(most) = self.reach(grid) else {
            return;
        };
        // What is asked for may lead to other kinds, which must be found without a search.
        let alone = |at: usize| {
            let inside = grid.kinds.iter().any(|kind| kind.kind.index() == at);
            inside || matches!(plan.methods[at], Method::Heap(_))
        };
        let asks = grid.kinds.iter().any(|kind| !kind.asked.is_empty());
        if asks && !(0..self.spec.kinds.len()).all(alone) {
            return;
        }
        let layer = Literal::usize_unsuffixed(places.layers.len());
        for (at, kind) in grid.kinds.iter().enumerate() {
            let index = Literal::usize_unsuffixed(at);
            let mut names = vec![None; self.fields(kind.kind).len()];
            let coordinates = kind.coordinates.iter().zip(&most).map(|(coordinate, most)| {
                let Coordinate { field, entry, end, reversed } = *coordinate;
                let name = names[field].get_or_insert_with(|| format_ident!("field{}", field));
                let place = |value: &TokenStream| match reversed {
                    true => {
                        let end = int(end);
                        quote!(rt::falling(#value, #end))
                    }
                    false => rising(value, end, *most),
                };
                match entry {
                    None => place(&quote!(#name)),
                    Some(entry) => {
                        let (entry, place) = (Literal::usize_unsuffixed(entry), place(&quote!(x)));
                        quote!(rt::entry(#name, #entry).and_then(|x| #place))
                    }
                }
            });
            let coordinates: Vec<TokenStream> = coordinates.collect();
            let place = quote!(rt::point_place(#layer, #index, [#(#coordinates),*]));
            self.arm(places, kind.kind, names, lengths, guard, &place);
            if !kind.asked.is_empty() {
                let made = self.point(kind.kind, &kind.coordinates);
                places.of_point.extend(quote!((#layer, #index) => rt::Some(#made),));
                let wanted = |at: usize| kind.asked.iter().any(|(asked, _)| *asked == at);
                let normal = self.normal_argument(&quote!(false));
                let (pattern, body) = self.some_moves(kind.kind, &wanted, &normal);
                places.asked.extend(quote!((#layer, #pattern) => { #body }));
            }
        }
        let grid = grid_code(&grid.grid);
        places.layers.push(quote!(rt::Layer::Grid(#grid)));
    }

    /// How far each coordinate may reach so that nothing that is reached from there outgrows a field;
    /// `None` when a bounded one does.
    fn reach(&self, grid: &GridPlan) -> Option<Vec<u64>> {
        let whole = grid.grid.whole.iter().enumerate();
        let reach = whole.map(|(j, whole)| {
            let rooms = grid.kinds.iter().map(|kind| {
                let Coordinate { field, end, reversed, .. } = kind.coordinates[j];
                let (least, most) = self.fields(kind.kind)[field].ints;
                let room = if reversed { end.checked_sub(least) } else { most.checked_sub(end) };
                let inside = least <= end && end <= most;
                u64::try_from(room.unwrap_or(i64::MAX)).ok().filter(|_| inside)
            });
            let room = rooms.min().flatten()?;
            // What some move raises is bounded, and must fit as a whole.
            whole.is_none_or(|values| values <= room.saturating_add(1)).then_some(room)
        });
        reach.collect()
    }

    /// The position at a point: an expression that returns where the type holds no such position.
    fn point(&self, kind: KindId, coordinates: &[Coordinate]) -> TokenStream {
        let value = |at: usize| {
            let Coordinate { end, reversed, .. } = coordinates[at];
            let (at, end) = (Literal::usize_unsuffixed(at), int(end));
            quote!(rt::coordinate(at, #at, #end, #reversed)?)
        };
        let fields = self.fields(kind).iter().enumerate().map(|(index, field)| {
            let values = (0..coordinates.len()).filter(|at| coordinates[*at].field == index);
            let entries: Vec<TokenStream> = values.map(value).collect();
            let single = coordinates.iter().any(|c| c.field == index && c.entry.is_none());
            let whole = match (single, &field.form) {
                (true, _) => quote!(#(#entries)*),
                (false, Form::Array(_)) => quote!(rt::array(rt::vec([#(#entries),*])).ok()?),
                (false, _) => quote!(rt::vec([#(#entries),*])),
            };
            if field.form == Form::Same { whole } else { quote!(rt::store(#whole).ok()?) }
        });
        self.variants[kind.index()].with(fields)
    }

    /// Kinds in tables that are filled from below.
    fn sweeps(&self, places: &mut Places, plan: &Plan) {
        for (at, method) in plan.methods.iter().enumerate() {
            if *method != Method::Sweep {
                continue;
            }
            let variant = &self.variants[at];
            let index = Literal::usize_unsuffixed(at);
            let most = variant.fields[0].ints.1.unsigned_abs();
            let size = rising(&quote!(size), 0, most);
            let place = quote!(rt::table_place(#index, #size));
            let names = vec![Some(format_ident!("size"))];
            self.arm(places, at.into(), names, &[], None, &place);
            let made = variant.with([quote!(rt::stored(size)?)]);
            places.of_table.extend(quote!(#index => rt::Some(#made),));
        }
    }

    /// Whether every kind is an int alone and solved by tables: then these lead to nothing else.
    fn table_kinds(&self, plan: &Plan) -> bool {
        let ints = self
            .spec
            .kinds
            .iter()
            .all(|kind| matches!(kind.fields.as_slice(), [field] if field.ty == Type::Int));
        ints && plan.methods.iter().all(|method| matches!(method, Method::Heap(_) | Method::Sweep))
    }
}

/// How far a value lies above the one that is 0.
fn rising(value: &TokenStream, end: i64, most: u64) -> TokenStream {
    let (end, most) = (int(end), Literal::u64_unsuffixed(most));
    quote!(rt::rising(#value, #end, #most))
}

/// The values of what no move changes for which kinds become data: the lengths of vectors. There are
/// none where an int is fixed, as any value of it may come.
fn fixed_values(board: &Board, game: &Game) -> Vec<Vec<Fixed>> {
    if board.fixed.is_empty() {
        return vec![Vec::new()];
    }
    if board.sample.iter().any(|fixed| matches!(fixed, Fixed::Int(_))) {
        return Vec::new();
    }
    let kind = &game.spec.kinds[board.kinds[0].index()];
    let said = |field: &usize| matches!(kind.fields[*field].domain, Domain::Vector(_, Some(_)));
    match board.fixed.as_slice() {
        fixed if fixed.iter().all(said) => vec![board.sample.clone()],
        [_] => (1..=MAX_LENGTH).map(|length| vec![Fixed::Length(length)]).collect(),
        _ => vec![board.sample.clone()],
    }
}

/// The vectors whose lengths are fixed.
fn lengths<'b>(board: &'b Board, values: &'b [Fixed]) -> impl Iterator<Item = (usize, usize)> + 'b {
    board.fixed.iter().zip(values).filter_map(|(field, fixed)| match fixed {
        Fixed::Length(length) => Some((*field, *length)),
        Fixed::Int(_) => None,
    })
}
