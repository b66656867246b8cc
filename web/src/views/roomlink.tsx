// The way from the page for playing to rooms.

import { language } from '../app/language';
import { roomWords } from '../words/room';

export function PlayFriendLink() {
  return (
    <p>
      <a href="#/room">{roomWords(language.value).play_friend}</a>
    </p>
  );
}
