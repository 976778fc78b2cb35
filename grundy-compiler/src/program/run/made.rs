//! What a batch has made: the components of the options of its lanes.

use grundy_core::Options;

use super::super::code::{LANES, Reg};
use super::super::key::Key;
use super::super::lanes::{self, Cells, Column};
use super::{Machine, Stop, each, first};

/// A component or Nim heap of the options of some lanes.
pub(super) struct Part<K> {
    lanes: u64,
    /// No keys are meant when these are Nim heaps.
    pub(super) heap: bool,
    keys: [K; LANES],
    pub(super) sizes: Column,
    copies: Copies,
}

pub(super) enum Copies {
    Same(i64),
    Each(Box<Column>),
}

impl<K: Key> Machine<K> {
    /// Gives out the options of the lanes that are left.
    pub(super) fn emit(&self, options: &mut Options<K>) {
        let lanes = self.active;
        if let Some(ranks) = &self.ranks {
            let mut order = [(0, 0); LANES];
            let count = lanes.count_ones() as usize;
            order.iter_mut().zip(each(lanes)).for_each(|(at, lane)| *at = (ranks[lane], lane));
            order[..count].sort_unstable();
            order[..count].iter().for_each(|(_, lane)| self.emit_lane(*lane, options));
            return;
        }
        if let [part] = &self.parts[..self.used]
            && !part.heap
            && part.lanes & lanes == lanes
            && matches!(part.copies, Copies::Same(1))
        {
            if lanes == first(self.lanes) {
                options.push_each(part.keys[..self.lanes].iter().copied());
            } else {
                each(lanes).for_each(|lane| options.push(part.keys[lane]));
            }
            return;
        }
        each(lanes).for_each(|lane| self.emit_lane(lane, options));
    }

    /// Gives out the option of a lane.
    fn emit_lane(&self, lane: usize, options: &mut Options<K>) {
        for part in self.parts[..self.used].iter().filter(|part| part.lanes >> lane & 1 == 1) {
            let copies = match &part.copies {
                Copies::Same(copies) => *copies,
                Copies::Each(copies) => copies[lane],
            };
            match part.heap {
                true => options.heap(part.sizes[lane] as u64, copies as u64),
                false => options.component(part.keys[lane], copies as u64),
            }
        }
        options.finish();
    }

    /// A new part for the active lanes; where it stands.
    pub(super) fn part(&mut self, copies: Reg) -> Result<usize, Stop> {
        let each_has = match copies {
            Reg::One(at) => Copies::Same(self.ones[at as usize]),
            Reg::Col(at) => Copies::Each(Box::new(self.columns[at as usize])),
        };
        if each(self.reached(copies)).any(|lane| self.at(copies, lane) < 0) {
            return Err(Stop::Fault);
        }
        if self.used == self.parts.len() {
            self.parts.push(Part {
                lanes: 0,
                heap: false,
                keys: [K::default(); LANES],
                sizes: [0; LANES],
                copies: Copies::Same(1),
            });
        }
        let part = &mut self.parts[self.used];
        (part.lanes, part.heap, part.copies) = (self.active, false, each_has);
        self.used += 1;
        Ok(self.used - 1)
    }

    pub(super) fn component(
        &mut self,
        shape: u32,
        same: Cells,
        differing: Cells,
        copies: Reg,
    ) -> Result<(), Stop> {
        let at = self.part(copies)?;
        let mut tag = K::default();
        tag.put(0, u64::from(shape));
        // What is the same in all lanes is packed once.
        for (from, place) in same {
            let bits = place.pack(self.ones[*from as usize]).ok_or(Stop::Wide)?;
            tag.put(place.shift, bits);
        }
        let keys = &mut self.parts[at].keys;
        if lanes::pack(keys, tag, differing, &self.columns, self.lanes) {
            let fits = |lane: usize| {
                let mut cells = differing.iter();
                cells.all(|&(from, place)| place.pack(self.columns[from as usize][lane]).is_some())
            };
            if !each(self.active).all(fits) {
                return Err(Stop::Wide);
            }
        }
        Ok(())
    }
}
