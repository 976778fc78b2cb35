use grundy::prelude::*;

#[derive(Impartial)]
union Heap {
    n: u32,
}

fn main() {}
