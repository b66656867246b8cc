// Sounds, made on the spot: wood on wood for a move, harder for a capture, and a voice that says "check". A knock is a
// click of noise that makes a few resonances ring, each dying away by itself, over a short thump.
// The voice is one of this device: those that send the text elsewhere are not used.

import type { Sound } from '../state/environment';
import { settings } from '../store/settings';
import { language, words } from './language';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => undefined);
  return context;
}

let hiss: AudioBuffer | null = null;

/** A tenth of a second of noise. */
function noise(at: AudioContext): AudioBuffer {
  if (hiss === null) {
    hiss = at.createBuffer(1, Math.ceil(at.sampleRate / 10), at.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  return hiss;
}

/** Falls from `loud` to silence within `length` seconds. */
function fade(at: AudioContext, begin: number, length: number, loud: number): GainNode {
  const volume = at.createGain();
  volume.gain.setValueAtTime(loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.0005, begin + length);
  volume.connect(at.destination);
  return volume;
}

interface Knock {
  start: number;
  loud: number;
  /** Frequency, sharpness, share of the loudness and seconds of each resonance. */
  rings: readonly (readonly [number, number, number, number])[];
  thump: number;
}

function knock(at: AudioContext, { start, loud, rings, thump }: Knock): void {
  const begin = at.currentTime + start;
  for (const [frequency, sharpness, share, length] of rings) {
    const source = at.createBufferSource();
    const filter = at.createBiquadFilter();
    source.buffer = noise(at);
    filter.type = 'bandpass';
    filter.frequency.value = frequency;
    filter.Q.value = sharpness;
    source.connect(filter).connect(fade(at, begin, length, loud * share));
    source.start(begin);
    source.stop(begin + length);
  }
  const body = at.createOscillator();
  body.frequency.setValueAtTime(thump, begin);
  body.frequency.exponentialRampToValueAtTime(thump / 2, begin + 0.07);
  body.connect(fade(at, begin, 0.08, loud * 0.3));
  body.start(begin);
  body.stop(begin + 0.08);
}

function tone(at: AudioContext, frequency: number, start: number, length: number, loud: number): void {
  const begin = at.currentTime + start;
  const oscillator = at.createOscillator();
  oscillator.frequency.setValueAtTime(frequency, begin);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.7, begin + length);
  oscillator.connect(fade(at, begin, length, loud));
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

const SET_DOWN: Knock = {
  start: 0,
  loud: 0.9,
  rings: [
    [620, 9, 1, 0.07],
    [1450, 12, 0.7, 0.05],
    [3100, 6, 0.25, 0.02],
  ],
  thump: 190,
};
const STRIKE: Knock = {
  start: 0,
  loud: 1.4,
  rings: [
    [480, 8, 1, 0.09],
    [1120, 11, 0.9, 0.06],
    [2600, 5, 0.5, 0.03],
  ],
  thump: 140,
};
/** The piece that was taken is put aside. */
const ASIDE: Knock = { ...SET_DOWN, start: 0.09, loud: 0.35 };

const SCORES: Record<Sound, (at: AudioContext) => void> = {
  move: (at) => knock(at, SET_DOWN),
  capture(at) {
    knock(at, STRIKE);
    knock(at, ASIDE);
  },
  check(at) {
    knock(at, STRIKE);
    if (!speak(words.value.say_check)) tone(at, 740, 0.08, 0.18, 0.12);
  },
  end(at) {
    tone(at, 520, 0, 0.2, 0.15);
    tone(at, 390, 0.18, 0.2, 0.15);
    tone(at, 310, 0.36, 0.4, 0.15);
  },
  wrong: (at) => tone(at, 180, 0, 0.2, 0.2),
  right(at) {
    tone(at, 520, 0, 0.12, 0.12);
    tone(at, 780, 0.1, 0.2, 0.12);
  },
};

/** Says something in the language of the interface; false if this device has no voice for it, or none is wanted. */
function speak(text: string): boolean {
  const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
  if (!settings.value.voice || speech === undefined) return false;
  const wanted = language.value.slice(0, 2);
  const voice = speech.getVoices().find((one) => one.localService && one.lang.toLowerCase().startsWith(wanted));
  if (voice === undefined) return false;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  speech.cancel();
  speech.speak(utterance);
  return true;
}

export function sound(name: Sound): void {
  if (!settings.value.sound) return;
  const at = audio();
  if (at !== null) SCORES[name](at);
}

/** Getting ready for the first sound holds a browser up for a moment: that is done before there is anything to hear. */
export function prepareSound(): void {
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  idle(() => settings.value.sound && audio());
}

// Many browsers look for voices only when first asked, and have them a little later.
globalThis.speechSynthesis?.getVoices();
