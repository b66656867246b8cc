//! The course of training: batches, epochs, threads.

use crate::adam::Adam;
use crate::train::data::{Epoch, TrainingData};
use crate::train::example::Example;
use crate::train::settings::{BadTrainingSettings, TrainingSettings};
use crate::train::shared;
use crate::train::weights::{LearntWeights, MAX_WEIGHT};
use crate::train::wide;
use nnue::Network;
use std::thread;
use xiangqi::Random;

/// How much of the old mean is kept: of the gradient, and of its square.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// Keeps the optimiser's division away from zero.
const EPSILON: f32 = 1e-8;

/// The parts that a batch is cut into; their gradients are added up in their order. More threads than this are of no
/// use, and the number of threads changes nothing but the time.
const SHARDS: usize = 8;

/// Everything that changes while a network is trained.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub weights: LearntWeights,
    /// The means of the gradients, and of their squares.
    pub moments: [Vec<f32>; 2],
    /// How many steps have been taken.
    pub step: u64,
    /// The sum of the squared errors of this epoch so far, and of how many positions.
    pub loss: f64,
    pub seen: u64,
}

/// Trains a network, one batch at a time.
pub struct Trainer<'a> {
    settings: TrainingSettings,
    data: &'a TrainingData,
    pub(crate) state: State,
    /// The weights of the network as they are now.
    merged: Vec<f32>,
    /// For each shard; the first has room for the rows that inputs share.
    gradients: Vec<Vec<f32>>,
    /// The order of the positions, and in which epoch.
    order: Option<(u64, Epoch)>,
    threads: usize,
}

impl<'a> Trainer<'a> {
    /// Begins with random weights.
    ///
    /// # Errors
    /// If a setting makes no sense.
    pub fn new(
        settings: TrainingSettings,
        data: &'a TrainingData,
        threads: usize,
    ) -> Result<Self, BadTrainingSettings> {
        settings.check()?;
        Ok(Self::beginning(settings, data, threads, LearntWeights::random(settings.shape(), settings.seed)))
    }

    /// Begins with the weights of a network, which may be smaller than the one to be learnt.
    ///
    /// # Errors
    /// If a setting makes no sense, or the network does not fit it.
    pub fn from_network(
        settings: TrainingSettings,
        data: &'a TrainingData,
        threads: usize,
        network: &Network,
    ) -> Result<Self, BadTrainingSettings> {
        settings.check()?;
        Ok(Self::beginning(settings, data, threads, LearntWeights::of(network, &settings)?))
    }

    fn beginning(
        settings: TrainingSettings,
        data: &'a TrainingData,
        threads: usize,
        weights: LearntWeights,
    ) -> Self {
        let zeros = vec![0.0; weights.values.len()];
        let state = State { moments: [zeros.clone(), zeros], weights, step: 0, loss: 0.0, seen: 0 };
        Self::with(settings, data, threads, state)
    }

    pub(crate) fn with(
        settings: TrainingSettings,
        data: &'a TrainingData,
        threads: usize,
        state: State,
    ) -> Self {
        let shape = state.weights.shape;
        let mut gradients = vec![vec![0.0; shape.length()]; SHARDS];
        gradients[0].resize(shape.learnt_length(), 0.0);
        let merged = state.weights.merged();
        Self { settings, data, state, merged, gradients, order: None, threads: threads.clamp(1, SHARDS) }
    }

    /// How it is trained.
    pub fn settings(&self) -> &TrainingSettings {
        &self.settings
    }

    /// The weights as they are now.
    pub fn weights(&self) -> &LearntWeights {
        &self.state.weights
    }

    pub(crate) fn data(&self) -> &TrainingData {
        self.data
    }

    /// Steps for each epoch.
    pub fn steps_per_epoch(&self) -> u64 {
        self.data.training().len().div_ceil(self.settings.batch) as u64
    }

    /// All steps.
    pub fn steps(&self) -> u64 {
        self.steps_per_epoch() * self.settings.epochs as u64
    }

    /// Steps taken so far.
    pub fn step_number(&self) -> u64 {
        self.state.step
    }

    /// Epochs that are over.
    pub fn epochs_done(&self) -> u64 {
        self.state.step.checked_div(self.steps_per_epoch()).unwrap_or(self.settings.epochs as u64)
    }

    /// Whether every epoch is over.
    pub fn is_done(&self) -> bool {
        self.state.step >= self.steps()
    }

    /// The rate of the next step.
    pub fn rate(&self) -> f32 {
        self.settings.rate_at(self.state.step, self.steps())
    }

    /// The mean squared error over the current epoch so far, or the whole of the last one when it has just ended;
    /// each position was measured before it was learnt from.
    pub fn training_loss(&self) -> f64 {
        self.state.loss / self.state.seen.max(1) as f64
    }

    /// Learns from the next batch; does nothing when training is over.
    pub fn step(&mut self) {
        if self.is_done() {
            return;
        }
        let (epoch, number) =
            (self.state.step / self.steps_per_epoch(), self.state.step % self.steps_per_epoch());
        if number == 0 {
            (self.state.loss, self.state.seen) = (0.0, 0);
        }
        if self.order.as_ref().is_none_or(|(of, _)| *of != epoch) {
            self.order = Some((epoch, self.data.epoch(self.settings.seed, epoch)));
        }
        let start = number as usize * self.settings.batch;
        let end = (start + self.settings.batch).min(self.data.training().len());
        self.state.loss += self.find_gradients(start, end);
        self.state.seen += (end - start) as u64;
        self.apply_gradients(end - start);
        self.state.step += 1;
    }

    /// Fills the gradients of all shards of a batch; returns the sum of its squared errors.
    fn find_gradients(&mut self, start: usize, end: usize) -> f64 {
        let Some((epoch, order)) = &self.order else { return 0.0 };
        let (settings, data) = (&self.settings, self.data);
        let (shape, values) = (self.state.weights.shape, &self.merged);
        let mirror_seed = Random::nth(!settings.seed, *epoch);
        let learn = |shard: usize, gradient: &mut [f32]| {
            let place = |shard: usize| start + (end - start) * shard / SHARDS;
            let examples = (place(shard)..place(shard + 1)).map(|place| {
                let is_mirror_image = Random::nth(mirror_seed, place as u64) & 1 == 1;
                Example::new(&data.training()[order.index(place)], is_mirror_image, settings)
            });
            wide::learn(shape, values, examples, gradient)
        };
        let mut losses = [0.0; SHARDS];
        let mut shards: Vec<_> = self.gradients.iter_mut().zip(&mut losses).enumerate().collect();
        thread::scope(|scope| {
            let per_thread = SHARDS.div_ceil(self.threads);
            while !shards.is_empty() {
                let mine = shards.split_off(shards.len().saturating_sub(per_thread));
                let work = || {
                    for (shard, (gradient, loss)) in mine {
                        *loss = learn(shard, gradient);
                    }
                };
                if shards.is_empty() { work() } else { drop(scope.spawn(work)) }
            }
        });
        losses.iter().sum()
    }

    /// Moves the weights against the sum of the gradients, each thread a stretch of them.
    fn apply_gradients(&mut self, positions: usize) {
        let adam = Adam { memory: MEMORY, epsilon: EPSILON, decay: self.settings.decay, bound: MAX_WEIGHT };
        let step = adam.step(self.state.step, self.rate(), 1.0 / positions.max(1) as f32);
        let LearntWeights { shape, values } = &mut self.state.weights;
        let Some((sum, others)) = self.gradients.split_first_mut() else { return };
        let stretch = |length: usize| length.div_ceil(self.threads).max(1);
        let (own, shared) = sum.split_at_mut(shape.length());
        let length = stretch(own.len());
        let mut others: Vec<_> = others.iter_mut().map(|other| other.chunks_mut(length)).collect();
        thread::scope(|scope| {
            for sum in own.chunks_mut(length) {
                let others: Vec<_> = others.iter_mut().filter_map(Iterator::next).collect();
                scope.spawn(move || add_up(sum, others));
            }
        });
        shared::spread(*shape, own, shared);
        let [mean, square] = &mut self.state.moments;
        let length = stretch(values.len());
        let moments = mean.chunks_mut(length).zip(square.chunks_mut(length));
        thread::scope(|scope| {
            for ((values, sum), (mean, square)) in
                values.chunks_mut(length).zip(sum.chunks_mut(length)).zip(moments)
            {
                scope.spawn(move || step.apply(values, mean, square, sum));
            }
        });
        shared::merge(*shape, values, &mut self.merged);
    }

    /// The mean squared error on the positions that are held out; nothing if there are none.
    pub fn held_out_loss(&self) -> Option<f64> {
        let samples = self.data.held_out();
        if samples.is_empty() {
            return None;
        }
        let (shape, values) = (self.state.weights.shape, &self.merged);
        let part = samples.len().div_ceil(SHARDS);
        let mut losses = [0.0; SHARDS];
        let mut parts: Vec<_> = samples.chunks(part).zip(&mut losses).collect();
        thread::scope(|scope| {
            let per_thread = parts.len().div_ceil(self.threads);
            while !parts.is_empty() {
                let mine = parts.split_off(parts.len().saturating_sub(per_thread));
                scope.spawn(move || {
                    for (samples, loss) in mine {
                        let examples =
                            samples.iter().map(|sample| Example::new(sample, false, &self.settings));
                        *loss = wide::loss(shape, values, examples);
                    }
                });
            }
        });
        Some(losses.iter().sum::<f64>() / samples.len() as f64)
    }
}

/// Adds other gradients to one, in their order; they are zero afterwards.
fn add_up(sum: &mut [f32], others: Vec<&mut [f32]>) {
    for other in others {
        for (sum, slope) in sum.iter_mut().zip(other) {
            *sum += std::mem::take(slope);
        }
    }
}
