/** The socket: opened once the page is idle, resumed from where the page stands. */

import type { Socket } from 'socket.io-client';
import type { ReviewHere } from '#events/plan/live-review.ts';
import type { ClientToServer, RowsMessage, ServerToClient, WirePosition } from '#events/wire.ts';
import { announce } from '#web/ui/live-region.tsx';
import { dismissToast, toast } from '#web/ui/toast.tsx';
import { eye, session, thisPage } from './browser.ts';
import { comeBack } from './come-back.ts';
import { connectFailure } from './connect-failure.ts';
import { whenIdle } from './idle-page.ts';
import { clearPending, connection, markChanged, markPending, presence, reviewers } from './live.ts';
import { isNewer } from './merge.ts';
import { followReads, type OvertakenReads } from './overtaken-reads.ts';
import { layRows } from './pushed.ts';
import { screenStore } from './screen-store.ts';
import { endSession, validate } from './session.ts';
import { caseView } from './view.ts';

type Line = Socket<ServerToClient, ClientToServer>;
type Watched = { caseId: string; doing: 'viewing' | 'editing'; what?: string };

/** After how long one that was turned away asks again. */
const turnedAwayMs = 10_000;
const fullToast = 'live-full';

/** An answer that has not come by then will not come. */
const answerMs = 10_000;

let line: Line | undefined;
let position: WirePosition | null = null;
let watched: Watched | null = null;
let standing: ReviewHere | null = null;
let stayAway = (): void => undefined;
let reads: OvertakenReads | undefined;

/** Where each case was last told to stand. */
const newest = new Map<string, WirePosition>();

/** Whoever began to watch a case between its reading and now was told of its row, but not of the whole: it is read again. */
function freshen(caseId: string): void {
  const { client } = thisPage();
  const at = newest.get(caseId);
  const shown = client.getQueryData(caseView(caseId).queryKey)?.header.position;
  if (!at || !shown || !isNewer(at, shown)) return;
  for (const name of ['case', 'history']) void client.invalidateQueries({ queryKey: [name, caseId] });
}

function onRows(message: RowsMessage): void {
  const { client, words } = thisPage();
  if (isNewer(message.position, position)) position = message.position;
  const told = layRows(client, message);
  reads?.keep(message);
  for (const { view, id, position: at } of message.rows) if (view === 'caseList') newest.set(id, at);
  for (const id of told.moved) void client.invalidateQueries({ queryKey: ['files', id] });
  markChanged(told.changed);
  markPending(told.moved);
  // A list that is not on screen is read anew when it is opened.
  if (told.moved.length > 0) void client.invalidateQueries({ queryKey: ['cases'], refetchType: 'none' });
  if (told.changed.length > 0) announce(words.t('shell:live.changed', { count: told.changed.length }));
}

/** What this page stands at is too old, or no longer this person's: everything on screen is read again. */
async function readAnew(): Promise<void> {
  const { client } = thisPage();
  position = null;
  clearPending();
  await client.invalidateQueries();
}

const listeners = new Map<string, Set<(message: unknown) => void>>();
const turns = new Set<() => void>();
const turned = () => {
  for (const listener of turns) listener();
};

/** What of the socket others speak and hear by; it is there before the socket is. */
export const wireLine = {
  connected: (): boolean => line?.connected ?? false,
  /** Each time the line is there again, and each time it breaks. */
  onChange(listener: () => void): () => void {
    turns.add(listener);
    return () => void turns.delete(listener);
  },
  on<E extends keyof ServerToClient>(event: E, listener: ServerToClient[E]): () => void {
    const all = listeners.get(event) ?? new Set();
    listeners.set(event, all);
    // The boundary: listeners are kept by the event that they are of.
    all.add(listener as (message: unknown) => void);
    return () => void all.delete(listener as (message: unknown) => void);
  },
  say<E extends keyof ClientToServer>(event: E, ...message: Parameters<ClientToServer[E]>): void {
    if (line?.connected) line.emit(event, ...message);
  },
  /** Rejects where there is no line, where it breaks, and where no answer comes in time. */
  async ask<T>(event: 'chat:open' | 'chat:send', message: object): Promise<T> {
    if (!line?.connected) throw new Error('no line');
    // The boundary: an answer's type follows from the event that asks.
    const asking = line.timeout(answerMs) as unknown as {
      emitWithAck(event: string, message: object): Promise<T>;
    };
    return asking.emitWithAck(event, message);
  },
};

function sayWhatIsWatched(): void {
  if (!line?.connected || !watched) return;
  const { caseId } = watched;
  line.emit('case:watch', watched, () => freshen(caseId));
  if (standing) line.emit('review:here', standing);
}

/** The person alone can do something about it: said until it is over or closed. */
const sayFull = () =>
  toast({ id: fullToast, text: thisPage().words.t('shell:live.full'), tone: 'warn', seconds: 0 });

function wire(socket: Line): void {
  socket.on('connect', () => {
    screenStore.set(connection, 'live');
    dismissToast(fullToast);
    // First what is open here: what was missed of it comes with the rest.
    sayWhatIsWatched();
    if (position !== null) socket.emit('resume', { position }, () => undefined);
    else void readAnew();
    turned();
  });
  socket.onAny((event: string, message: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(message);
  });
  socket.on('disconnect', reason => {
    screenStore.set(connection, 'lost');
    turned();
    // Cut for saying too much: Socket.IO leaves it at that. Where the session ended, this page is gone by then.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), turnedAwayMs);
  });
  socket.on('connect_error', error => {
    const why = connectFailure(error, socket.active);
    if (why === 'full') {
      if (screenStore.get(connection) !== 'full') sayFull();
      screenStore.set(connection, 'full');
      setTimeout(() => socket.connect(), turnedAwayMs);
      return;
    }
    screenStore.set(connection, 'lost');
    // Refused rather than unreachable: the session may be over, and that has its own way.
    if (why === 'refused')
      void validate().then(
        () => setTimeout(() => socket.connect(), 2000),
        () => undefined,
      );
  });
  socket.on('rows', onRows);
  socket.on('presence', ({ caseId, people }) =>
    screenStore.set(presence, before => new Map(before).set(caseId, people)),
  );
  socket.on('review', ({ caseId, person, here }) =>
    screenStore.set(reviewers, before => {
      const after = new Map(before);
      if (here && watched?.caseId === caseId) after.set(person.id, { ...person, here });
      else after.delete(person.id);
      return after;
    }),
  );
  socket.on('reset', () => void readAnew());
  socket.on('moved', ({ withinMs }, heard) => {
    heard();
    stayAway = comeBack(socket, withinMs);
  });
  socket.on('ended', () => endSession('expired'));
}

async function open(): Promise<void> {
  const { io } = await import('socket.io-client');
  const socket: Line = io({
    transports: ['websocket'],
    auth: give => give({ token: screenStore.get(session), hidden: screenStore.get(eye) }),
    reconnectionDelayMax: 5_000,
  });
  line = socket;
  wire(socket);
}

/** Opens the socket when the page has nothing better to do. The answer closes it. */
export function startLive(from: WirePosition | null): () => void {
  position = from;
  reads = followReads(thisPage().client);
  whenIdle(() => void open());
  const stopEye = screenStore.sub(eye, () => line?.emit('eye', { hidden: screenStore.get(eye) }));
  return () => {
    stopEye();
    reads?.stop();
    stayAway();
    line?.disconnect();
  };
}

/** Where this page stands in a review of the case that it watches; null: no longer in it. */
export function sayHere(here: ReviewHere | null): void {
  standing = here;
  if (line?.connected) line.emit('review:here', here);
  if (here === null) screenStore.set(reviewers, new Map());
}

/**
 * This page has a case open, or is editing a part of it: others see it. The answer says that it no longer is.
 * @param what the part: a section's name
 */
export function watchCase(caseId: string, doing: Watched['doing'] = 'viewing', what?: string): () => void {
  const mine: Watched = { caseId, doing, ...(what === undefined ? {} : { what }) };
  watched = mine;
  sayWhatIsWatched();
  return () => {
    if (watched !== mine) return;
    watched = null;
    line?.emit('case:watch', { caseId: null });
    screenStore.set(presence, before => {
      const after = new Map(before);
      after.delete(caseId);
      return after;
    });
  };
}
