// The words of the pages where one plays and analyses: tabs, keys, the engine's settings, premoves, levels.

import type { Language } from './language';
import { inLanguage } from './language';

const deskEn = {
  tabs: 'More about this position',
  tab_moves: 'Moves',
  tab_notes: 'Notes',
  tab_openings: 'Openings',
  tab_game: 'Game',
  tab_files: 'Files',
  tab_engine: 'Engine',

  limit_depth: 'Depth',
  limit_time: 'Time per position',
  memory: 'Memory',
  no_limit: 'No limit',
  automatic: 'Automatic',
  seconds: (n: number) => (n < 60 ? `${n} s` : `${n / 60} min`),
  mebibytes: (n: number) => `${n} MiB`,
  engine_hint: 'The limits of this server: memory is shared by all tabs, and threads are as many as it has processors.',
  limit_reached: 'limit reached',
  threat: 'Threat',
  threat_title: 'Show what the opponent would play if it were their turn (X)',
  threat_in_check: 'In check there is no threat to show.',

  looking_back: (ply: number, total: number) => `After move ${ply} of ${total}`,
  now_to_move: (side: string) => `in the game ${side} is to move`,
  captured: (side: string, pieces: string) => `${side} has captured: ${pieces}`,
  several: (count: number, piece: string) => `${count} × ${piece}`,
  premove_set: (from: string, to: string) =>
    `Premove ${from} to ${to}. It is played if it is legal; a click on the board cancels it.`,
  needs_server: 'This needs the program itself, which cannot be reached now.',
  premove_cancelled: 'Premove cancelled.',
  premove_dropped: 'The premove is not legal now and was dropped.',
  premove_says: (move: string) => `Premove: ${move}`,
  clock_stopped: 'The server does not answer. The clocks stand still until it does.',

  level_names: [
    'First steps',
    'Beginner',
    'Learner',
    'Casual',
    'Steady',
    'Seasoned',
    'Strong',
    'Very strong',
    'Formidable',
    'Full strength',
  ],
  level_option: (n: number, name: string, elo: number | null) => `${n} · ${name}${elo === null ? '' : ` (Elo ${elo})`}`,
  level_sentences: [
    'Overlooks most of what is going on and often moves without thinking.',
    'Takes what it sees, but overlooks a great deal.',
    'Sees simple captures and mates, and forgets about the rest now and then.',
    'Plays sensible moves and still overlooks threats.',
    'Rarely loses a piece for nothing; longer combinations escape it.',
    'Sees most tactics of a few moves.',
    'Overlooks little; beating it takes a plan.',
    'Looks far ahead and hardly ever errs.',
    'Nearly everything the engine can do.',
    'Everything the engine can do, with the time that a move has.',
  ],
  elo_note: 'Elo on the scale of the engine’s own levels; it compares them with each other, not with people.',

  keys_title: 'Keys',
  close: 'Close',
  keys: [
    ['← →', 'One move back or forward'],
    ['↑ ↓ Home End', 'To the start or the end'],
    ['F', 'Flip the board'],
    ['?', 'This list'],
  ],
  keys_of_board: 'On the board',
  board_keys: [
    ['Tab', 'Onto the board; arrow keys then move the cursor'],
    ['Enter Space', 'Pick up and put down'],
    ['Esc', 'Put back, or cancel a premove'],
    ['Right-drag', 'Draw arrows; with Alt or Ctrl in other colours'],
    ['Right-click', 'Draw a circle, or cancel a premove'],
  ],
  keys_of_analysis: 'Analysing',
  analysis_keys: [
    ['Space', 'Start the engine; play its best move'],
    ['L', 'Start or stop the engine'],
    ['X', 'Show the threat'],
    ['A', 'Show or hide the engine’s arrows'],
  ],
} as const;

type Words<T> = T extends (...parts: infer P) => string
  ? (...parts: P) => string
  : T extends string
    ? string
    : { readonly [K in keyof T]: Words<T[K]> };
export type DeskWords = Words<typeof deskEn>;

const deskZh: DeskWords = {
  tabs: '本局面的更多内容',
  tab_moves: '着法',
  tab_notes: '评注',
  tab_openings: '布局',
  tab_game: '对局',
  tab_files: '文件',
  tab_engine: '引擎',

  limit_depth: '深度',
  limit_time: '每个局面用时',
  memory: '内存',
  no_limit: '不限',
  automatic: '自动',
  seconds: (n) => (n < 60 ? `${n} 秒` : `${n / 60} 分钟`),
  mebibytes: (n) => `${n} MiB`,
  engine_hint: '上限由服务器决定：内存由所有标签页共用，线程数不超过处理器数。',
  limit_reached: '已到设定上限',
  threat: '威胁',
  threat_title: '显示若轮到对方走，对方会走什么（X）',
  threat_in_check: '正被将军，没有威胁可显示。',

  looking_back: (ply, total) => `第 ${ply} 着之后（共 ${total} 着）`,
  now_to_move: (side) => `实战轮到${side}走`,
  captured: (side, pieces) => `${side}已吃：${pieces}`,
  several: (count, piece) => `${piece} × ${count}`,
  premove_set: (from, to) => `预走 ${from} 到 ${to}。轮到你时若合法就走；点击棋盘可取消。`,
  needs_server: '需要引擎程序，目前无法连接。',
  premove_cancelled: '已取消预走。',
  premove_dropped: '预走的着法此时不合法，已取消。',
  premove_says: (move) => `预走：${move}`,
  clock_stopped: '服务器没有回应，棋钟暂停，恢复后继续。',

  level_names: ['入门', '初学', '学徒', '业余', '稳健', '老练', '强手', '高手', '劲敌', '全力'],
  level_option: (n, name, elo) => `${n} 级 · ${name}${elo === null ? '' : `（等级分 ${elo}）`}`,
  level_sentences: [
    '大多数着法都看不到，常常不假思索就走。',
    '看到就吃，但漏看很多。',
    '看得到简单的吃子和杀着，时常顾此失彼。',
    '着法合理，仍会漏看威胁。',
    '很少白丢子，较长的连续攻杀看不到。',
    '几步之内的战术大多看得到。',
    '很少漏看，要有计划才能赢它。',
    '看得很远，几乎不犯错。',
    '几乎是引擎的全部棋力。',
    '引擎的全部棋力，用足一着的时间。',
  ],
  elo_note: '等级分只用于比较引擎各级之间的强弱，与人的等级分无关。',

  keys_title: '快捷键',
  close: '关闭',
  keys: [
    ['← →', '后退或前进一着'],
    ['↑ ↓ Home End', '到开头或结尾'],
    ['F', '翻转棋盘'],
    ['?', '显示本列表'],
  ],
  keys_of_board: '棋盘上',
  board_keys: [
    ['Tab', '进入棋盘，之后用方向键移动光标'],
    ['Enter 空格', '拿起和放下'],
    ['Esc', '放回，或取消预走'],
    ['右键拖动', '画箭头；按住 Alt 或 Ctrl 换颜色'],
    ['右键点击', '画圈，或取消预走'],
  ],
  keys_of_analysis: '分析时',
  analysis_keys: [
    ['空格', '开始分析；走引擎的最佳着法'],
    ['L', '开始或停止分析'],
    ['X', '显示威胁'],
    ['A', '显示或隐藏引擎箭头'],
  ],
};

export function deskWords(language: Language): DeskWords {
  return inLanguage<DeskWords>(language, { en: deskEn, zh: deskZh });
}
