// The notation in use: what the user chose, else Chinese for Chinese readers and WXF for all others.

import { computed } from '@preact/signals';
import type { NotationStyle } from '../core/movetext';
import { settings } from '../store/settings';
import { language } from './language';

export const notation = computed<NotationStyle>(() => {
  const chosen = settings.value.notation;
  if (chosen !== 'auto') return chosen;
  return language.value === 'zh' ? 'chinese' : 'wxf';
});
