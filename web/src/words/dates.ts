// Dates as the user writes them. Games carry dates as PGN does, 2026.11.17, with question marks for what is not known.

import type { Language } from './language';

/** Which way of writing a language is the browser's own: en-GB writes other dates than en-US. */
export function localeOf(language: Language, languages: readonly string[]): string {
  const primary = language.slice(0, 2);
  return languages.find((tag) => tag.toLowerCase().split('-')[0] === primary) ?? language;
}

/** A date of a tag in words of the locale: as much of it as is known; what is not a date, as it is written. */
export function dateText(date: string, locale: string): string {
  const parts = /^(\d{4})(?:[.\-/](\d{1,2}|\?\?))?(?:[.\-/](\d{1,2}|\?\?))?$/.exec(date.trim());
  if (parts === null) return date;
  const [year, month, day] = [parts[1], parts[2], parts[3]].map(Number);
  if (year === undefined || !month) return String(year ?? date);
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', timeZone: 'UTC' };
  const time = new Date(Date.UTC(year, month - 1, day || 1));
  // 31 February would be shown as a day in March.
  if (time.getUTCMonth() !== month - 1) return date;
  try {
    return time.toLocaleDateString(locale, day ? { ...options, day: 'numeric' } : options);
  } catch {
    return date;
  }
}
