grundy::include_game!("wrong.game");

fn main() {
    let _ = wrong::solver();
}
