import { strict as assert } from 'node:assert';
import test from 'node:test';
import { en } from '../src/words/en';
import { preferredChinese, preferredLanguage } from '../src/words/language';
import { zh } from '../src/words/zh';

const SAMPLES = ['x', 'y', '3', '4'];

function example(entry: unknown): string {
  if (typeof entry !== 'function') return String(entry);
  const parts = Array.from({ length: entry.length }, (_, index) => SAMPLES[index % SAMPLES.length]);
  return String((entry as (...values: unknown[]) => string)(...parts));
}

test('both dictionaries have every key, of the same kind', () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    assert.equal(typeof zh[key], typeof en[key], key);
    assert.notEqual(example(en[key]).trim(), '', `en.${key}`);
    assert.notEqual(example(zh[key]).trim(), '', `zh.${key}`);
  }
});

test('Chinese words are Chinese, English ones are not', () => {
  for (const [key, entry] of Object.entries(zh)) {
    if (!['square_says', 'fact', 'comma'].includes(key)) assert.match(example(entry), /\p{Script=Han}/u, `zh.${key}`);
  }
  for (const [key, entry] of Object.entries(en)) {
    if (typeof entry === 'string' && key !== 'notation_chinese')
      assert.doesNotMatch(entry, /\p{Script=Han}/u, `en.${key}`);
  }
});

test('a sentence uses all that it is given, in both languages', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    const entry: unknown = en[key];
    if (typeof entry !== 'function') continue;
    for (const dictionary of [en, zh]) {
      const other = dictionary[key] as unknown as (...values: unknown[]) => string;
      for (let index = 0; index < entry.length; index++) {
        // Texts of one digit do for words and for numbers.
        const say = (value: string) =>
          other(...Array.from({ length: entry.length }, (_, at) => (at === index ? value : '2')));
        assert.notEqual(say('7'), say('9'), `${key} drops part ${index}`);
      }
    }
  }
});

test('the language follows the browser', () => {
  assert.equal(preferredLanguage(['zh-TW', 'en']), 'zh-Hant');
  assert.equal(preferredLanguage(['zh-HK']), 'zh-Hant');
  assert.equal(preferredLanguage(['zh-Hant-CN']), 'zh-Hant');
  assert.equal(preferredLanguage(['zh-Hans-HK']), 'zh-Hans');
  assert.equal(preferredLanguage(['zh-CN', 'zh-TW']), 'zh-Hans');
  assert.equal(preferredLanguage(['zh']), 'zh-Hans');
  assert.equal(preferredLanguage(['de', 'en-GB', 'zh']), 'en');
  assert.equal(preferredLanguage(['fr', 'zh-Hans']), 'zh-Hans');
  assert.equal(preferredChinese(['en', 'zh-TW']), 'zh-Hant');
  assert.equal(preferredChinese(['en']), 'zh-Hans');
  assert.equal(preferredLanguage([]), 'en');
});
