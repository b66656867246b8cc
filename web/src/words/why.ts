// The words of explanations: why a move was weak, the lines that show it, and mistakes that are tried again.

const whyEn = {
  play_punishment: 'Show the punishment',
  play_better: 'Show the better line',
  stop_line: 'Stop',
  line_back: 'Step back',
  line_on: 'Step on',
  back_to_game: 'Back to the game',
  punishing_line: 'The punishing line',
  better_line: 'The better line',
  of_line: (at: number, count: number) => `move ${at} of ${count}`,

  retry: 'Retry your mistakes',
  retry_page: 'Your mistakes',
  retry_task: (side: string) => `${side} to move: find a better move than the one in the game`,
  retry_played: (move: string, name: string) => `In the game: ${move} (${name})`,
  retry_of: (at: number, count: number) => `${at} of ${count}`,
  retry_none:
    'No mistakes to retry yet. Review one of your games: each mistake and blunder in it becomes a position to solve here.',
  retry_none_here: 'No mistake or blunder has been found in this game.',
  retry_right: (move: string) => `${move} is good enough. Solved!`,
  retry_wrong: (move: string, name: string) => `${move}: ${name}.`,
  retry_shown: (move: string) => `${move} was the best move.`,
  retry_judging: 'The engine looks at your move …',
  retry_show: 'Show the best move',
  retry_again: 'Try again',
  retry_game_move: (move: string) => `Your move in the game, ${move}:`,
  retry_next: 'Next mistake',
  retry_previous: 'Previous',
  retry_open: 'Open the review',
  retry_solved: (solved: number, count: number) => `${solved} of ${count} solved`,
  retry_history: (tries: number) => (tries === 1 ? '1 try' : `${tries} tries`),
  retry_solved_before: 'solved before',
  retry_all_games: 'Mistakes of all games',
};

export type WhyWords = typeof whyEn;

const whyZh: WhyWords = {
  play_punishment: '演示对方的反击',
  play_better: '演示更好的变化',
  stop_line: '停止',
  line_back: '退一步',
  line_on: '进一步',
  back_to_game: '回到对局',
  punishing_line: '对方的反击',
  better_line: '更好的变化',
  of_line: (at, count) => `第 ${at} / ${count} 步`,

  retry: '重走失误',
  retry_page: '我的失误',
  retry_task: (side) => `轮到${side}走：找出比实战更好的着法`,
  retry_played: (move, name) => `实战：${move}（${name}）`,
  retry_of: (at, count) => `第 ${at} / ${count} 题`,
  retry_none: '还没有可重走的失误。请先复盘自己的对局：其中的失误和败着都会成为这里的题目。',
  retry_none_here: '本局没有发现失误或败着。',
  retry_right: (move) => `${move}足够好，解对了！`,
  retry_wrong: (move, name) => `${move}：${name}。`,
  retry_shown: (move) => `最佳着法是${move}。`,
  retry_judging: '引擎正在判断这步棋……',
  retry_show: '显示最佳着法',
  retry_again: '重试',
  retry_game_move: (move) => `实战走的${move}：`,
  retry_next: '下一处失误',
  retry_previous: '上一题',
  retry_open: '打开复盘',
  retry_solved: (solved, count) => `已解 ${solved} / ${count} 题`,
  retry_history: (tries) => `已试 ${tries} 次`,
  retry_solved_before: '以前解对过',
  retry_all_games: '所有对局的失误',
};

export const whyWords = { en: whyEn, zh: whyZh };
