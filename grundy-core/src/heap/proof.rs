//! What proves a period for all sizes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A proof that the nimbers of a kind of heaps are periodic, for all sizes.
///
/// It says that g(n + `period`) = g(n) + `saltus` for every n >= `preperiod`, and both are minimal:
/// no smaller period holds from any point on, and the equation fails at `preperiod` - 1 if there is
/// such a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodProof {
    /// The kind.
    pub kind: usize,
    /// The smallest size from which the nimbers are periodic.
    pub preperiod: u64,
    /// The smallest period, at least 1.
    pub period: u64,
    /// How much the nimbers grow in a period.
    pub saltus: u64,
    /// What the proof rests on.
    pub theorem: Theorem,
}

/// What a proof of a period rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Theorem {
    /// The nimber of every heap is its size less the least size (see [`HeapTables::counts_up`]).
    ///
    /// [`HeapTables::counts_up`]: super::HeapTables::counts_up
    CountsUp,
    /// The theorem of Guy and Smith (The G-values of various games, 1956) on take-and-break games,
    /// for several kinds of heaps at once, with unequal splits and runs of heaps, and with the exact
    /// bounds.
    ///
    /// Let p >= 1 be given, and for every kind K of a set of kinds a size e_K at which K has a heap.
    /// Let the heaps of the options of these kinds whose sizes depend on n be of these kinds too, if
    /// the rule applies to arbitrarily large heaps. For every K let t_K be so large that for every
    /// n >= t_K and every rule of K
    ///
    /// 1. n > `to`, or else n >= `from` and n is larger than all of `except`;
    /// 2. if n <= `to`, for each part of kind L and size n - r: n - r >= e_L;
    /// 3. if n <= `to`, for a run of single heaps of kind L from l to n - h:
    ///    n - h >= max(e_L, l) + p - 1;
    /// 4. if n <= `to`, for a split into sizes a >= l of kind L and b >= m of kind M, with
    ///    a + b = n - c: n - c >= max(e_L, l) + max(e_M, m) + p - 1. (Here l is `low`, c is
    ///    `removed`, and m is `gap` - `removed`, as a <= n - `gap` says b >= `gap` - c.)
    /// 5. if in addition a and b must not be equal (so L = M):
    ///    n - c >= 2 max(e_L, l, m) + 2p - 1;
    /// 6. if n <= `to`, for k >= 1 heaps of kind L, all of size at least 1, with n - c in all:
    ///    n - c >= k (max(e_L, 1) + p - 1) + 1 - p, with p k (k - 1) / 2 more if no two of them may be
    ///    equal; for no heap at all, n - c >= 1;
    /// 7. the same without 1 - p, if the total may also be n - c - q, n - c - 2q, ...; and p is
    ///    divisible by q.
    ///
    /// **Theorem.** If g_K(n + p) = g_K(n) for all these K and all n with e_K <= n < t_K, then for
    /// all n >= e_K.
    ///
    /// *Proof.* Since play ends, we may use induction: the family has a rank, linear in the size,
    /// that all moves lower; let the equation hold for the heaps of lower rank than (K, n). That
    /// covers every part of an option of (K, n), and every part of an option of (K, n + p) when p is
    /// taken from its size. Let n >= t_K and n >= e_K. By 1 the same rules apply to both heaps. We
    /// show that each has options of the same nimbers as the other.
    ///
    /// - `Empty`: 0 for both.
    /// - `Parts`: by 2 each part of size n - r has the nimber of the one of size n + p - r; the
    ///   others are the same.
    /// - `Any`: the options of (K, n) are options of (K, n + p). The others of (K, n + p) are heaps
    ///   of sizes j with n - h < j <= n - h + p. By 3, j - p >= max(e_L, l), so the heap of size
    ///   j - p is an option of (K, n), with the same nimber.
    /// - `Split`, an option (a, b) of (K, n): by 4, a + b >= e_L + e_M - 1, so a >= e_L or b >= e_M.
    ///   Then (a + p, b) or (a, b + p) is an option of (K, n + p) with the same nimber. If they must
    ///   be unequal, let first a >= e_L > b; then a + p > b, and the other way round likewise. If
    ///   both are at least e_L, one of the two will do, as a + p = b and a = b + p exclude each
    ///   other.
    /// - `Split`, an option (a, b) of (K, n + p): by 4, a + b >= (max(e_L, l) + p) +
    ///   (max(e_M, m) + p) - 1, so a - p >= max(e_L, l) or b - p >= max(e_M, m). Then (a - p, b) or
    ///   (a, b - p) is an option of (K, n) with the same nimber, if they may be equal or are not.
    ///   Let them be equal, a - p = b say. Then n - c = a - p + b = 2b, so by 5
    ///   b - p >= max(e_L, m), and (a, b - p) will do, since b - p < a.
    /// - `Pile`, an option of (K, n): the largest heap is at least e_L, as k heaps smaller than that
    ///   are together at most k (e_L - 1). Make it larger by p; it is equal to no other one.
    /// - `Pile`, an option of (K, n + p): let M = max(e_L, 1). By 6, some heap is at least M + p, as
    ///   otherwise all are together at most k (M + p - 1). Make it smaller by p. If no two may be
    ///   equal, and every heap a >= M + p has a heap of size a - p beside it, then the heaps form
    ///   chains with steps of p, each from below M + p on. Together they are largest if they form a
    ///   single chain, M + p - 1, M + 2p - 1, and so on: at most k (M + p - 1) + p k (k - 1) / 2,
    ///   which 6 excludes. So some heap can be made smaller. With a choice of totals, the options of
    ///   (K, n) are options of (K, n + p), and so are those of (K, n + p) with at most n - c in all
    ///   options of (K, n), since p is divisible by q. The others have more than n - c in all, and 7
    ///   says that one heap can be made smaller.
    ///
    /// So g_K(n + p) = g_K(n). ∎
    ///
    /// For one kind, an octal code whose last digit takes t, and e = l = m, this says that
    /// e <= n < 2e + p + t - 1 suffices. Guy and Smith have one n more. For a finite subtraction
    /// game it is the well-known fact that max S values in a row that come again bring all later
    /// ones with them. As each value is at most |S|, some row of max S values must come again, and
    /// every such game is periodic.
    GuySmith {
        /// A common period p of all these kinds.
        common: u64,
        /// What was checked of every kind.
        windows: Vec<KindWindow>,
    },
    /// Arithmetic periods of games in which a heap may become any smaller one, with finitely many
    /// exceptions.
    ///
    /// Let K be a kind whose rules that apply to arbitrarily large heaps are of these forms:
    ///
    /// - `Any`, heaps of kind K from l to n - h; there is at least one such rule;
    /// - `Parts` with one heap of kind K of size n - r, besides heaps and Nim heaps of fixed sizes
    ///   whose xor is c;
    /// - `Parts` without such a heap, and `Empty`: an option of fixed nimber c.
    ///
    /// Let p >= 1, s >= 1 and e be given, where K has a heap of size e, and let s be divisible by a
    /// power of 2 larger than c, for each rule of the second form. Let e' be the largest of e and
    /// all l. Let V be larger than s + g(n) for every n < e' + p, and larger than s + c for each
    /// rule of the third form. Let t be so large that for every n >= t
    ///
    /// 1. for every rule, n > `to`, or else n >= `from` and n is larger than all of `except`;
    /// 2. for every rule of the second form, n - r >= e;
    /// 3. for one rule of the first form, every nimber below V is that of a heap from l to n - h.
    ///
    /// **Theorem.** If g(n + p) = g(n) + s for all n with e <= n < t, then for all n >= e.
    ///
    /// *Proof*, by induction on n >= max(e, t). Every option of a heap of size n by a rule as above
    /// consists of smaller heaps of kind K and fixed ones, and by 1 the same rules apply to n and
    /// n + p. By 3 all nimbers below V are among those of the options of n, and of n + p. So it is
    /// enough that for v >= V an option of n + p has the nimber v if and only if one of n has
    /// v - s: then g(n) >= V, the nimbers from V to g(n) + s - 1 are among the options of n + p, and
    /// g(n) + s is not.
    ///
    /// - First form. If v = g(j) with j <= n + p - h, then j >= e' + p since v >= V. So j - p is at
    ///   least e and l, and an option of n, with g(j - p) = v - s. If v - s = g(j) with
    ///   l <= j <= n - h, then j >= e' as g(j) >= V - s, so j + p is an option of n + p with
    ///   g(j + p) = v.
    /// - Second form. By 2, the option of n + p has the nimber (g(n - r) + s) xor c, which is
    ///   (g(n - r) xor c) + s, as c changes only binary digits below those of s.
    /// - Third form. c < V, and c + s < V. ∎
    Arithmetic {
        /// The number p, a multiple of the smallest period; s is the same multiple of its saltus.
        common: u64,
        /// What was checked: `from` is e and `to` is t.
        window: KindWindow,
        /// The number V.
        below: u64,
    },
    /// Arithmetic periods of games whose heaps may break into several, as those of hexadecimal codes.
    /// That such a game has an arithmetic period if it has one for long enough was proved first by
    /// Austin (Impartial and Partisan Games, 1976), for codes; this theorem is another.
    ///
    /// Let K be a kind whose rules that apply to arbitrarily large heaps are of these forms:
    ///
    /// - a *break*: heaps of kind K of sizes a_1 >= l_1, ..., a_k >= l_k with k >= 1 and
    ///   a_1 + ... + a_k = n - r, or also n - r - q, n - r - 2q, ..., besides heaps and Nim heaps of
    ///   fixed sizes whose xor is c. (So are `Any`, with k = q = 1, `Split`, `Pile`, and `Parts` with
    ///   one heap of kind K of size n - r.) It may be required that the sizes differ;
    /// - an option of a nimber that does not depend on n.
    ///
    /// Let p >= 1, s >= 1 and e be given, where K has a heap of size e, and u >= e + p, such that the
    /// same rules apply to all n >= u. Let g(n + p) = g(n) + s for e <= n < u + p. Then there is one
    /// function G with G(n) = g(n) for n < u + 2p and G(n + p) = G(n) + s for all n >= e. Let
    /// G*(n) = G(n + 2pm) - 2sm for any integer n, with m so large that n + 2pm >= e. Let
    /// f(a) = p G(a) - s a, and let 2^j be the largest power of 2 that divides s. Call heaps smaller
    /// than e *small*, the others *large*. Let V be a number with the following properties.
    ///
    /// 1. V > 2s, and V is larger than every nimber in an option that does not depend on n. The
    ///    nimbers of all small heaps and all c are less than a power of 2 that is at most V.
    /// 2. For each n with u <= n < u + 2p, each break with k heaps, each total n - R of it, and each
    ///    choice of k - 1 small heaps of at least the least l_i: let x be the xor of c and their
    ///    nimbers, z the value of G* at what they leave of the total, and d = G(n) - z. Then
    ///    (x - d) / 2 is no natural number, or has a binary digit that x has not, or z xor x and G(n)
    ///    differ modulo 2^(j + 1).
    /// 3. For each such n, break, and total n - R, and each choice of k heaps smaller than e + 2p and
    ///    of at least the least l_i, of which at least two are large, and which have n - R in all
    ///    modulo 2p: the sum of their f(a) and of p c is less than f(n) + s R, or the xor of c and
    ///    their nimbers differs from G(n) modulo 2^(j + 1).
    /// 4. For each such n, G(n) >= V. For each v < G(n) an option of n by a break has the nimber v
    ///    that *stays* if v < V, *grows* if v >= V - 2s, and *does both* if V - 2s <= v < V. Here an
    ///    option grows by a heap that is large, if the xor of c and the others is less than
    ///    2^(j + 1). It stays if q divides 2p. It stays by two of its heaps if they have the same size,
    ///    or if they are large and their nimbers differ in the j lowest digits only. It does both if q
    ///    divides 2p and it grows, or if it grows by one heap and stays by two others. If k > 1, only
    ///    breaks whose sizes need not differ are meant.
    ///
    /// **Theorem.** Then g(n + p) = g(n) + s for all n >= e.
    ///
    /// *Proof.* We show g(n) = G(n) by induction on n >= u + 2p. Play ends, so all heaps of kind K in
    /// options of n are smaller than n, and have the nimbers G.
    ///
    /// *No option of n has the nimber G(n).* By 4, G(n) >= V, so 1 excludes options that do not depend
    /// on n, and those with small heaps only. Let an option have one large heap, of size a, and let x
    /// be the xor of c and the others. Choose m with u <= n - 2pm < u + 2p. With d = G(n) - G(a), and
    /// z = G(a) - 2sm = G*(a - 2pm), we have d = G(n - 2pm) - z, so 2 speaks of d and x. If
    /// G(a) xor x = G(n), then d = x - 2y, where y has the digits that G(a) and x have in common. So
    /// (x - d) / 2 = y is a natural number and has no digit that x has not, and as 2^(j + 1) divides
    /// 2s, z xor x and G(n - 2pm) are equal modulo 2^(j + 1); which 2 excludes. Let at least two heaps
    /// be large. When a large heap, or n, is made smaller by 2p and stays at least e, neither its f
    /// nor its nimber modulo 2^(j + 1) changes. So 3 says that G(n) differs from the nimber of the
    /// option modulo 2^(j + 1), or that
    /// f(a_1) + ... + f(a_k) + p c < f(n) + s R, where a_1 + ... + a_k = n - R, and hence
    /// G(a_1) + ... + G(a_k) + c < G(n). But an xor is at most the sum.
    ///
    /// *Each v < G(n) is the nimber of an option of n.* We show that 4 holds for n too, as it does for
    /// n - 2p. Since G(n - 2p) >= V, also G(n) >= V. Let v < V. An option of n - 2p of nimber v stays.
    /// If q divides 2p, the same heaps are an option of n. Else let the two heaps by which it stays
    /// grow by p. If they have the same size, the xor of both remains 0. If they are large, both
    /// nimbers grow by s, a multiple of 2^j: their j lowest digits do not change, and the others are
    /// the same in both, before and after. So the xor remains, and the option of n has the nimber v
    /// and stays. If it did both, it still does, as the xor of c and all heaps but the one by which
    /// it grows remains. Let v >= V. Then V - 2s <= v - 2s < G(n - 2p), and an option of n - 2p of nimber
    /// v - 2s grows. Let the heap by which it does grow by 2p. The xor of c and the others is less than
    /// 2^(j + 1), which divides 2s, so the option of n has the nimber v, and it grows. ∎
    ArithmeticBreaks {
        /// The number p, a multiple of the smallest period; s is the same multiple of its saltus.
        common: u64,
        /// What was checked: `from` is e and `to` is u + p.
        window: KindWindow,
        /// The number V.
        below: u64,
    },
}

/// The finite part of a proof for one kind: g(n + p) = g(n), or g(n) + saltus, was checked for
/// `from` <= n < `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindWindow {
    /// The kind.
    pub kind: usize,
    /// The first size.
    pub from: u64,
    /// The first size that need not be checked.
    pub to: u64,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CountsUp => "the options are exactly the smaller heaps, so the nimbers count up",
            Self::GuySmith { .. } => "the theorem of Guy and Smith",
            Self::Arithmetic { .. } => {
                "the theorem on games where a heap may become almost any smaller one"
            }
            Self::ArithmeticBreaks { .. } => {
                "the theorem on arithmetic periods of games whose heaps may break"
            }
        })
    }
}

impl PeriodProof {
    /// The size at most `preperiod` + `period` whose nimber tells that of a heap of size n, and the
    /// number of periods between the two.
    pub(super) fn representative(&self, n: u64) -> (u64, u64) {
        let Some(beyond) = n.checked_sub(self.preperiod) else { return (n, 0) };
        (self.preperiod + beyond % self.period, beyond / self.period)
    }

    /// The nimber of a heap, from that of its representative.
    pub(super) fn lift(&self, nimber: u64, periods: u64) -> Option<u64> {
        nimber.checked_add(self.saltus.checked_mul(periods)?)
    }
}
