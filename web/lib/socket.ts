/** The socket: opened when the page is idle, resumed from the page's log position. */

import type { Socket } from 'socket.io-client';
import type { ReviewerView } from '#events/plan/live-review.ts';
import type { ClientToServer, RowsMessage, ServerToClient, WirePosition } from '#events/wire.ts';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { dismissToast, toast } from '#web/ui/toast.tsx';
import { areNamesMaskedAtom, currentPage, sessionTokenAtom } from './browser.ts';
import { classifyConnectFailure } from './connect-failure.ts';
import {
  casePresenceAtom,
  clearPendingCases,
  markChangedCases,
  markPendingCases,
  reviewersAtom,
  socketStatusAtom,
} from './live-state.ts';
import { isNewerPosition } from './merge.ts';
import { keepPushesDuringReads, type PushKeeper } from './overtaken-reads.ts';
import { applyRows } from './pushed-rows.ts';
import { caseViewQuery } from './queries.ts';
import { reconnectWithin } from './reconnect.ts';
import { runWhenIdle } from './run-when-idle.ts';
import { screenStore } from './screen-store.ts';
import { endSession, validateSession } from './session.ts';

type Line = Socket<ServerToClient, ClientToServer>;
type Watched = { caseId: string; doing: 'viewing' | 'editing'; what?: string };

/** Delay before a rejected connection tries again. */
const rejectedRetryMs = 10_000;
const fullToast = 'live-full';

/** Timeout for the answer to a socket message. */
const answerMs = 10_000;

let line: Line | undefined;
let position: WirePosition | null = null;
let watched: Watched | null = null;
let reviewPosition: ReviewerView | null = null;
let cancelReconnect = (): void => undefined;
let pushKeeper: PushKeeper | undefined;

/** The newest pushed position of each case. */
const newest = new Map<string, WirePosition>();

/**
 * Invalidates a case if its row was pushed after its page was read and before the page started to watch it.
 */
function invalidateIfOutdated(caseId: string): void {
  const { client } = currentPage();
  const at = newest.get(caseId);
  const shown = client.getQueryData(caseViewQuery(caseId).queryKey)?.header.position;
  if (!at || !shown || !isNewerPosition(at, shown)) return;
  for (const name of ['case', 'history']) void client.invalidateQueries({ queryKey: [name, caseId] });
}

function onRows(message: RowsMessage): void {
  const { client, words } = currentPage();
  if (isNewerPosition(message.position, position)) position = message.position;
  const told = applyRows(client, message);
  pushKeeper?.keep(message);
  for (const { view, id, position: at } of message.rows) if (view === 'caseList') newest.set(id, at);
  for (const id of told.moved) void client.invalidateQueries({ queryKey: ['files', id] });
  markChangedCases(told.changed);
  markPendingCases(told.moved);
  // A list that is not on screen is reloaded when it is opened.
  if (told.moved.length > 0) void client.invalidateQueries({ queryKey: ['cases'], refetchType: 'none' });
  if (told.changed.length > 0)
    announceToScreenReaders(words.t('shell:live.changed', { count: told.changed.length }));
}

/** Invalidates all queries: the page's position is too old, or the viewer changed. */
async function invalidateAll(): Promise<void> {
  const { client } = currentPage();
  position = null;
  clearPendingCases();
  await client.invalidateQueries();
}

const listeners = new Map<string, Set<(message: unknown) => void>>();
const changeListeners = new Set<() => void>();
const notifyChangeListeners = () => {
  for (const listener of changeListeners) listener();
};

/** The socket's interface for other modules; usable before the socket is open. */
export const pageSocket = {
  connected: (): boolean => line?.connected ?? false,
  /** Calls the listener on each connect and disconnect. */
  onChange(listener: () => void): () => void {
    changeListeners.add(listener);
    return () => void changeListeners.delete(listener);
  },
  on<E extends keyof ServerToClient>(event: E, listener: ServerToClient[E]): () => void {
    const all = listeners.get(event) ?? new Set();
    listeners.set(event, all);
    // Cast at the boundary: listeners are stored by event.
    all.add(listener as (message: unknown) => void);
    return () => void all.delete(listener as (message: unknown) => void);
  },
  say<E extends keyof ClientToServer>(event: E, ...message: Parameters<ClientToServer[E]>): void {
    if (line?.connected) line.emit(event, ...message);
  },
  /** Rejects if the socket is closed, disconnects, or gets no answer in time. */
  async ask<T>(event: 'chat:open' | 'chat:send', message: object): Promise<T> {
    if (!line?.connected) throw new Error('the socket is not connected');
    // Cast at the boundary: the event determines the type of the answer.
    const asking = line.timeout(answerMs) as unknown as {
      emitWithAck(event: string, message: object): Promise<T>;
    };
    return asking.emitWithAck(event, message);
  },
};

function sendWatchedCase(): void {
  if (!line?.connected || !watched) return;
  const { caseId } = watched;
  line.emit('case:watch', watched, () => invalidateIfOutdated(caseId));
  if (reviewPosition) line.emit('review:here', reviewPosition);
}

/** Shows the toast about too many open pages until the problem is over or the person closes it. */
const showTooManyPagesToast = () =>
  toast({ id: fullToast, text: currentPage().words.t('shell:live.full'), tone: 'warn', seconds: 0 });

function bindSocketEvents(socket: Line): void {
  socket.on('connect', () => {
    screenStore.set(socketStatusAtom, 'live');
    dismissToast(fullToast);
    // Watch the open case first: `resume` then brings its missed rows too.
    sendWatchedCase();
    if (position !== null) socket.emit('resume', { position }, () => undefined);
    else void invalidateAll();
    notifyChangeListeners();
  });
  socket.onAny((event: string, message: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(message);
  });
  socket.on('disconnect', reason => {
    screenStore.set(socketStatusAtom, 'lost');
    notifyChangeListeners();
    // The server disconnects a page that sends too much, and Socket.IO does not reconnect after that. If the
    // session
    // ended, this page is already closed.
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), rejectedRetryMs);
  });
  socket.on('connect_error', error => {
    const why = classifyConnectFailure(error, socket.active);
    if (why === 'full') {
      if (screenStore.get(socketStatusAtom) !== 'full') showTooManyPagesToast();
      screenStore.set(socketStatusAtom, 'full');
      setTimeout(() => socket.connect(), rejectedRetryMs);
      return;
    }
    screenStore.set(socketStatusAtom, 'lost');
    // Refused, not unreachable: the session may have ended, and `validateSession` handles that.
    if (why === 'refused')
      void validateSession().then(
        () => setTimeout(() => socket.connect(), 2000),
        () => undefined,
      );
  });
  socket.on('rows', onRows);
  socket.on('presence', ({ caseId, people }) =>
    screenStore.set(casePresenceAtom, before => new Map(before).set(caseId, people)),
  );
  socket.on('review', ({ caseId, person, here }) =>
    screenStore.set(reviewersAtom, before => {
      const after = new Map(before);
      if (here && watched?.caseId === caseId) after.set(person.id, { ...person, here });
      else after.delete(person.id);
      return after;
    }),
  );
  socket.on('reset', () => void invalidateAll());
  socket.on('moved', ({ withinMs }, heard) => {
    heard();
    cancelReconnect = reconnectWithin(socket, withinMs);
  });
  socket.on('ended', () => endSession('expired'));
}

async function open(): Promise<void> {
  const { io } = await import('socket.io-client');
  const socket: Line = io({
    transports: ['websocket'],
    auth: give =>
      give({ token: screenStore.get(sessionTokenAtom), hidden: screenStore.get(areNamesMaskedAtom) }),
    reconnectionDelayMax: 5_000,
  });
  line = socket;
  bindSocketEvents(socket);
}

/** Opens the socket when the page is idle. Returns a function that closes it. */
export function startSocket(from: WirePosition | null): () => void {
  position = from;
  pushKeeper = keepPushesDuringReads(currentPage().client);
  runWhenIdle(() => void open());
  const stopEye = screenStore.sub(areNamesMaskedAtom, () =>
    line?.emit('eye', { hidden: screenStore.get(areNamesMaskedAtom) }),
  );
  return () => {
    stopEye();
    pushKeeper?.stop();
    cancelReconnect();
    line?.disconnect();
  };
}

/** Publishes this page's position in the review of the watched case; null leaves the review. */
export function publishReviewPosition(here: ReviewerView | null): void {
  reviewPosition = here;
  if (line?.connected) line.emit('review:here', here);
  if (here === null) screenStore.set(reviewersAtom, new Map());
}

/**
 * Tells others that this page has a case open or edits a part of it. Returns a function that withdraws it.
 * @param what name of the edited section
 */
export function announceCasePresence(
  caseId: string,
  doing: Watched['doing'] = 'viewing',
  what?: string,
): () => void {
  const mine: Watched = { caseId, doing, ...(what === undefined ? {} : { what }) };
  watched = mine;
  sendWatchedCase();
  return () => {
    if (watched !== mine) return;
    watched = null;
    line?.emit('case:watch', { caseId: null });
    screenStore.set(casePresenceAtom, before => {
      const after = new Map(before);
      after.delete(caseId);
      return after;
    });
  };
}
