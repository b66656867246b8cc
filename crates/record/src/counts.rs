//! What was counted of one search, as records have it. Counts by remaining depth are lists, of depth 0, 1, 2 and so on, without the zeros at
//! their end; what did not happen is left out.

use engine::{BOUND_NAMES, Confirmation, Counted, DEPTHS, Keys, MoveSkip, NodeEnd, Summary};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What positions were known by.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct KeyRecord {
    /// How wide the keys are.
    pub bits: u32,
    /// The seed of the key sets; none for the game's own.
    pub seed: Option<u64>,
    /// `none`, `counts` or `refuses`.
    pub confirmation: String,
}

impl From<Keys> for KeyRecord {
    fn from(keys: Keys) -> Self {
        let confirmation = match keys.confirmation {
            Confirmation::None => "none",
            Confirmation::Counts => "counts",
            Confirmation::Refuses => "refuses",
        };
        Self { bits: keys.bits, seed: keys.seed, confirmation: confirmation.into() }
    }
}

impl KeyRecord {
    /// The keys that it describes, if there are such.
    pub fn keys(&self) -> Option<Keys> {
        let confirmation = match &*self.confirmation {
            "none" => Confirmation::None,
            "counts" => Confirmation::Counts,
            "refuses" => Confirmation::Refuses,
            _ => return None,
        };
        let widest = if self.seed.is_some() { 128 } else { 64 };
        let is_width = (1..=widest).contains(&self.bits);
        is_width.then_some(Keys { bits: self.bits, seed: self.seed, confirmation })
    }
}

/// The table.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct TableRecord {
    /// How often it was asked.
    pub probes: u64,
    /// Its answers by their bound: `none`, `upper`, `lower`, `exact`.
    pub hits: BTreeMap<String, u64>,
    /// Entries before and after; of a large table an estimate.
    pub filled: [u64; 2],
    /// How many there is room for.
    pub capacity: u64,
}

/// Collisions of one search.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct CollisionRecord {
    /// Entries of another position found under the same key.
    pub collisions: u64,
    /// How many of them the first confirmation did not tell.
    pub unnoticed: u64,
    /// How often a key was compared with that of another position.
    pub compared: u64,
}

/// What was counted of one search.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct CountRecord {
    /// Nodes that it was limited to.
    pub node_limit: Option<u64>,
    /// The depth that it was limited to.
    pub depth_limit: Option<u64>,
    /// What chance depended on; 0 if there was none.
    pub seed: u64,
    /// Visits to nodes.
    pub visits: u64,
    /// Visits by how they ended, by remaining depth.
    pub ends: BTreeMap<String, Vec<u64>>,
    /// Moves left out by reason, by remaining depth.
    pub skipped: BTreeMap<String, Vec<u64>>,
    /// The table.
    pub table: TableRecord,
    /// Cut-offs of nodes by the number of the move, from the first.
    pub cuts: Vec<u64>,
    /// The same in quiescence.
    pub leaf_cuts: Vec<u64>,
    /// The moves that were found as good as the best, it included; none where they were not looked for.
    pub equals: Vec<String>,
    /// What positions were known by.
    pub keys: KeyRecord,
    /// Collisions, where entries are confirmed.
    pub collisions: Option<CollisionRecord>,
}

/// The sum of counts. A record may come from anywhere: what is too large stays at the greatest number.
pub fn total<'a>(counts: impl IntoIterator<Item = &'a u64>) -> u64 {
    counts.into_iter().fold(0, |sum, &count| sum.saturating_add(count))
}

/// Without the zeros at its end.
fn trimmed(row: &[u64]) -> Vec<u64> {
    let length = row.iter().rposition(|&count| count != 0).map_or(0, |last| last + 1);
    row.iter().take(length).copied().collect()
}

/// What happened, by name.
fn by_name<'a>(
    names: impl Iterator<Item = &'static str>,
    rows: impl Iterator<Item = &'a [u64; DEPTHS]>,
) -> BTreeMap<String, Vec<u64>> {
    let rows = names.zip(rows).map(|(name, row)| (name.to_owned(), trimmed(row)));
    rows.filter(|(_, row)| !row.is_empty()).collect()
}

impl From<Summary<String>> for CountRecord {
    fn from(summary: Summary<String>) -> Self {
        let Counted { visits, ends, skips, probes, hits, cuts, leaf_cuts, .. } = &summary.counted;
        Self {
            node_limit: summary.node_limit,
            depth_limit: summary.depth_limit.map(|depth| depth as u64),
            seed: summary.seed,
            visits: *visits,
            ends: by_name(NodeEnd::ALL.iter().map(|end| end.name()), ends.iter()),
            skipped: by_name(MoveSkip::ALL.iter().map(|skip| skip.name()), skips.iter()),
            table: TableRecord {
                probes: *probes,
                hits: BOUND_NAMES.iter().map(|&name| name.to_owned()).zip(*hits).collect(),
                filled: summary.filled.map(|entries| entries as u64),
                capacity: summary.capacity as u64,
            },
            cuts: trimmed(cuts),
            leaf_cuts: trimmed(leaf_cuts),
            equals: summary.equals,
            keys: summary.keys.into(),
            collisions: summary.census.map(|census| CollisionRecord {
                collisions: census.collisions,
                unnoticed: census.unnoticed,
                compared: census.compared,
            }),
        }
    }
}

/// What a line of an engine begins with that tells its counts, after `info string` or whatever its protocol has for remarks.
const LINE: &str = "summary ";

impl CountRecord {
    /// As the laboratory's engine tells it in a line of a protocol.
    pub fn line(&self) -> String {
        // Strings and whole numbers can always be written.
        format!("{LINE}{}", serde_json::to_string(self).unwrap_or_default())
    }

    /// The counts that a line of an engine tells, if it does.
    pub fn from_line(line: &str) -> Option<Self> {
        let (_, text) = line.strip_prefix("info ")?.split_once(LINE)?;
        serde_json::from_str(text).ok()
    }

    /// Visits that ended in this way, whatever their depth.
    pub fn ended(&self, end: NodeEnd) -> u64 {
        self.ends.get(end.name()).map_or(0, total)
    }

    /// Moves left out for this reason, whatever the depth.
    pub fn skipped(&self, skip: MoveSkip) -> u64 {
        self.skipped.get(skip.name()).map_or(0, total)
    }

    /// Answers of the table, whatever their bound.
    pub fn hits(&self) -> u64 {
        total(self.table.hits.values())
    }

    /// How many collisions chance predicts, where they were counted. An upper bound where entries of other positions are used: then the
    /// position that met one takes its place, and does not meet it again.
    pub fn expected_collisions(&self) -> Option<f64> {
        let counted = self.collisions.as_ref()?;
        let census = engine::Census { compared: counted.compared, ..engine::Census::default() };
        Some(census.expected(self.keys.bits, usize::try_from(self.table.capacity).ok()?))
    }
}
