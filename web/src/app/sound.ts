// Sounds, made on the spot: a wooden knock for a move, a lower one for a capture, tones for check and end.

import type { Sound } from '../state/environment';
import { settings } from '../store/settings';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  return context;
}

function tone(
  at: AudioContext,
  frequency: number,
  start: number,
  length: number,
  loud: number,
  type: OscillatorType,
): void {
  const oscillator = at.createOscillator();
  const volume = at.createGain();
  const begin = at.currentTime + start;
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, begin);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.7, begin + length);
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  oscillator.connect(volume).connect(at.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

const SCORES: Record<Sound, readonly (readonly [number, number, number, number, OscillatorType])[]> = {
  move: [
    [420, 0, 0.06, 0.25, 'triangle'],
    [1500, 0, 0.02, 0.08, 'square'],
  ],
  capture: [
    [260, 0, 0.1, 0.35, 'triangle'],
    [1100, 0, 0.03, 0.12, 'square'],
  ],
  check: [
    [420, 0, 0.06, 0.25, 'triangle'],
    [740, 0.08, 0.18, 0.12, 'sine'],
  ],
  end: [
    [520, 0, 0.2, 0.15, 'sine'],
    [390, 0.18, 0.2, 0.15, 'sine'],
    [310, 0.36, 0.4, 0.15, 'sine'],
  ],
  wrong: [[180, 0, 0.2, 0.2, 'triangle']],
  right: [
    [520, 0, 0.12, 0.12, 'sine'],
    [780, 0.1, 0.2, 0.12, 'sine'],
  ],
};

export function sound(name: Sound): void {
  if (!settings.value.sound) return;
  const at = audio();
  if (at === null) return;
  for (const [frequency, start, length, loud, type] of SCORES[name]) tone(at, frequency, start, length, loud, type);
}
