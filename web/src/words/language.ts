// The languages of the interface: which one a browser would like, and texts that exist in English and in (simplified)
// Chinese, chosen for a language. Traditional Chinese is made of the simplified words, here and nowhere else.

import { traditional, traditionalAround } from '../core/script';
import type { Dictionary } from './en';
import { en } from './en';
import { zh } from './zh';

export type Language = 'en' | 'zh-Hans' | 'zh-Hant';

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};

/** Words of a page in both languages. Chinese is written in simplified characters. */
export interface Pair<T> {
  readonly en: T;
  readonly zh: T;
}

export function isChinese(language: Language): boolean {
  return language !== 'en';
}

/** The script that a tag such as `zh-TW` or `zh-Hant-HK` asks for. */
function chineseOf(tag: string): Language {
  const parts = tag.split('-').slice(1);
  if (parts.includes('hans')) return 'zh-Hans';
  return parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-Hant' : 'zh-Hans';
}

export function preferredLanguage(languages: readonly string[]): Language {
  for (const tag of languages.map((language) => language.toLowerCase())) {
    const primary = tag.split('-')[0];
    if (primary === 'zh') return chineseOf(tag);
    if (primary === 'en') return 'en';
  }
  return 'en';
}

/** The script in which a browser would like Chinese, whatever else it likes better. */
export function preferredChinese(languages: readonly string[]): Language {
  const chinese = languages.map((language) => language.toLowerCase()).find((tag) => tag.split('-')[0] === 'zh');
  return chinese === undefined ? 'zh-Hans' : chineseOf(chinese);
}

/** Marks the place of a text that a sentence is given, so that it comes out as it went in. */
const HOLE = 0xe000;

/** A sentence in traditional script, but not the texts that it is given. */
function traditionalSentence(sentence: (...parts: unknown[]) => unknown): (...parts: unknown[]) => unknown {
  return (...parts) => {
    const holes = parts.map((part, index) => (typeof part === 'string' ? String.fromCharCode(HOLE + index) : part));
    const said = sentence(...holes);
    if (typeof said !== 'string') return said;
    return traditional(said).replace(/[\ue000-\ue0ff]/g, (hole) => String(parts[hole.charCodeAt(0) - HOLE] ?? hole));
  };
}

const converted = new WeakMap<object, unknown>();

function traditionalValue(value: unknown): unknown {
  if (typeof value === 'string') return traditional(value);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  let made = converted.get(value);
  if (made === undefined) {
    if (typeof value === 'function') made = traditionalSentence(value as (...parts: unknown[]) => unknown);
    else if (Array.isArray(value)) made = value.map(traditionalValue);
    else made = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, traditionalValue(entry)]));
    converted.set(value, made);
  }
  return made;
}

/** A text, or an object, list or sentence of them, in a language. */
export function inLanguage<T>(language: Language, pair: Pair<T>): T {
  if (language === 'en') return pair.en;
  return language === 'zh-Hans' ? pair.zh : (traditionalValue(pair.zh) as T);
}

export function dictionaryOf(language: Language): Dictionary {
  return inLanguage<Dictionary>(language, { en, zh });
}

/** The words of all languages. */
export function allDictionaries(): Dictionary[] {
  return (Object.keys(LANGUAGE_NAMES) as Language[]).map(dictionaryOf);
}

/** Chinese that the server has written, in the script of a language; what it quotes stays as it is. */
export function inScript(language: Language, chinese: string): string {
  return language === 'zh-Hant' ? traditionalAround(chinese) : chinese;
}

/** Picks the server's words in a language. */
export function wordsIn(language: Language, text: { words_en: string; words_zh: string }): string {
  return isChinese(language) && text.words_zh !== '' ? inScript(language, text.words_zh) : text.words_en;
}

/** The name of an opening in a language, or in the other one if it has no name in this, after its code. */
export function openingName(
  language: Language,
  opening: { code?: string | null; name_en?: string | null; name_zh?: string | null } | null,
): string {
  const chinese = opening?.name_zh == null ? null : inScript(language, opening.name_zh);
  const names = [opening?.name_en, chinese];
  if (isChinese(language)) names.reverse();
  const name = names[0] ?? names[1] ?? '';
  const code = opening?.code ?? '';
  // A letter is a whole family, and names that were stored long ago begin with their code.
  return code.length < 2 || name.startsWith(code) ? name : `${code} ${name}`.trim();
}
