/**
 * Pages of every person over one random walk. Each page keeps its reads, receives the server's pushes, and is compared
 * with fresh reads.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { CaseState } from '#events/case/case.ts';
import type { Viewer } from '#events/person/position.ts';
import type { Random } from '#events/script/random.ts';
import { type RowChange, type RowsMessage, toWirePosition } from '#events/wire.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import type { CaseQuery } from '#projections/contract.ts';
import { openReadModels, type ReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createMemoryStore } from '../../eventstore/memory.ts';
import { presentationContextOfListener, pushRows } from '../push.ts';
import { type CasePageRead, createPageState, type ListReads, type PageState } from './page-state.ts';
import { randomInputsForAllStatuses } from './status-inputs.ts';

const clock = { now: () => Date.parse('2026-11-20T08:00:00Z') };

/** A page. `away`: position since which the page is disconnected; on return it resumes from there. */
type Page = {
  data: { viewer: Viewer; hidden: boolean; watching: { caseId: string } | null };
  rooms: ReadonlySet<string>;
  held: PageState;
  away: bigint | undefined;
  read: { at: bigint; answers: Map<string, unknown> };
};

/**
 * Reads only once for each position of the rows, so that the checks of the pushes and of the page's state use the same
 * answer.
 */
function once<T>(models: ReadModels, page: Page, what: string, ask: () => T): T {
  const at = models.position();
  if (page.read.at !== at) page.read = { at, answers: new Map() };
  const { answers } = page.read;
  if (!answers.has(what)) answers.set(what, ask());
  // Cast: each key belongs to one query, so its cached answer has type T.
  return answers.get(what) as T;
}

const listOf = (models: ReadModels, page: Pick<Page, 'data'>, how: Partial<CaseQuery>): CaseListItem[] => {
  const query: CaseQuery = { tab: 'all', sort: 'updatedAt', descending: true, page: 1, size: 5, ...how };
  const items: CaseListItem[] = [];
  for (let n = 1; ; n++) {
    const read = models.caseItems(presentationContextOfListener(models, page), { ...query, page: n });
    items.push(...read.items);
    if (items.length >= read.total || read.items.length === 0) return items;
  }
};

const everyMessage = (models: ReadModels, page: Pick<Page, 'data'>) =>
  models.messages(presentationContextOfListener(models, page), { page: 1, size: 20_000 }).items;

const messagesOf = (models: ReadModels, page: Page) =>
  once(models, page, 'messages', () => everyMessage(models, page));

const freshOf = (
  models: ReadModels,
  page: Pick<Page, 'data'>,
  messages = everyMessage(models, page),
): ListReads => ({
  all: listOf(models, page, {}),
  archived: listOf(models, page, { archived: true }),
  action: listOf(models, page, { tab: 'action' }),
  counts: models.counts(page.data.viewer),
  messages,
});

function freshCase(models: ReadModels, page: Pick<Page, 'data'>, caseId: string): CasePageRead {
  const ctx = presentationContextOfListener(models, page);
  const view = models.caseView(ctx, caseId);
  return view && { view, history: models.history(ctx, caseId) ?? [] };
}

/** Views that HTTP serves only as lists: a pushed row must be found in its list. */
const inPages: Record<string, (models: ReadModels, page: Page, change: RowChange) => unknown> = {
  history: (models, page, { id }) => {
    const caseId = id.slice(0, id.indexOf(':'));
    const lines = once(models, page, `history ${caseId}`, () =>
      models.history(presentationContextOfListener(models, page), caseId),
    );
    return lines?.find(line => line.id === id);
  },
  messages: (models, page, { id }) => messagesOf(models, page).find(m => m.id === id),
};

/** The server's answer to this viewer for a pushed row. */
function answer(models: ReadModels, page: Page, change: RowChange): unknown {
  const read = inPages[change.view];
  return read
    ? read(models, page, change)
    : (models.item(presentationContextOfListener(models, page), change.view, change.id) ?? null);
}

function assertShown(models: ReadModels, page: Page, message: RowsMessage): void {
  for (const change of message.rows) {
    const read = answer(models, page, change);
    if (!isDeepStrictEqual(change.row, read))
      throw new Error(`pushed ${JSON.stringify(change)}, read ${JSON.stringify(read)}`);
  }
  if (message.counters !== undefined) expect(message.counters).toEqual(models.counts(page.data.viewer));
}

/** Alters a pushed message before a page receives it, so that a test can break a push. */
export type RowsMessageTransform = (message: RowsMessage) => RowsMessage;

/** Opens two pages for every person, one with masked names, before the walk's first action. */
export async function openWalkPages(seed: number, cases: number, deliver: RowsMessageTransform) {
  const store = createMemoryStore({ id: `log-${seed}` });
  const walk = createWalk({ seed, log: store, cases, ways: randomInputsForAllStatuses });
  await walk.setUp();
  const models = await openReadModels({ store, dir: ':memory:', clock });
  const pages = walk.viewers.flatMap(viewer =>
    [false, true].map((hidden): Page => {
      const data = { viewer, hidden, watching: null };
      const held = createPageState(freshOf(models, { data }));
      const read = { at: models.position(), answers: new Map() };
      return { data, rooms: new Set(models.roomsOf(viewer)), held, away: undefined, read };
    }),
  );
  const inRoom = (room: string) => pages.filter(page => page.away === undefined && page.rooms.has(room));
  let pushes = 0;
  models.onAnnounce(announce =>
    pushRows(inRoom, models, announce, (page, message) => {
      pushes += 1;
      assertShown(models, page, message);
      page.held.lay(deliver(message));
    }),
  );
  return { store, walk, models, pages, pushes: () => pushes };
}

export type WalkPages = Awaited<ReturnType<typeof openWalkPages>>;

/** Differences between the pages' states and fresh reads. Reads a case's page only if the case changed. */
export function listPageDifferences({ models, pages }: WalkPages, moved: ReadonlySet<string>): string[] {
  return pages
    .filter(page => page.away === undefined)
    .flatMap(page => {
      const { viewer, hidden, watching } = page.data;
      const found = page.held.differences(freshOf(models, page, messagesOf(models, page)));
      if (watching && moved.has(watching.caseId))
        found.push(...page.held.caseDifferences(freshCase(models, page, watching.caseId)));
      return found.map(words => `${viewer.id}${hidden ? ', eye hidden' : ''}: ${words}`);
    });
}

/** Cases that changed between two states of the walk. */
export function listChangedCases(
  before: ReadonlyMap<string, CaseState>,
  now: ReadonlyMap<string, CaseState>,
): Set<string> {
  return new Set([...now.keys()].filter(id => now.get(id) !== before.get(id)));
}

/** Opens the page of a case; closed again if the viewer may not see it, as on the server. */
function open(models: ReadModels, page: Page, caseId: string): void {
  const read = freshCase(models, page, caseId);
  page.data.watching = read ? { caseId } : null;
  page.held.open(caseId, read);
}

/** Reconnects a page: merges the missed rows into it, or reads everything again. */
function comeBack(models: ReadModels, page: Page, away: bigint): void {
  const since = models.changedSince(presentationContextOfListener(models, page), away);
  const told = { position: toWirePosition(models.logId, since.position), rows: since.changes };
  page.away = undefined;
  if (since.tooOld) page.held = createPageState(freshOf(models, page));
  else assertShown(models, page, told);
  page.held.lay({ ...told, counters: models.counts(page.data.viewer) });
  if (page.data.watching) open(models, page, page.data.watching.caseId);
}

/** Simulates visits: at random a page opens another case, disconnects, or reconnects. */
export function simulateVisits({ models, pages, walk }: WalkPages, random: Random): void {
  const cases = [...walk.states.keys()];
  for (const page of pages) {
    const { watching } = page.data;
    if (page.away !== undefined) {
      if (random.chance(0.3)) comeBack(models, page, page.away);
    } else if (random.chance(0.02)) page.away = models.position();
    else if (random.chance(0.05)) open(models, page, random.pick(cases));
    else if (watching && !models.caseItem(presentationContextOfListener(models, page), watching.caseId))
      page.data.watching = null;
  }
}
