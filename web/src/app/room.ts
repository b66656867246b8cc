// Links to rooms: `#/room/NAME/KEY` is an invitation. What it says is kept, and the key is taken out of the address, so that who
// copies the address does not give the seat away.

import { room } from './controllers';

function follow(): void {
  const [name, key] = /^#\/room\/([0-9a-f]{32})(?:\/([0-9a-f]{32}))?$/.exec(location.hash)?.slice(1) ?? [];
  if (name === undefined) {
    if (location.hash === '#/room') room.leave();
    return;
  }
  if (key !== undefined) history.replaceState(null, '', `#/room/${name}`);
  void room.enter(name, key ?? null);
}

export function watchRoom(): void {
  addEventListener('hashchange', follow);
  follow();
}
