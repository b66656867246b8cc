// The notation in use: what the user chose, else Chinese for Chinese readers (in their script) and WXF for all others;
// and how the board is to look, with the coordinates that go with it.

import { computed } from '@preact/signals';
import type { NotationStyle } from '../core/movetext';
import { settings } from '../store/settings';
import { isChinese } from '../words/language';
import { language } from './language';

export const notation = computed<NotationStyle>(() => {
  const chosen = settings.value.notation;
  const style = chosen === 'auto' ? (isChinese(language.value) ? 'chinese' : 'wxf') : chosen;
  return style === 'chinese' && language.value === 'zh-Hant' ? 'traditional' : style;
});

/** The settings of looks; coordinates "as the notation" are those that moves are written with. */
export const boardLook = computed(() => {
  const { coordinates, ...look } = settings.value;
  const suiting = notation.value === 'iccs' ? ('iccs' as const) : ('chinese' as const);
  return { ...look, coordinates: coordinates === 'auto' ? suiting : coordinates };
});
