use grundy::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heap(u32);

fn solve<T: Impartial>(of: T) -> Result<Nimber, SolveError<T>> {
    T::solver().grundy(&of)
}

fn main() {
    let _ = solve(Heap(3));
}
