// Which language a browser would like, and texts that exist in both.

import type { Dictionary } from './en';
import { en } from './en';
import { zh } from './zh';

export type Language = 'en' | 'zh';

export function preferredLanguage(languages: readonly string[]): Language {
  for (const tag of languages) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'zh') return 'zh';
    if (primary === 'en') return 'en';
  }
  return 'en';
}

export function dictionaryOf(language: Language): Dictionary {
  return language === 'zh' ? zh : en;
}

/** Picks the server's words in a language. */
export function wordsIn(language: Language, text: { words_en: string; words_zh: string }): string {
  return language === 'zh' ? text.words_zh || text.words_en : text.words_en;
}

/** The name of an opening in a language, or in the other one if it has no name in this. */
export function openingName(
  language: Language,
  opening: { name_en?: string | null; name_zh?: string | null } | null,
): string {
  const names = [opening?.name_en, opening?.name_zh];
  if (language === 'zh') names.reverse();
  return names[0] ?? names[1] ?? '';
}
