import { strict as assert } from 'node:assert';
import test from 'node:test';
import { tagDate } from '../src/core/record';
import { dateText, localeOf } from '../src/words/dates';

test('dates of games are written as the user writes them, as far as they are known', () => {
  assert.equal(dateText('2026.11.17', 'en-GB'), '17 Nov 2026');
  assert.equal(dateText('2026.11.17', 'en-US'), 'Nov 17, 2026');
  assert.equal(dateText('2026.1.5', 'zh-CN'), '2026年1月5日');
  assert.equal(dateText('2026-11-17', 'en-GB'), '17 Nov 2026');
  assert.equal(dateText('1987.06.??', 'en-GB'), 'Jun 1987');
  assert.equal(dateText('1987.??.??', 'en-GB'), '1987');
  assert.equal(dateText('1987', 'zh-CN'), '1987');
  for (const odd of ['', '????.??.??', 'spring 1987', '1987.02.31', '1987.13.01', '????.01.02'])
    assert.equal(dateText(odd, 'en-GB'), odd);
});

test('a locale that the browser does not know leaves the date as it is', () => {
  assert.equal(dateText('2026.11.17', 'not a locale'), '2026.11.17');
});

test('the locale is one of the browser for the language of the page', () => {
  assert.equal(localeOf('en', ['zh-CN', 'en-US', 'en-GB']), 'en-US');
  assert.equal(localeOf('zh-Hans', ['en-GB', 'zh-TW']), 'zh-TW');
  assert.equal(localeOf('zh-Hans', ['de']), 'zh-Hans');
});

test('a game has the date of the day where it was played', () => {
  assert.equal(tagDate(new Date(2026, 0, 5, 0, 30).getTime()), '2026.01.05');
  assert.equal(tagDate(new Date(2026, 11, 31, 23, 30).getTime()), '2026.12.31');
});
