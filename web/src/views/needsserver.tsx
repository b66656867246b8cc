// What is said, and switched off, where a page needs the server and cannot reach it. While the first connection is still being
// made nothing is: it takes a moment, and nothing should flicker.

import { computed } from '@preact/signals';
import { desk } from '../app/language';
import { connection } from '../app/server';

/** Whether the server has been tried and is not there. */
export const isAway = computed(() => connection.state.value === 'lost');

export function NeedsServer() {
  return isAway.value ? <p class="warning needs-server">{desk.value.needs_server}</p> : null;
}
