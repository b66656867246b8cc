// Clocks as values: time is told to them, they never look at it themselves. All times in milliseconds.

import type { Side } from './squares';

export interface TimeControl {
  readonly minutes: number;
  readonly increment: number;
}

export interface Clock {
  readonly red: number;
  readonly black: number;
  /** Whose time runs and since when; null while it stands still. */
  readonly running: { readonly side: Side; readonly since: number } | null;
}

export function newClock(control: TimeControl): Clock {
  const time = control.minutes * 60_000;
  return { red: time, black: time, running: null };
}

export function remaining(clock: Clock, side: Side, now: number): number {
  const spent = clock.running?.side === side ? Math.max(0, now - clock.running.since) : 0;
  return Math.max(0, clock[side] - spent);
}

export function pause(clock: Clock, now: number): Clock {
  return { red: remaining(clock, 'red', now), black: remaining(clock, 'black', now), running: null };
}

export function run(clock: Clock, side: Side, now: number): Clock {
  return { ...pause(clock, now), running: { side, since: now } };
}

/** A side has moved: its time stops and grows by the increment (in seconds), the other's runs. */
export function press(clock: Clock, mover: Side, control: TimeControl, now: number): Clock {
  const still = pause(clock, now);
  const grown = { ...still, [mover]: still[mover] + control.increment * 1000 };
  return run(grown, mover === 'red' ? 'black' : 'red', now);
}

export function flagged(clock: Clock, now: number): Side | null {
  const side = clock.running?.side;
  return side !== undefined && remaining(clock, side, now) <= 0 ? side : null;
}

export function clockText(millis: number): string {
  if (millis < 20_000) return `0:${(Math.floor(millis / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.ceil(millis / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
