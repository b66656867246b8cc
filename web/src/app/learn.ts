// The lessons of this page. Only the page of lessons imports this: it is loaded when that is opened.

import type { Lesson, LessonAnswers, LessonText } from '../core/lesson';
import lessons from '../lessons/lessons.json';
import answers from '../lessons/moves.json';
import { LearnController } from '../state/learn';
import { newGame } from './controllers';
import { environment } from './environment';
import { choose } from './language';
import { show } from './route';

export const learn = new LearnController({
  ...environment,
  lessons: lessons as unknown as readonly Lesson[],
  answers: answers as unknown as LessonAnswers,
});
export const loaded = learn.load().catch(environment.notices.complain);

/** A text of a lesson in the language of the interface. */
export function told(text: LessonText): string {
  return choose(text);
}

/** From the end of the lessons to the first game. */
export function playLevelOne(): void {
  newGame.openFrom(null, []);
  newGame.edit({ opponent: 'engine', level: 1, side: 'red', clock: 'none' });
  show('play');
}
