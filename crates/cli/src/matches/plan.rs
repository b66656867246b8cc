//! What is to be played, from the command line: everything checked before the first engine starts.

use super::{Arguments, LimitArguments, TournamentName};
use crate::failure::Failure;
use arena::sprt::Sprt;
use arena::{
    Adjudication, Conditions, EngineSpec, Limit, Opening, OpeningOrder, Protocol, Schedule, Tournament,
    Variant, read_openings,
};
use std::time::Duration;
use xiangqi::RuleSet;

/// Pairs for each pairing, if nothing is said.
const PAIRS_DEFAULT: u32 = 50;
/// The same where a sequential test says when to stop.
const SPRT_PAIRS_DEFAULT: u32 = 50_000;

/// A match, ready to be played.
pub struct MatchPlan {
    pub entrants: Vec<EngineSpec>,
    pub openings: Vec<Opening>,
    /// Whether the openings come from a file.
    pub has_openings: bool,
    pub order: OpeningOrder,
    pub seed: u64,
    /// What the command line calls who meets whom.
    pub tournament: &'static str,
    /// Pairs of games of every two engines that meet.
    pub pairs: u32,
    pub schedule: Schedule,
    pub conditions: Conditions,
    pub sprt: Option<Sprt>,
    pub event: String,
    pub is_resumed: bool,
}

impl MatchPlan {
    pub fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let (variant, rules) = game(arguments)?;
        check_engines(arguments)?;
        let openings = openings(arguments, variant, rules)?;
        let conditions = Conditions {
            variant,
            rules,
            limit: common_limit(arguments)?,
            adjudication: Adjudication {
                resign: arguments.resign,
                draw: arguments.draw,
                max_plies: arguments.max_plies,
            },
            margin: Duration::from_millis(arguments.margin),
            lag: Duration::from_millis(arguments.lag),
            patience: Duration::from_secs(arguments.patience),
        };
        let (tournament, tournament_name) = match arguments.tournament {
            TournamentName::RoundRobin => (Tournament::RoundRobin, "round-robin"),
            TournamentName::Gauntlet => (Tournament::Gauntlet, "gauntlet"),
        };
        let pairs = pairs(arguments)?;
        let schedule = Schedule::new(
            tournament,
            arguments.engine.len(),
            pairs,
            openings.len(),
            arguments.order,
            arguments.seed,
        );
        Ok(Self {
            entrants: arguments.engine.clone(),
            openings,
            has_openings: arguments.openings.is_some(),
            order: arguments.order,
            seed: arguments.seed,
            tournament: tournament_name,
            pairs,
            schedule,
            conditions,
            sprt: arguments.sprt,
            event: arguments.event.clone(),
            is_resumed: arguments.resume,
        })
    }

    /// The limit of an engine.
    pub fn limit(&self, engine: usize) -> Limit {
        self.entrants[engine].limit.unwrap_or(self.conditions.limit)
    }
}

fn input<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Input(message.into()))
}

fn game(arguments: &Arguments) -> Result<(Variant, RuleSet), Failure> {
    match (arguments.game, arguments.rule) {
        (Variant::Xiangqi, rule) => Ok((Variant::Xiangqi, rule.unwrap_or_default())),
        (Variant::Chess, None) => Ok((Variant::Chess, RuleSet::default())),
        (Variant::Chess, Some(_)) => input("--rule chooses among the rules of xiangqi; chess has one set"),
    }
}

fn check_engines(arguments: &Arguments) -> Result<(), Failure> {
    let engines = &arguments.engine;
    if engines.len() < 2 {
        return input("a match needs two engines: give --engine twice or more");
    }
    for (place, engine) in engines.iter().enumerate() {
        if engines[..place].iter().any(|other| other.name == engine.name) {
            return input(format!("two engines are called \"{0}\"; give one of them name=TEXT", engine.name));
        }
        if arguments.game == Variant::Chess && engine.protocol == Protocol::Ucci {
            return input(format!(
                "{}: UCCI is a protocol for xiangqi; chess engines speak uci",
                engine.name
            ));
        }
    }
    if arguments.sprt.is_some() && engines.len() > 2 {
        return input("--sprt compares two engines; with more there is a rating table instead");
    }
    Ok(())
}

fn pairs(arguments: &Arguments) -> Result<u32, Failure> {
    let pairs = match (arguments.games, arguments.pairs) {
        (Some(games), _) if games % 2 == 1 => {
            return input(format!(
                "--games {games} is odd; every opening is played twice, so say {} or {}",
                games - 1,
                games.saturating_add(1)
            ));
        }
        (Some(games), _) => games / 2,
        (None, Some(pairs)) => pairs,
        (None, None) if arguments.sprt.is_some() => SPRT_PAIRS_DEFAULT,
        (None, None) => PAIRS_DEFAULT,
    };
    // Pairs are numbered in 32 bits, over all pairings.
    if (1..=1_000_000).contains(&pairs) { Ok(pairs) } else { input("play between 2 and 2000000 games") }
}

fn common_limit(arguments: &Arguments) -> Result<Limit, Failure> {
    let LimitArguments { tc, movetime, nodes, depth } = &arguments.limit;
    let named = [("movetime", movetime), ("nodes", nodes), ("depth", depth)];
    let parse = |(name, value): (&str, &Option<String>)| Limit::parse(name, value.as_deref()?);
    let given =
        named.into_iter().find_map(parse).transpose().map_err(|error| Failure::Input(error.to_string()))?;
    if let Some(limit) = (*tc).or(given) {
        return Ok(limit);
    }
    match arguments.engine.iter().find(|engine| engine.limit.is_none()) {
        Some(engine) => input(format!(
            "how long may {} think? Give --tc 10+0.1, --movetime MS, --nodes N or --depth N",
            engine.name
        )),
        // Every engine has its own, and this one is never asked for.
        None => Ok(Limit::Nodes(1)),
    }
}

fn openings(arguments: &Arguments, variant: Variant, rules: RuleSet) -> Result<Vec<Opening>, Failure> {
    let Some(path) = &arguments.openings else {
        return Ok(vec![Opening { fen: variant.start_fen().to_string() }]);
    };
    let bytes = crate::file::read(path)?;
    read_openings(&notation::decode(&bytes), variant, rules, arguments.opening_plies)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}
