/** Rows folded live and rows rebuilt from the whole log are equal. */
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import { catchUpGeneration } from './catch-up.ts';
import { buildGeneration, type Generation, type RowSource, storeOptionsOf } from './generation.ts';
import { joinedRoomsOf } from './rooms.ts';
import { createWalk, type Walk } from './testing/walk.ts';
import { testClock } from './testing/walk-models.ts';
import { views } from './views.ts';

const { lists } = storeOptionsOf(views);

function dump({ store, folder, directory, position }: Generation, walk: Walk) {
  folder.indexWords();
  const rooms = [...new Set(walk.viewers.flatMap(joinedRoomsOf))].sort();
  const pages = Object.entries(lists).flatMap(([list, sorts]) =>
    rooms.flatMap(room =>
      [...sorts, 'id'].map(sort => ({
        list,
        room,
        sort,
        page: store.pageOfIds({ list, rooms: [room], sort, descending: false, offset: 0, limit: 1000 }),
      })),
    ),
  );
  const histograms = Object.keys(lists).flatMap(list =>
    rooms.map(room => [list, room, Object.fromEntries([...store.histogram(list, room)].sort())]),
  );
  const found = ['张', 'wang', 'z', '仁爱', '2'].map(keyword =>
    store.pageOfIds({
      list: 'cases',
      rooms: ['staff:main', 'drafts:main'],
      sort: 'id',
      descending: true,
      offset: 0,
      limit: 1000,
      keyword,
    }),
  );
  const rows = views.map((view, n) => ({ view: view.name, rows: store.page(n, '', 1_000_000) }));
  return { rows, pages, histograms, found, directory, position };
}

describe('a rebuild', () => {
  it.each([51, 52])(
    'gives the same rows, pages, histograms and words as live folding (seed %i)',
    async seed => {
      const store = createMemoryStore();
      const source: RowSource = { log: store, clock: testClock };
      const walk = createWalk({ seed, log: store, cases: 15 });
      const live = await buildGeneration(':memory:', source);
      await walk.setUp();
      for (let i = 0; i < 400; i++) {
        await walk.step();
        await catchUpGeneration(live, await store.head(), source);
        if (i % 7 === 0) live.folder.indexWords(3);
        if (i % 50 === 0) await readSome(store, live, walk, i);
      }
      await catchUpGeneration(live, await store.head(), source);
      const built = await buildGeneration(':memory:', source);
      expect(dump(built, walk)).toEqual(dump(live, walk));
      expect(
        built.store.page(
          views.findIndex(v => v.name === 'messages'),
          '',
          1000,
        ).length,
      ).toBeGreaterThan(50);
      for (const generation of [live, built]) generation.store.close();
    },
  );

  it('stops at an event of an unknown type, and names it', async () => {
    const store = createMemoryStore();
    await store.append('case-X', 'none', [{ id: 'e', type: 'Unheard', at: '', by: 'p', data: {} }]);
    const building = buildGeneration(':memory:', { log: store, clock: testClock });
    await expect(building).rejects.toThrow('unknown event Unheard in case-X');
  });
});

/** A person reads messages one by one and all at once. */
async function readSome(
  store: ReturnType<typeof createMemoryStore>,
  live: Generation,
  walk: Walk,
  i: number,
): Promise<void> {
  const where = { at: walk.now(), by: 'supervisor' };
  const [message] = live.store.withPrefix(
    views.findIndex(v => v.name === 'messages'),
    'supervisor:',
  );
  await store.append('inbox-supervisor', 'any', [
    {
      id: `read-${i}`,
      type: 'MessagesRead',
      ...where,
      data: { personId: 'supervisor', messageIds: message ? [message.id, 'expert:e-1'] : [] },
    },
    {
      id: `all-${i}`,
      type: 'AllMessagesRead',
      ...where,
      data: { personId: 'supervisor', upTo: walk.now() },
    },
  ]);
}
