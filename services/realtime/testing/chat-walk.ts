/**
 * Conversation lists of all people over one random walk with chat. Each list receives pushes like a socket, and is
 * compared with a fresh read.
 */

import { isDeepStrictEqual } from 'node:util';
import { conversationsOfCase, serviceConversationId } from '#events/chat/conversation.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import { isRefusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { createRandom, type Random } from '#events/script/random.ts';
import type { RowsMessage } from '#events/wire.ts';
import { parseWirePosition, toWirePosition } from '#events/wire.ts';
import type { Conversation } from '#projections/chat/item.ts';
import type { ConversationQuery } from '#projections/chat/reads.ts';
import { openReadModels, type ReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createChat } from '../../chat/chat.ts';
import { createManualClock, systemIds } from '../../clock/clock.ts';
import { createCaseStreams } from '../../command/case-streams.ts';
import { createMemoryStore } from '../../eventstore/memory.ts';
import { createMemoryVault } from '../../vault/memory.ts';
import { createChatRowThrottle, maxRowIntervalMs } from '../chat-push.ts';
import { presentationContextOfListener, pushRows } from '../push.ts';
import { randomInputsForAllStatuses } from './status-inputs.ts';
import type { RowsMessageTransform } from './walk-pages.ts';

/** A page. `position`: last position it received. While `away`, it receives nothing. */
type Page = {
  data: { viewer: Viewer; hidden: boolean; watching: null };
  rooms: ReadonlySet<string>;
  held: Map<string, Conversation>;
  position: bigint;
  away: boolean;
};

/** Returns all conversations that this viewer reads: the viewer's own, and those of the service desk. */
function fresh(models: ReadModels, { data }: Pick<Page, 'data'>): Map<string, Conversation> {
  const all = (how: Partial<ConversationQuery>) =>
    models.conversations(presentationContextOfListener(models, { data }), { page: 1, size: 1_000, ...how })
      .items;
  const desk = (['all', 'closed', 'laboratory'] as const).flatMap(tab => all({ desk: tab }));
  return new Map([...all({}), ...desk].map(c => [c.id, c]));
}

/** Counts over a page's own rows, computed as the server computes its counters. */
function countsOf({ data: { viewer }, held }: Page) {
  const rows = [...held.values()];
  const desk = isDeskPosition(viewer.position)
    ? rows.filter(c => conversationKinds[c.kind].desk && !c.closed)
    : [];
  return {
    free: desk.filter(c => c.waitingSince !== null && c.holder === null).length,
    mine: desk.filter(c => c.holder?.id === viewer.id).length,
  };
}

/** Differences between a page's rows and a fresh read. */
function pageDifferences(models: ReadModels, page: Page): string[] {
  const { data, held } = page;
  const now = fresh(models, page);
  const { free, mine } = models.talkCounts(presentationContextOfListener(models, page));
  const wrong = [...new Set([...now.keys(), ...held.keys()])]
    .filter(id => !isDeepStrictEqual(held.get(id), now.get(id)))
    .map(id => `${id}: held ${JSON.stringify(held.get(id))}, read ${JSON.stringify(now.get(id))}`);
  if (!isDeepStrictEqual(countsOf(page), { free, mine })) wrong.push('the desk counts otherwise');
  return wrong.map(words => `${data.viewer.id}${data.hidden ? ', eye hidden' : ''}: ${words}`);
}

export type ChatWalk = Awaited<ReturnType<typeof openChatWalk>>;

export async function openChatWalk(seed: number, deliver: RowsMessageTransform = message => message) {
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const store = createMemoryStore({ id: `log${seed}` });
  const random = createRandom(seed);
  const walk = createWalk({ seed, log: store, cases: 6, ways: randomInputsForAllStatuses });
  await walk.setUp();
  const models = await openReadModels({ store, dir: ':memory:', clock });
  const streams = createCaseStreams({ store, clock }, models.state);
  const log = {
    error: (facts: object) => {
      throw new Error('a mark was not kept', { cause: facts });
    },
  };
  const chat = createChat({ store, vault: createMemoryVault(), clock, ids: systemIds, models, streams, log });
  const pages = walk.viewers.flatMap(viewer =>
    [false, true].map((hidden): Page => {
      const data = { viewer, hidden, watching: null };
      const rooms = new Set(models.roomsOf(viewer));
      return { data, rooms, held: fresh(models, { data }), position: models.position(), away: false };
    }),
  );
  const lay = (page: Page, message: RowsMessage) => {
    for (const { view, id, row } of message.rows) {
      if (view !== 'conversations') continue;
      // Cast: rows of this view are conversations.
      if (row === null) page.held.delete(id);
      else page.held.set(id, row as Conversation);
    }
    const at = parseWirePosition(models.logId, message.position) ?? 0n;
    if (at > page.position) page.position = at;
  };
  const inRoom = (room: string) => pages.filter(page => !page.away && page.rooms.has(room));
  const rows = createChatRowThrottle(clock, announce =>
    pushRows(inRoom, models, announce, (page, message) => lay(page, deliver(message))),
  );
  models.onAnnounce(rows.take);
  const followed = async () => models.reached(await store.head(), 120_000);
  /** Reconnects a page: it receives the rows that changed since its last position. */
  const back = (page: Page) => {
    const since = models.changedSince(presentationContextOfListener(models, page), page.position);
    page.away = false;
    if (since.tooOld) page.held = fresh(models, page);
    lay(page, { position: toWirePosition(models.logId, since.position), rows: since.changes });
  };
  return {
    clock,
    random,
    walk,
    models,
    chat,
    pages,
    rows,
    followed,
    back,
    /** Returns the differences between the pages' rows and fresh reads, after all waiting rows are pushed. */
    differences: (): string[] => {
      clock.advance(maxRowIntervalMs);
      rows.tell();
      return pages.filter(page => !page.away).flatMap(page => pageDifferences(models, page));
    },
    close: () => models.close(),
  };
}

/** At random, sends a message, does another chat action, or moves a case. Ignores refusals. */
export async function stepChatWalk(talkers: ChatWalk): Promise<void> {
  const { random, clock, followed } = talkers;
  clock.advance(random.below(200));
  try {
    await doing(random, talkers)();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  if (random.chance(0.7)) await followed();
  for (const page of talkers.pages)
    if (page.away && random.chance(0.1)) talkers.back(page);
    else if (random.chance(0.02)) page.away = true;
  if (random.chance(0.2)) talkers.rows.tell();
}

function doing(random: Random, { walk, chat, models }: ChatWalk): () => Promise<unknown> {
  const viewer = random.pick(walk.viewers);
  const ids = ['doctor', 'doctor2', 'designer'].map(serviceConversationId);
  const conversation = random.pick([...ids, ...[...walk.states.keys()].flatMap(conversationsOfCase)]);
  const command = { conversation, commandId: crypto.randomUUID() };
  const row = models.conversationRowOf(conversation);
  const names = { person: models.personRef, logId: models.logId };
  const said = models.saidPage(names, conversation, { size: 3 });
  const message = said.length > 0 ? random.pick(said).id : 'none';
  const mentions = random.chance(0.2) ? [random.pick(walk.viewers).id] : [];
  const say = () =>
    chat.talk.send(viewer, conversation, {
      client: crypto.randomUUID(),
      text: `m${random.below(1e6)}`,
      mentions,
    });
  const all: (() => Promise<unknown>)[] = [
    say,
    say,
    say,
    say,
    () => walk.step(),
    () => walk.step(),
    () => walk.step(),
    () => chat.talk.edit(viewer, conversation, message, { text: `e${random.below(1e6)}` }),
    () => chat.talk.remove(viewer, conversation, message),
    () => chat.claims.claim(viewer, command),
    () => chat.claims.handOver(viewer, { ...command, input: { to: random.pick(['service', 'supervisor']) } }),
    () => chat.claims.release(viewer, command),
    () => chat.claims.close(viewer, command),
    () => chat.claims.escalate(conversation, row?.waitingSince ?? ''),
    async () => {
      chat.talk.mine(viewer, conversation);
      chat.marks.note(conversation, viewer.id, { got: random.below(30), read: random.below(30) });
      await chat.marks.keep();
    },
  ];
  return random.pick(all);
}
