'use strict';
const $ = (id) => document.getElementById(id);
const WORDS = JSON.parse($('words').textContent);
// A page that was opened from a file may not be allowed to remember.
const remembered = (key) => { try { return localStorage.getItem(`chuhe-${key}`); } catch { return null; } };
const remember = (key, value) => { try { localStorage.setItem(`chuhe-${key}`, value); } catch { /* then not */ } };
let language = remembered('language') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
let relabel = () => {};
const say = (key, holes = {}) => (WORDS[language][key] ?? key).replace(/\{(\w)\}/g, (_, hole) => holes[hole] ?? '');
function translate() {
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en';
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = say(element.dataset.word);
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', say(element.dataset.label));
    element.title = say(element.dataset.label);
  }
  for (const element of document.querySelectorAll('[data-zh]')) {
    element.textContent = (language === 'zh' ? element.dataset.zh : element.dataset.en) || element.dataset.en || element.dataset.zh;
  }
  $('language').textContent = say('language');
  $('language').lang = language === 'zh' ? 'en' : 'zh-Hans';
  relabel();
}
$('language').addEventListener('click', () => {
  language = language === 'zh' ? 'en' : 'zh';
  remember('language', language);
  translate();
});
function paint(colours) {
  if (colours) document.documentElement.dataset.colours = colours;
  else delete document.documentElement.dataset.colours;
  $('colours').value = colours;
}
$('colours').addEventListener('change', (event) => {
  remember('colours', event.target.value);
  paint(event.target.value);
});
paint(remembered('colours') ?? '');
translate();
