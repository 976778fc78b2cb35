use grundy::prelude::*;

#[derive(Impartial, Clone, Copy)]
union Heap {
    n: u32,
    m: u16,
}

fn main() {}
