import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { moveText } from '../src/core/movetext';
import { traditional, traditionalAround } from '../src/core/script';
import { PAIRS } from '../src/core/scriptpairs';
import { dictionaryOf, inLanguage, openingName, wordsIn } from '../src/words/language';

const rows = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'));
const SIMPLIFIED = new Set(rows('../testdata/script/simplified.txt').join(''));

/** The Chinese of a source file that somebody may read: all but its comments. */
function chineseOf(path: string): string[] {
  const code = readFileSync(path, 'utf8').replace(/^\s*\/\/.*$/gm, '');
  return code.match(/[\p{Script=Han}“”]+/gu) ?? [];
}

function simplifiedIn(text: string): string {
  return [...text].filter((character) => SIMPLIFIED.has(character)).join('');
}

test('every character of the pairs comes once', () => {
  const letters = [...PAIRS];
  const keys = letters.filter((_, index) => index % 2 === 0);
  assert.equal(letters.length % 2, 0);
  assert.equal(new Set(keys).size, keys.length);
  for (let at = 0; at < letters.length; at += 2) assert.notEqual(letters[at], letters[at + 1]);
  assert.equal(simplifiedIn(letters.filter((_, index) => index % 2 === 1).join('')), '');
});

const SENTENCES = [
  ['马二进三', '馬二進三'],
  ['后马退四', '後馬退四'],
  ['将５平４', '將５平４'],
  ['帅五进一', '帥五進一'],
  ['车九平八', '車九平八'],
  ['炮二平五', '炮二平五'],
  ['卒７进１', '卒７進１'],
  ['相三进五', '相三進五'],
  ['顺炮直车对横车', '順炮直車對橫車'],
  ['中炮对屏风马', '中炮對屏風馬'],
  ['复盘', '覆盤'],
  ['重复局面', '重複局面'],
  ['恢复', '恢復'],
  ['复制', '複製'],
  ['好着、缓着、败着', '好著、緩著、敗著'],
  ['接着下', '接著下'],
  ['这里只能走一步', '這裡只能走一步'],
  ['每只马', '每隻馬'],
  ['准确度', '準確度'],
  ['标准开局', '標準開局'],
  ['评注', '評註'],
  ['注意', '注意'],
  ['界面', '界面'],
  ['发现', '發現'],
  ['之后', '之後'],
  ['标签“马后炮”', '標籤「馬後炮」'],
  ['文件夹', '資料夾'],
  ['服务器', '伺服器'],
  ['若干', '若干'],
  ['系统的关系', '系統的關係'],
] as const;

test('simplified words are put into traditional script', () => {
  for (const [simplified, wanted] of SENTENCES) {
    assert.equal(traditional(simplified), wanted);
    assert.equal(traditional(wanted), wanted, 'twice is once');
  }
  assert.equal(traditionalAround('第3步：“车9平8”不是着法'), '第3步：「车9平8」不是著法');
});

test('no simplified character is left in any word of the app or of the program', () => {
  const service = '../crates/service/src/words/chinese';
  const files = [
    ...readdirSync('src/words').map((name) => `src/words/${name}`),
    ...readdirSync('../crates/service/src/words')
      .filter((name) => name.startsWith('chinese') && name.endsWith('.rs'))
      .map((name) => `../crates/service/src/words/${name}`),
    '../crates/xiangqi/src/rules/explain.rs',
  ];
  assert.ok(files.some((name) => name.startsWith(service)));
  for (const file of files) {
    for (const word of chineseOf(file)) {
      const left = simplifiedIn(traditional(word));
      assert.equal(left, '', `${file}: "${word}" keeps ${left}`);
    }
  }
});

test('a sentence in traditional script leaves alone what it is given', () => {
  const hant = dictionaryOf('zh-Hant');
  assert.equal(hant.games_in_file(2, '后马.pgn'), '后马.pgn：共 2 局');
  assert.equal(hant.review_game, '覆盤本局');
  assert.equal(dictionaryOf('zh-Hans').review_game, '复盘本局');
  assert.equal(dictionaryOf('zh-Hant'), hant, 'made once');
});

test('words of a page are chosen by language, lists and sentences included', () => {
  const pair = {
    en: { name: 'Horse', steps: ['one', 'two'], of: (n: number) => `${n} horses` },
    zh: { name: '马', steps: ['进', '后'], of: (n: number) => `${n} 匹马` },
  };
  assert.equal(inLanguage('en', pair).name, 'Horse');
  assert.equal(inLanguage('zh-Hans', pair).of(2), '2 匹马');
  const hant = inLanguage('zh-Hant', pair);
  assert.deepEqual([hant.name, ...hant.steps, hant.of(3)], ['馬', '進', '後', '3 匹馬']);
});

test("the server's words and names of openings come in the script of the page", () => {
  const text = { words_en: 'Red wins.', words_zh: '红胜。' };
  assert.equal(wordsIn('en', text), 'Red wins.');
  assert.equal(wordsIn('zh-Hans', text), '红胜。');
  assert.equal(wordsIn('zh-Hant', text), '紅勝。');
  assert.equal(wordsIn('zh-Hant', { words_en: 'Red wins.', words_zh: '' }), 'Red wins.');
  const opening = { name_en: 'Same Direction Cannons', name_zh: '顺炮' };
  assert.equal(openingName('zh-Hant', opening), '順炮');
  assert.equal(openingName('en', opening), 'Same Direction Cannons');
  assert.equal(openingName('zh-Hant', { name_en: 'A' }), 'A');
  assert.equal(moveText({ move: 'h0g2', wxf: 'H2+3', chinese: '马二进三' }, 'traditional'), '馬二進三');
});
