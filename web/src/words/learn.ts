// The words of the lessons page. The tasks themselves carry theirs (`lessons/lessons.json`).

import type { Language } from './language';
import { inLanguage } from './language';

const en = {
  heading: 'Learn xiangqi',
  intro: 'The whole game in about ten minutes: small tasks, one after another. Your progress is kept.',
  start: 'Start',
  go_on: 'Go on',
  solved: (done: number, all: number) => `${done} of ${all} tasks solved`,
  task_of: (number: number, all: number) => `Task ${number} of ${all}`,
  lesson_done: 'done',
  all_lessons: 'All lessons',
  next: 'Next',
  back: 'Back',
  again: 'Once more',
  watch_again: 'Watch again',
  watch: 'Watch …',
  moves_left: (count: number) => (count === 1 ? '1 move left' : `${count} moves left`),
  points_found: (found: number, all: number) => `${found} of ${all} points`,
  right: 'Right!',
  wrong_point: 'No, it cannot go there.',
  wrong_block: 'No, a piece there is not in the way.',
  wrong_choice: 'No. Think again.',
  wrong_capture: 'That way it takes too long. Try another move.',
  wrong_legal: 'Try another move.',
  wrong_mate: 'That is not mate. Try another move.',
  wrong_stalemate: 'Black can still move, or is in check. Try another move.',
  wrong_fair: 'That repeats the position for the third time, and you lose. Choose another move.',
  exposed: 'Not legal: your king could be captured.',
  facing: 'Not legal: the kings would face each other.',
  finished_title: 'You know the rules.',
  finished_text: 'Every lesson is done. The best way to learn more is to play: level 1 is a gentle opponent.',
  play_level_1: 'Play against level 1',
} as const;

type Entry<T> = T extends (...parts: infer P) => string ? (...parts: P) => string : string;
export type LearnWords = { readonly [K in keyof typeof en]: Entry<(typeof en)[K]> };

const zh: LearnWords = {
  heading: '学下象棋',
  intro: '大约十分钟，通过一个个小练习学会全部规则。进度会自动保存。',
  start: '开始学习',
  go_on: '继续学习',
  solved: (done, all) => `已完成 ${done} / ${all} 题`,
  task_of: (number, all) => `第 ${number} 题，共 ${all} 题`,
  lesson_done: '已完成',
  all_lessons: '课程目录',
  next: '下一题',
  back: '上一题',
  again: '再来一次',
  watch_again: '再看一遍',
  watch: '请看演示……',
  moves_left: (count) => `还剩 ${count} 步`,
  points_found: (found, all) => `已找到 ${found} / ${all} 个点`,
  right: '正确！',
  wrong_point: '不对，它走不到那里。',
  wrong_block: '不对，那里有子也不碍事。',
  wrong_choice: '不对，再想想。',
  wrong_capture: '这样步数不够了，换一步试试。',
  wrong_legal: '换一步试试。',
  wrong_mate: '这步没有将死，换一步试试。',
  wrong_stalemate: '黑方还能走，或者是被将军，换一步试试。',
  wrong_fair: '这样同一局面出现三次，你要判负。请变着。',
  exposed: '不合规则：帅会被吃掉。',
  facing: '不合规则：将帅照面了。',
  finished_title: '规则你都会了！',
  finished_text: '全部课程已完成。想提高就多下棋：第 1 级是很温和的对手。',
  play_level_1: '与第 1 级对弈',
};

export const LEARN_WORDS = { en, zh } as const;

export function learnWords(language: Language): LearnWords {
  return inLanguage<LearnWords>(language, LEARN_WORDS);
}
