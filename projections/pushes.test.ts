/** Rows on screen plus pushed rows equal a fresh read, for every position, with names shown and hidden. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#events/person/position.ts';
import type { RowChange } from '#events/wire.ts';
import type { ReadModels, SavedRowsAnnouncement } from './contract.ts';
import type { MessageItem } from './messages/item.ts';
import type { PresentCtx } from './present.ts';
import { allCasesQuery, openWalkModels, type WalkModels } from './testing/walk-models.ts';

const opened: ReadModels[] = [];
afterEach(async () => {
  for (const models of opened.splice(0)) await models.close();
});

type Screen = { ctx: PresentCtx; rows: Map<string, unknown>; counts: unknown };

/** Everything that the viewer reads: the list with archived cases, the patients and the messages. */
function fresh(models: ReadModels, ctx: PresentCtx): Screen {
  const rows = new Map<string, unknown>();
  for (const archived of [false, true])
    for (const item of models.caseItems(ctx, { ...allCasesQuery, archived }).items)
      rows.set(`caseList ${item.caseId}`, item);
  const query = { sort: { sort: 'patient', descending: false }, size: 1000 } as const;
  for (const item of models.ask('/api/patients', { ctx, query, now: 0 }).items)
    rows.set(`patients ${item.caseId}`, item);
  let page = 1;
  for (;;) {
    const { items } = models.messages(ctx, { page, size: 100 });
    for (const item of items) rows.set(`messages ${item.id}`, nameless(item));
    if (items.length < 100) break;
    page += 1;
  }
  return { ctx, rows, counts: models.counts(ctx.viewer) };
}

/** A message keeps the patient's name as of when it was read, because a later rename is not pushed to it. */
const nameless = (item: MessageItem) => ({ ...item, patientName: '' });

function merge(screen: Screen, change: RowChange): void {
  const key = `${change.view} ${change.id}`;
  if (!['caseList', 'patients', 'messages'].includes(change.view)) return;
  if (change.row === null) screen.rows.delete(key);
  // The boundary: a pushed row has the type of its view.
  else screen.rows.set(key, change.view === 'messages' ? nameless(change.row as MessageItem) : change.row);
}

function push(models: ReadModels, screen: Screen, announce: SavedRowsAnnouncement): void {
  const mine = new Set(models.roomsOf(screen.ctx.viewer));
  for (const change of announce.changes) {
    const rooms = [...change.rooms.before, ...change.rooms.after];
    const presented = models.present(screen.ctx, change);
    // The rooms decide who gets a change, so a wrong room must show up as a difference.
    if (presented)
      expect(
        rooms.some(room => mine.has(room)),
        `${screen.ctx.viewer.id} ${change.view}`,
      ).toBe(true);
    if (presented) merge(screen, presented);
  }
  if (announce.rooms.some(room => mine.has(room))) screen.counts = models.counts(screen.ctx.viewer);
}

const eyes = [false, true];
const contexts = (all: WalkModels) =>
  all.walk.viewers.flatMap((viewer: Viewer) => eyes.map(hidden => all.context(viewer, hidden)));

function expectFresh(all: WalkModels, screen: Screen, when: string): void {
  const now = fresh(all.models, screen.ctx);
  const who = `${screen.ctx.viewer.id}, eye ${screen.ctx.hidden ? 'hidden' : 'open'}, ${when}`;
  expect(screen.rows, who).toEqual(now.rows);
  expect(screen.counts, who).toEqual(now.counts);
}

describe('a screen', () => {
  it('equals a fresh read after every action of a walk', async () => {
    const all = await openWalkModels({ seed: 41, cases: 6 });
    opened.push(all.models);
    const screens = contexts(all).map(ctx => fresh(all.models, ctx));
    all.models.onAnnounce(announce => {
      for (const screen of screens) push(all.models, screen, announce);
    });
    // The walk depends on the table of actions, so it runs until something was pushed, within a limit.
    const filled = () => screens.some(screen => screen.rows.size > 8);
    for (let i = 0; i < 120 || (i < 600 && !filled()); i++) {
      await all.go(1);
      for (const screen of screens) expectFresh(all, screen, `step ${i}`);
    }
    expect(filled()).toBe(true);
  });

  it('equals a fresh read after it resumed from an older position', async () => {
    const all = await openWalkModels({ seed: 44, cases: 10 });
    opened.push(all.models);
    await all.go(150);
    const away: { screen: Screen; position: bigint }[] = [];
    const isPatient = (key: string) => key.startsWith('patients ');
    const filled = () => away.some(({ screen }) => [...screen.rows.keys()].some(isPatient));
    // Runs until a change of a patient's wear was pushed, within a limit.
    for (let i = 0; i < 5 || (i < 20 && !filled()); i++) {
      for (const ctx of contexts(all))
        away.push({ screen: fresh(all.models, ctx), position: all.models.position() });
      await all.go(25);
    }
    for (const { screen, position } of away) {
      const since = all.models.changedSince(screen.ctx, position);
      expect(since.tooOld).toBe(false);
      for (const change of since.changes) merge(screen, change);
      screen.counts = all.models.counts(screen.ctx.viewer);
      expectFresh(all, screen, `away since ${position}`);
    }
    expect(filled()).toBe(true);
  });

  it('must read again when it missed too many changes', async () => {
    const all = await openWalkModels({ seed: 43, cases: 4 });
    opened.push(all.models);
    await all.go(50);
    const position = all.models.position();
    await all.models.rebuild();
    await all.go(10);
    expect(all.models.changedSince(all.context('admin'), position - 1n)).toMatchObject({
      tooOld: true,
      changes: [],
    });
    expect(all.models.changedSince(all.context('admin'), position).tooOld).toBe(false);
  });
});
