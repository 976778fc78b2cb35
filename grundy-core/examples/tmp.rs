#![allow(missing_docs)]
use grundy_core::*;
use std::time::Instant;
fn main() {
    let n: u64 = 3000;
    let kind = GridKind {
        rules: [[1, 0], [0, 1], [1, 1]].map(|d| GridRule::line(0, &d)).to_vec(),
        ..GridKind::default()
    };
    let mut t = GridTables::new(Grid { whole: vec![None, None], kinds: vec![kind] }).unwrap();
    let s = Instant::now();
    println!("{:?}", t.nimber(0, &[n - 1, n - 1], &Budget::default()));
    println!("grid {:?}", s.elapsed());
    let rules = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        .map(|d| GridRule::line(0, &d))
        .to_vec();
    let kind = GridKind { rules, ..GridKind::default() };
    let mut t = GridTables::new(Grid { whole: vec![None; 4], kinds: vec![kind] }).unwrap();
    let s = Instant::now();
    println!("{:?}", t.nimber(0, &[40, 40, 40, 40], &Budget::default()));
    println!("nim4 41^4 {:?}", s.elapsed());
    let m = 3000usize;
    let s = Instant::now();
    let mut g = vec![vec![0u16; m]; m];
    let mut seen = vec![false; 4 * m];
    for a in 0..m {
        for b in 0..m {
            seen.fill(false);
            for x in 0..a {
                seen[g[x][b] as usize] = true;
            }
            for y in 0..b {
                seen[g[a][y] as usize] = true;
            }
            for k in 1..=a.min(b) {
                seen[g[a - k][b - k] as usize] = true;
            }
            g[a][b] = seen.iter().position(|s| !s).unwrap() as u16;
        }
    }
    println!("naive {m} {:?} {}", s.elapsed(), g[m - 1][m - 1]);
}
