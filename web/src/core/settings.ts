// What the user can choose, and the way back from what was stored: unknown or damaged values fall back
// to the default, one by one.

import type { RuleSet } from './game';

const CHOICES = {
  language: ['auto', 'en', 'zh-Hans', 'zh-Hant'],
  colours: ['auto', 'light', 'dark'],
  theme: ['wood', 'paper', 'jade', 'slate'],
  pieces: ['brush', 'seal', 'plain', 'pictures'],
  faces: ['classic', 'traditional', 'simplified'],
  coordinates: ['auto', 'chinese', 'digits', 'iccs', 'none'],
  notation: ['auto', 'iccs', 'wxf', 'chinese'],
  rules: ['asian', 'computer', 'simple'],
} as const;

type Choices = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

export interface Settings extends Choices {
  sound: boolean;
  voice: boolean;
  animation: boolean;
  targets: boolean;
  chases: boolean;
  arrows: boolean;
  lines: number;
  /** Of an analysis: threads, mebibytes, depth, seconds; 0 is as the server likes, or without a limit. */
  engineThreads: number;
  engineMemory: number;
  engineDepth: number;
  engineSeconds: number;
  rules: RuleSet;
}

export const DEFAULTS: Settings = {
  language: 'auto',
  colours: 'auto',
  theme: 'wood',
  pieces: 'brush',
  faces: 'classic',
  coordinates: 'auto',
  notation: 'auto',
  rules: 'asian',
  sound: true,
  voice: true,
  animation: true,
  targets: true,
  chases: true,
  arrows: true,
  lines: 3,
  engineThreads: 1,
  engineMemory: 0,
  engineDepth: 0,
  engineSeconds: 0,
};

const ENGINE_LIMITS = [
  ['engineThreads', 1024],
  ['engineMemory', 1 << 20],
  ['engineDepth', 100],
  ['engineSeconds', 3600],
] as const;

export type Choice = keyof typeof CHOICES;

export function choicesOf<K extends Choice>(name: K): readonly Settings[K][] {
  return CHOICES[name] as unknown as readonly Settings[K][];
}

/** Choices that had another name once. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = { language: { zh: 'zh-Hans' } };

/** Takes what fits from stored or imported settings. */
export function readSettings(stored: unknown): Settings {
  const result: Record<string, unknown> = { ...DEFAULTS };
  if (typeof stored === 'object' && stored !== null) {
    for (const [name, given] of Object.entries(stored)) {
      if (!Object.hasOwn(DEFAULTS, name)) continue;
      const value: unknown = (typeof given === 'string' ? RENAMED[name]?.[given] : undefined) ?? given;
      const choices = (CHOICES as Record<string, readonly string[]>)[name];
      const standard = (DEFAULTS as unknown as Record<string, unknown>)[name];
      if (choices ? choices.includes(value as string) : typeof value === typeof standard && standard !== undefined) {
        result[name] = value;
      }
    }
  }
  const settings = result as unknown as Settings;
  settings.lines = Math.min(5, Math.max(1, Math.round(settings.lines) || 1));
  for (const [name, high] of ENGINE_LIMITS)
    settings[name] = Math.min(high, Math.max(0, Math.round(settings[name]) || 0));
  return settings;
}
