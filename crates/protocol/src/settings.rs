//! Options at work: what changing one does to the engine.

use crate::host::{Host, State, Table, at};
use crate::options::{Change, Variant};
use crate::timing::Account;
use engine::{Engine, EngineGame};
use games::Xiangqi;

impl Host {
    fn hash(&self) -> usize {
        at!(&self.table, engine => engine.hash())
    }

    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match self.options.set(name, value)? {
            Change::None => {}
            // A GUI that sends back what it was shown changes nothing.
            Change::Hash(mebibytes) if mebibytes == self.hash() => self.options.hash = mebibytes,
            Change::Threads(threads) if threads == self.options.threads => {}
            Change::Hash(mebibytes) => {
                at!(&mut self.table, engine => engine.set_hash(mebibytes))
                    .map_err(|error| error.to_string())?;
                (self.options.hash, self.state) = (mebibytes, State::Idle);
            }
            Change::Threads(threads) => {
                at!(&mut self.table, engine => engine.set_threads(threads))
                    .map_err(|error| error.to_string())?;
                (self.options.threads, self.state) = (threads, State::Idle);
            }
            Change::Clear => {
                self.stop();
                at!(&mut self.table, engine => engine.new_game());
            }
            Change::EvaluationChoice(judging) => {
                at!(&mut self.table, engine => engine.set_evaluation(&judging))
                    .map_err(|error| error.to_string())?;
                (self.options.judging, self.state) = (judging, State::Idle);
            }
            Change::Rules(rules) => {
                self.stop();
                at!(&mut self.table, engine => engine.set_rules(rules));
                self.options.rules = rules;
            }
            Change::Book(path) => self.opening.load(path.as_deref())?,
            Change::Strength(strength) => {
                self.stop();
                at!(&mut self.table, engine => engine.set_level(strength.level()));
                self.options.strength = strength;
            }
            #[cfg(feature = "tune")]
            Change::Params => {
                self.stop();
                let (params, techniques) = (self.options.params, self.options.techniques);
                at!(&mut self.table, engine => engine.set_params(params, techniques));
            }
            Change::Variant(variant) if variant == self.options.variant => {}
            Change::Variant(variant) => self.change_game(variant)?,
            Change::Log(path) => self.output.follow(path.as_deref())?,
            Change::Remark(text) => self.say(&self.dialect.remark(text)),
        }
        Ok(())
    }

    pub fn change_game(&mut self, variant: Variant) -> Result<(), String> {
        self.stop();
        let (hash, threads, rules) = (self.options.hash, self.options.threads, self.options.rules);
        // Two large tables may not fit beside each other.
        at!(&mut self.table, engine => engine.set_hash(1)).map_err(|error| error.to_string())?;
        let other = match variant {
            Variant::Xiangqi => build(hash, threads).and_then(|mut engine: Box<Engine<Xiangqi>>| {
                engine.set_evaluation(&self.options.judging).map_err(|error| error.to_string())?;
                engine.set_rules(rules);
                Ok(Table::Xiangqi(engine))
            }),
            Variant::Chess => build(hash, threads).map(Table::Chess),
        };
        match other {
            Ok(table) => {
                (self.table, self.options.variant) = (table, variant);
                self.options.coordinates.new_game();
                let level = self.options.strength.level();
                at!(&mut self.table, engine => engine.set_level(level));
                #[cfg(feature = "tune")]
                {
                    self.options.params = crate::numbers::of(variant);
                    self.options.techniques = search::Techniques::ALL;
                }
                self.account = Account::default();
                Ok(())
            }
            Err(message) => {
                at!(&mut self.table, engine => engine.set_hash(hash)).map_err(|error| error.to_string())?;
                Err(message)
            }
        }
    }
}

fn build<G: EngineGame>(hash: usize, threads: usize) -> Result<Box<Engine<G>>, String> {
    Engine::builder().hash(hash).threads(threads).build().map(Box::new).map_err(|error| error.to_string())
}
