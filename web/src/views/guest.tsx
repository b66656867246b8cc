// What a guest of a room sees where a page needs the engine of whoever runs the server.

import { room } from '../app/controllers';
import { language } from '../app/language';
import type { Page } from '../app/route';
import { roomWords } from '../words/room';

/** The pages of a guest: what is in this browser, and the room. */
export const GUEST_MENU: readonly Page[] = ['room', 'learn', 'games', 'settings', 'about'];

/** The address of a page for a guest. The room is the one that this page is in, which is not left. */
export function guestAddress(name: Page): string {
  const place = room.place.value;
  return name === 'room' && place !== null ? `#/room/${place.room}` : `#/${name}`;
}

export function NeedsOperator() {
  const talk = roomWords(language.value);
  return (
    <div class="text-page needs-operator">
      <h2>{talk.needs_operator}</h2>
      <p>{talk.needs_operator_more}</p>
      <p>
        <a href={guestAddress('room')}>{talk.back_to_room}</a>
      </p>
      <p>
        <a href="#/games">{talk.own_games}</a>
      </p>
    </div>
  );
}
