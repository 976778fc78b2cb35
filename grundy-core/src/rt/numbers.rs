//! Functions of numbers, as the game language defines them; `None` is a result outside of 64 bits.

/// The greatest integer q with q b <= a for b > 0 (q b >= a for b < 0). `None`
/// also where b is 0.
#[inline]
pub fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// a - b floor(a / b): it has the sign of b; `None` where b is 0.
#[inline]
pub fn floor_mod(a: i64, b: i64) -> Option<i64> {
    // By -1 the rest is 0, even where the quotient overflows.
    let rest = if b == -1 { 0 } else { a.checked_rem(b)? };
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// The greatest common divisor, at least 0; that of zeros is 0.
pub fn gcd(a: i64, b: i64) -> Option<i64> {
    let (mut x, mut y) = (a.unsigned_abs(), b.unsigned_abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    i64::try_from(x).ok()
}

/// `base` to the power of `exponent`, which is at least 0.
pub fn pow(base: i64, exponent: i64) -> Option<i64> {
    // 0, 1 and -1 have all powers; any other base overflows long before 2^32.
    match (base, u32::try_from(exponent)) {
        (_, Ok(exponent)) => base.checked_pow(exponent),
        (0 | 1, Err(_)) => Some(base),
        (-1, Err(_)) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (_, Err(_)) => None,
    }
}

/// The prime factors of n >= 1 in ascending order, by trial division.
///
/// # Errors
/// What `tick` says, which is called at every step.
pub fn prime_factors<E>(
    mut n: i64,
    mut tick: impl FnMut() -> Result<(), E>,
) -> Result<Vec<i64>, E> {
    let mut factors = Vec::new();
    let mut divisor = 2;
    while divisor <= n / divisor {
        if n % divisor == 0 {
            factors.push(divisor);
            n /= divisor;
        } else {
            divisor += if divisor == 2 { 1 } else { 2 };
            tick()?;
        }
    }
    if n > 1 {
        factors.push(n);
    }
    Ok(factors)
}

/// The divisors of the number with these prime factors, which ascend; in ascending order.
pub fn divisors(factors: &[i64]) -> Vec<i64> {
    let mut divisors = vec![1];
    let mut last = (0, 0);
    for &prime in factors {
        // A repeated prime extends only the divisors that the last one made.
        let from = if prime == last.0 { last.1 } else { 0 };
        last = (prime, divisors.len());
        for at in from..divisors.len() {
            divisors.push(divisors[at] * prime);
        }
    }
    divisors.sort_unstable();
    divisors
}

/// The primes up to n in ascending order. It holds n + 1 bytes meanwhile.
pub fn primes(n: usize) -> Vec<i64> {
    let mut composite = vec![false; n.saturating_add(1)];
    let mut primes = Vec::new();
    for candidate in 2..composite.len() {
        if composite[candidate] {
            continue;
        }
        primes.push(candidate as i64);
        for multiple in (candidate.saturating_mul(candidate)..=n).step_by(candidate) {
            composite[multiple] = true;
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_edges_of_64_bits_are_told() {
        assert_eq!(floor_div(i64::MIN, -1), None);
        assert_eq!(
            (floor_mod(i64::MIN, -1), floor_mod(1, 0), floor_div(1, 0)),
            (Some(0), None, None)
        );
        assert_eq!(gcd(i64::MIN, 0), None);
        assert_eq!(gcd(i64::MIN, 6), Some(2));
        assert_eq!((pow(2, 62), pow(2, 63), pow(0, 0)), (Some(1 << 62), None, Some(1)));
        assert_eq!((pow(-1, i64::MAX), pow(-2, 63)), (Some(-1), Some(i64::MIN)));
    }

    proptest! {
        #[test]
        fn quotient_and_rest_belong_together(a in -1000_i64..1000, b in -50_i64..50) {
            prop_assume!(b != 0);
            let (q, r) = (floor_div(a, b).unwrap(), floor_mod(a, b).unwrap());
            prop_assert_eq!(q * b + r, a);
            let inside = if b > 0 { 0 <= r && r < b } else { b < r && r <= 0 };
            prop_assert!(inside);
        }

        #[test]
        fn divisors_and_primes_follow_their_definitions(n in 1_i64..2000) {
            let factors = prime_factors(n, || Ok::<(), ()>(())).unwrap();
            prop_assert_eq!(factors.iter().product::<i64>(), n);
            let by_definition: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
            prop_assert_eq!(divisors(&factors), by_definition);
            let is_prime = |n: &i64| (2..*n).all(|d| n % d != 0);
            prop_assert_eq!(primes(n as usize), (2..=n).filter(is_prime).collect::<Vec<_>>());
        }
    }
}
