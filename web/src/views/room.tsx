// The page for playing a friend: the form for a room, the invitation, the game, and what is left when the room has gone.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { copyText } from '../app/clipboard';
import { room } from '../app/controllers';
import { language, said, site, words } from '../app/language';
import { openInReview } from '../app/navigation';
import { notify } from '../app/notices';
import { connection, isGuest } from '../app/server';
import { movedTo } from '../core/addresses';
import { readFen, START } from '../core/fen';
import type { RuleSet } from '../core/game';
import { piecesOf, redStarts, resultMark } from '../core/game';
import { choicesOf } from '../core/settings';
import type { Side } from '../core/squares';
import { otherSide } from '../core/squares';
import type { RoomView } from '../state/room';
import { change, settings } from '../store/settings';
import { roomWords } from '../words/room';
import { resultWords } from '../words/sentences';
import { useOrigin } from './addresses';
import type { Steps } from './controls';
import { ask, Panel, Select, StepButtons, useStepKeys } from './controls';
import { GameBoard } from './gameboard';
import { MoveList } from './movelist';
import { isAway, NeedsServer } from './needsserver';
import { clockChoices } from './newgame';
import { PlayerBox } from './players';
import { QrPicture } from './qrpicture';

const form = signal({ side: 'random', clock: '10+5', start: 'standard', fen: '' });

function copy(text: string): void {
  const say = roomWords(language.value);
  void copyText(text).then((isCopied) => notify(isCopied ? say.copied : say.copy_failed));
}

function startRoom(): void {
  const { side, clock, start, fen } = form.value;
  const [minutes, increment] = clock === 'none' ? [] : clock.split('+').map(Number);
  const control = minutes === undefined ? null : { seconds: minutes * 60, increment: increment ?? 0 };
  const own: Side = side === 'random' ? (Math.random() < 0.5 ? 'red' : 'black') : (side as Side);
  const terms = { fen: start === 'fen' && fen.trim() !== '' ? fen.trim() : null, rules: settings.value.rules, control };
  void room.open(terms, own).then((name) => {
    if (name !== null) location.hash = `#/room/${name}`;
  });
}

function RoomForm() {
  const say = words.value;
  const talk = roomWords(language.value);
  const now = form.value;
  const edit = (part: Partial<typeof now>) => {
    form.value = { ...now, ...part };
  };
  return (
    <form
      class="panel new-room"
      onSubmit={(event) => {
        event.preventDefault();
        startRoom();
      }}
    >
      <h2>{talk.title}</h2>
      <p>{talk.intro}</p>
      <div class="fields">
        <Select
          label={talk.your_side}
          value={now.side}
          onChange={(side) => edit({ side })}
          options={[
            { value: 'random', text: say.random_side },
            { value: 'red', text: say.red },
            { value: 'black', text: say.black },
          ]}
        />
        <Select label={say.clock} value={now.clock} onChange={(clock) => edit({ clock })} options={clockChoices()} />
      </div>
      <Select
        label={say.start_from}
        value={now.start}
        onChange={(start) => edit({ start })}
        options={[
          { value: 'standard', text: say.standard_start },
          { value: 'fen', text: say.own_position },
        ]}
      />
      {now.start === 'fen' && (
        <label class="field wide">
          <span>{say.fen}</span>
          <input
            type="text"
            value={now.fen}
            spellcheck={false}
            onInput={(event) => edit({ fen: event.currentTarget.value })}
          />
        </label>
      )}
      <Select<RuleSet>
        label={say.rules}
        value={settings.value.rules}
        onChange={(rules) => change({ rules })}
        options={choicesOf('rules').map((value) => ({ value, text: say[`rules_${value}`] }))}
      />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isAway.value}>
          {talk.make_room}
        </button>
      </div>
    </form>
  );
}

function Lobby() {
  const talk = roomWords(language.value);
  const isOpen = connection.isOpen.value;
  const guest = isGuest.value;
  useEffect(() => {
    if (isOpen && !guest) void room.askShared();
  }, [isOpen, guest]);
  const isShared = room.isShared.value;
  let panel = null;
  if (guest) {
    panel = (
      <section class="panel">
        <h2>{talk.title}</h2>
        <p>{talk.guest_without_room}</p>
      </section>
    );
  } else if (isShared === false) {
    panel = (
      <section class="panel">
        <h2>{talk.title}</h2>
        <p>{site.value?.no_rooms ?? talk.not_shared}</p>
        <p>
          <code class="command">chuhe serve --share</code>
        </p>
        <p>{talk.not_shared_more}</p>
      </section>
    );
  } else if (isShared === true) {
    panel = <RoomForm />;
  }
  return (
    <div class="page">
      <div class="stage">
        <GameBoard pieces={readFen(START)?.pieces ?? {}} flipped={false} />
      </div>
      <div class="side">
        {panel}
        <NeedsServer />
      </div>
    </div>
  );
}

function LinkField({ label, link }: { label: string; link: string }) {
  const talk = roomWords(language.value);
  return (
    <div class="room-link">
      <label class="field wide">
        <span>{label}</span>
        <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" aria-label={words.value.fact(talk.copy, label)} onClick={() => copy(link)}>
        {talk.copy}
      </button>
    </div>
  );
}

function Invitation() {
  const talk = roomWords(language.value);
  const links = room.links.value;
  const { origin, isKnown, isLocal, choice } = useOrigin();
  const invite = links?.invite ?? null;
  if (links === null || invite === null || !isKnown) return null;
  return (
    <section class="panel invitation" aria-label={talk.waiting}>
      <h2>{talk.waiting}</h2>
      <p>{talk.send_link}</p>
      <LinkField label={talk.invitation} link={movedTo(origin, invite)} />
      {choice}
      {isLocal ? (
        <p class="warning loopback">{talk.loopback}</p>
      ) : (
        <QrPicture text={movedTo(origin, invite)} label={talk.qr_label} />
      )}
      <LinkField label={talk.watch_link} link={movedTo(origin, links.watch)} />
    </section>
  );
}

function RoomPlayer({ view, side, place }: { view: RoomView; side: Side; place: 'top' | 'bottom' }) {
  const talk = roomWords(language.value);
  const left = () => {
    void room.clockTick.value;
    return room.timeLeft(side);
  };
  const name = view.you === null ? words.value[side] : view.you === side ? talk.you : talk.friend;
  const isActive = view.end === null && room.sideToMove.value === side;
  return (
    <PlayerBox side={side} place={place} name={name} isActive={isActive} left={left}>
      {view.taken[side] && !view.present[side] && <span class="away">{talk.away}</span>}
    </PlayerBox>
  );
}

/** Where the other player is, and whether this page is connected. */
function presenceWords(view: RoomView): string {
  const talk = roomWords(language.value);
  if (!room.isConnected.value) return talk.you_away;
  if (view.you === null || view.end !== null) return '';
  const friend = otherSide(view.you);
  if (!view.taken[friend]) return '';
  if (view.present[friend]) return '';
  return view.clock?.running === friend ? talk.friend_away_clock : talk.friend_away;
}

function Status({ view, isWaiting }: { view: RoomView; isWaiting: boolean }) {
  const say = words.value;
  const talk = roomWords(language.value);
  const presence = presenceWords(view);
  const side = room.sideToMove.value;
  return (
    <>
      {view.end !== null ? (
        <div class="outcome" role="status" data-reason={view.end.reason}>
          <strong>{resultWords(view.end.winner, say)}</strong>
          <p>{said(view.end)}</p>
        </div>
      ) : (
        <div class="status" role="status">
          <p>
            <strong>{say.to_move(say[side])}</strong>
            {view.you !== null && !isWaiting && (
              <span class="quiet turn">{view.you === side ? talk.your_turn : talk.friend_turn}</span>
            )}
            {view.checked !== null && <span class="alarm">{say.in_check}</span>}
          </p>
          {view.warning !== null && <p class="warning">{said(view.warning)}</p>}
          {view.repetition > 1 && <p class="quiet">{say.repeated(view.repetition)}</p>}
        </div>
      )}
      <p class="presence" role="status">
        {presence}
      </p>
      <p class="quiet">
        {view.you === null ? talk.watching : talk.you_play(say[view.you])}
        {view.spectators > 0 && ` · ${talk.spectators(view.spectators)}`}
      </p>
    </>
  );
}

const OFFERS = ['draw', 'takeback', 'rematch'] as const;

function Offers({ view }: { view: RoomView }) {
  const talk = roomWords(language.value);
  const isOff = !room.isConnected.value;
  if (view.you === null) return null;
  const friends = {
    draw: talk.friend_offers_draw,
    takeback: talk.friend_asks_takeback,
    rematch: talk.friend_offers_rematch,
  };
  const own = { draw: talk.you_offer_draw, takeback: talk.you_ask_takeback, rematch: talk.you_offer_rematch };
  return (
    <>
      {OFFERS.filter((what) => view.offers[what] !== null).map((what) => {
        const isOwn = view.offers[what] === view.you;
        return (
          <div class="room-offer" role="status" key={what} data-offer={what}>
            <p>{isOwn ? own[what] : friends[what]}</p>
            <div class="buttons">
              {!isOwn && (
                <button
                  type="button"
                  class="primary"
                  disabled={isOff}
                  onClick={() => void room.act({ do: 'accept', what })}
                >
                  {talk.accept}
                </button>
              )}
              <button type="button" disabled={isOff} onClick={() => void room.act({ do: 'decline', what })}>
                {isOwn ? talk.withdraw : talk.decline}
              </button>
            </div>
          </div>
        );
      })}
    </>
  );
}

function review(view: RoomView): void {
  const talk = roomWords(language.value);
  openInReview({
    fen: view.terms.fen,
    moves: view.history.map(({ move }) => move),
    rules: view.terms.rules,
    red: view.you === 'red' ? talk.you : talk.friend,
    black: view.you === 'black' ? talk.you : talk.friend,
    result: resultMark(view.end),
    id: room.recordId,
  });
}

function leaveAsked(view: RoomView): void {
  const go = () => {
    location.hash = '#/room';
    room.leave();
  };
  if (view.end !== null || view.you === null) go();
  else
    void ask(roomWords(language.value).ask_leave).then((yes) => {
      if (yes) go();
    });
}

function CopyMoves({ moves }: { moves: readonly string[] }) {
  return (
    <button type="button" disabled={moves.length === 0} onClick={() => copy(moves.join(' '))}>
      {roomWords(language.value).copy_moves}
    </button>
  );
}

function Actions({ view }: { view: RoomView }) {
  const say = words.value;
  const talk = roomWords(language.value);
  const isOff = !room.isConnected.value;
  const isPlaying = view.you !== null && view.end === null && view.taken.red && view.taken.black;
  return (
    <div class="buttons actions">
      {isPlaying && (
        <>
          <button
            type="button"
            disabled={isOff || !view.may_offer.takeback}
            onClick={() => void room.act({ do: 'offer', what: 'takeback' })}
          >
            {talk.ask_takeback}
          </button>
          <button
            type="button"
            disabled={isOff || !view.may_offer.draw}
            onClick={() => void room.act({ do: 'offer', what: 'draw' })}
          >
            {talk.offer_draw}
          </button>
          <button
            type="button"
            disabled={isOff}
            onClick={() =>
              void ask(say.ask_resign).then((yes) => {
                if (yes) void room.act({ do: 'resign' });
              })
            }
          >
            {say.resign}
          </button>
        </>
      )}
      {view.you !== null && view.end !== null && view.offers.rematch === null && (
        <button
          type="button"
          class="primary"
          disabled={isOff || !view.may_offer.rematch}
          onClick={() => void room.act({ do: 'offer', what: 'rematch' })}
        >
          {talk.rematch}
        </button>
      )}
      {view.you !== null && view.end !== null && !isGuest.value && (
        <button type="button" onClick={() => review(view)}>
          {say.review_game}
        </button>
      )}
      <CopyMoves moves={view.history.map(({ move }) => move)} />
      {!isGuest.value && (
        <button type="button" onClick={() => leaveAsked(view)}>
          {talk.leave}
        </button>
      )}
    </div>
  );
}

function Gone() {
  const talk = roomWords(language.value);
  const trouble = room.trouble.value;
  const view = room.view.value;
  const moves = view?.history.map(({ move }) => move) ?? [];
  return (
    <section class="panel gone" role="status">
      <h2>{trouble?.kind === 'refused' ? talk.refused : talk.gone}</h2>
      {trouble?.kind === 'refused' ? <p class="bad">{trouble.text}</p> : <p>{talk.gone_more}</p>}
      {moves.length > 0 && <p class="written">{moves.join(' ')}</p>}
      {room.recordId !== null && <p>{talk.kept}</p>}
      <div class="buttons">
        {moves.length > 0 && <CopyMoves moves={moves} />}
        {!isGuest.value && (
          <button
            type="button"
            onClick={() => {
              location.hash = '#/room';
              room.leave();
            }}
          >
            {talk.another_room}
          </button>
        )}
      </div>
    </section>
  );
}

function Game({ view }: { view: RoomView }) {
  const shown = room.shown.value;
  const moves = room.moves.value;
  const steps: Steps = {
    first: () => room.goTo(0),
    previous: () => room.goTo(shown - 1),
    next: () => room.goTo(shown + 1),
    last: () => room.goTo(moves.length),
    flip: () => room.flip(),
  };
  useStepKeys(steps);
  const bottom: Side = room.flipped.value ? 'black' : 'red';
  const isLive = shown === view.history.length;
  const links = room.links.value;
  const isWaiting = view.you !== null && !(view.taken.red && view.taken.black);
  return (
    <div class="page room">
      <div class="stage">
        <RoomPlayer view={view} side={otherSide(bottom)} place="top" />
        <GameBoard
          pieces={piecesOf({ fen: view.terms.fen, moves }, shown)}
          flipped={room.flipped.value}
          legal={room.trouble.value === null ? room.legal.value : null}
          onMove={(move) => room.makeMove(move)}
          lastMove={moves[shown - 1] ?? null}
          checked={isLive ? view.checked : null}
          chased={isLive ? view.chased : []}
        />
        <RoomPlayer view={view} side={bottom} place="bottom" />
      </div>
      <div class="side">
        {room.trouble.value !== null && <Gone />}
        {isWaiting && room.trouble.value === null && <Invitation />}
        <section class="panel" aria-label={roomWords(language.value).title}>
          <Status view={view} isWaiting={isWaiting} />
          <Offers view={view} />
          <MoveList
            moves={view.history}
            redStarts={redStarts(view.terms.fen)}
            current={shown}
            onChoose={(ply) => room.goTo(ply)}
          />
          <StepButtons steps={steps} />
          {room.trouble.value === null && <Actions view={view} />}
        </section>
        {links !== null && !isWaiting && room.trouble.value === null && (
          <Panel title={roomWords(language.value).watch_link} open={false}>
            <LinkField label={roomWords(language.value).watch_link} link={links.watch} />
          </Panel>
        )}
      </div>
    </div>
  );
}

export function RoomPage() {
  const view = room.view.value;
  if (view !== null) return <Game view={view} />;
  if (room.trouble.value !== null) {
    return (
      <div class="page">
        <div class="stage">
          <GameBoard pieces={readFen(START)?.pieces ?? {}} flipped={false} />
        </div>
        <div class="side">
          <Gone />
        </div>
      </div>
    );
  }
  if (room.place.value === null) return <Lobby />;
  return (
    <div class="page">
      <div class="stage">
        <GameBoard pieces={readFen(START)?.pieces ?? {}} flipped={false} />
      </div>
      <div class="side">
        <section class="panel">
          <p role="status">{roomWords(language.value).joining}</p>
        </section>
      </div>
    </div>
  );
}
