grundy::include_game!("no/such.game");

fn main() {}
