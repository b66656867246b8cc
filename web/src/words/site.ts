// What is said differently where the page has an engine of its own and there is no server.

import type { DeskWords } from './desk';
import type { Dictionary } from './en';
import type { Language } from './language';
import { inLanguage } from './language';

const siteEn = {
  words: {
    book_away: 'The opening book comes with the engine, which is not loaded.',
    privacy: 'Games and settings stay in this browser. The engine runs in this page; nothing is sent anywhere.',
    connecting: 'Loading the engine …',
    page_failed: 'This page could not be loaded. Reload it when you are online.',
  } satisfies Partial<Dictionary>,
  desk: {
    engine_hint:
      'The limits of this page: as many threads as this device has processors, or one where the browser does not let pages share memory; it may after a reload.',
    needs_server: 'This needs the engine, which is not loaded.',
  } satisfies Partial<DeskWords>,
  trouble: (reason: string) =>
    `The engine of this page cannot be started, and moves wait for it. Your games and the lessons are here. Trying again … (${reason})`,
  no_rooms:
    'Rooms need a server that keeps the clocks and the rules, and this site has none. To play a friend over your network, run the program on a computer of yours:',
  loopback: 'This address is of this computer only: a phone cannot open it. From a site in the net it can.',
  book: 'The book: how everything works',
};

const siteZh: typeof siteEn = {
  words: {
    book_away: '开局库随引擎载入，目前尚未载入。',
    privacy: '棋谱和设置只保存在本浏览器中。引擎在本页内运行，不向任何地方发送数据。',
    connecting: '正在载入引擎……',
    page_failed: '此页无法载入，请联网后重新载入。',
  },
  desk: {
    engine_hint: '本页的上限：线程数与本机处理器数相同；浏览器不允许网页共享内存时只有一个，重新载入后或可更多。',
    needs_server: '需要引擎，目前尚未载入。',
  },
  trouble: (reason) => `本页的引擎无法启动，走棋须等它恢复，棋谱和教程照常可用。正在重试……（${reason}）`,
  no_rooms: '房间需要服务器来计时和裁判，本站没有服务器。要在局域网里和朋友下棋，请在自己的电脑上运行程序：',
  loopback: '此地址只在本机有效，手机打不开；放到网上的站点则可以。',
  book: '手册：一切如何运作',
};

export type SiteWords = typeof siteEn;

export function siteWords(language: Language): SiteWords {
  return inLanguage(language, { en: siteEn, zh: siteZh });
}
