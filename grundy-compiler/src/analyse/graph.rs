//! Strongly connected components.

/// The strongly connected components of a graph on `0..size`, each ascending;
/// an edge leads within a component or to an earlier one of the list.
///
/// Kosaraju's algorithm with explicit stacks.
pub(super) fn components(size: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut to = vec![Vec::new(); size];
    let mut from = vec![Vec::new(); size];
    for &(a, b) in edges {
        to[a].push(b);
        from[b].push(a);
    }
    let mut seen = vec![false; size];
    // Along reversed edges, so that what is led to finishes last.
    let mut finished = Vec::new();
    for root in 0..size {
        search(root, &from, &mut seen, &mut finished);
    }
    let mut seen = vec![false; size];
    let mut components = Vec::new();
    for &root in finished.iter().rev() {
        let mut component = Vec::new();
        search(root, &to, &mut seen, &mut component);
        if !component.is_empty() {
            component.sort_unstable();
            components.push(component);
        }
    }
    components
}

/// Depth first from `root`; pushes what has not been seen as it is left.
fn search(root: usize, next: &[Vec<usize>], seen: &mut [bool], finished: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut stack = vec![(root, 0)];
    while let Some((node, place)) = stack.last_mut() {
        match next[*node].get(*place) {
            Some(&child) => {
                *place += 1;
                if !std::mem::replace(&mut seen[child], true) {
                    stack.push((child, 0));
                }
            }
            None => {
                finished.push(*node);
                stack.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_led_to_comes_first() {
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 4)];
        let components = components(5, &edges);
        assert_eq!(components.iter().flatten().count(), 5);
        let place = |node| components.iter().position(|c| c.contains(&node)).unwrap();
        assert_eq!(components[place(1)], [1, 2]);
        assert!(place(3) < place(1) && place(1) < place(0));
    }
}
