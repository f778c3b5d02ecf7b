import { afterEach, describe, expect, it } from 'vitest';
import { createRandom } from '#events/script/random.ts';
import type { PageQuery } from './store/pages.ts';
import { indexedText, matchExpression } from './store/words.ts';
import { openRowStore, type RowStore } from './store.ts';
import type { Sight } from './view.ts';

const lists = { shelf: ['when', 'name'], other: ['when'] };
const opened: RowStore[] = [];
const openStore = () => {
  const store = openRowStore({ file: ':memory:', lists, moved: [1] });
  opened.push(store);
  return store;
};
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

const sight = (room: string, group: string, when: string, name = ''): Sight<string> => ({
  list: 'shelf',
  room,
  group,
  sort: { when, name },
});

type Known = Map<string, Sight<string>[]>;

/** Moves rows at random, in the store and in a plain map. */
function shuffle(store: RowStore, seed: number, moves: number, rows: number): Known {
  const random = createRandom(seed);
  const known: Known = new Map();
  for (let i = 0; i < moves; i++) {
    const id = `r${random.below(rows)}`;
    // Rooms are disjoint, as a viewer's are. Group sizes differ widely, to use both strategies of a page.
    const room = random.pick(['a', 'b', 'c']);
    const group = random.chance(0.03) ? 'rare' : random.pick(['big', 'large', 'huge']);
    const when = `2026-01-${String(1 + random.below(28)).padStart(2, '0')}`;
    const after = random.chance(0.1) ? [] : [sight(room, group, when, random.pick(['x', 'y', 'z']))];
    store.transaction(() => {
      store.sights.move(id, known.get(id) ?? [], after);
      store.flushCounts();
    });
    known.set(id, after);
  }
  return known;
}

/** The same page by a full scan. */
function byHand(known: Known, query: PageQuery) {
  const found = [...known].flatMap(([id, sights]) =>
    sights
      .filter(s => s.list === query.list && query.rooms.includes(s.room) && (query.wants?.(s.group) ?? true))
      .map(s => ({ id, key: query.sort === 'id' ? id : (s.sort[query.sort] ?? '') })),
  );
  found.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : 1));
  if (query.descending) found.reverse();
  const ids = found.slice(query.offset, query.offset + query.limit).map(f => f.id);
  return { ids, total: found.length };
}

function randomQuery(seed: number): PageQuery {
  const random = createRandom(seed);
  const wanted = random.pick([null, ['rare'], ['big'], ['big', 'rare'], ['nothing']]);
  return {
    list: 'shelf',
    rooms: random.pick([['a'], ['b', 'c'], ['a', 'b', 'c'], ['nowhere'], []]),
    wants: wanted === null ? undefined : group => wanted.includes(group),
    sort: random.pick(['when', 'name', 'id']),
    descending: random.chance(0.5),
    offset: random.below(400),
    limit: 1 + random.below(30),
  };
}

describe('pages of a list', () => {
  it.each([11, 12, 13])('equal a full scan (seed %i)', seed => {
    const store = openStore();
    const known = shuffle(store, seed, 1500, 600);
    for (let i = 0; i < 300; i++) {
      const query = randomQuery(seed * 1000 + i);
      expect(store.pageOfIds(query), JSON.stringify(query)).toEqual(byHand(known, query));
    }
  });

  it.each([21, 22])('have histograms that equal a recount (seed %i)', seed => {
    const store = openStore();
    const known = shuffle(store, seed, 1000, 300);
    for (const room of ['a', 'b', 'c', 'nowhere']) {
      const counted = new Map<string, number>();
      for (const s of [...known.values()].flat())
        if (s.room === room) counted.set(s.group, (counted.get(s.group) ?? 0) + 1);
      expect(new Map(store.histogram('shelf', room))).toEqual(counted);
    }
  });

  it('reject an unknown sort, and a sight without all sort keys', () => {
    const store = openStore();
    store.sights.move('r', [], [sight('a', 'g', '1')]);
    store.flushCounts();
    const query = { list: 'shelf', rooms: ['a'], sort: 'size', descending: false, offset: 0, limit: 1 };
    expect(() => store.pageOfIds(query)).toThrow('no sort size');
    const bare = { list: 'shelf', room: 'a', group: 'g', sort: { when: '1' } };
    expect(() => store.sights.move('s', [], [bare])).toThrow('lacks name');
  });

  it('discard everything of a failed transaction, cached numbers included', () => {
    const store = openStore();
    store.transaction(() => {
      store.sights.move('r', [], [sight('a', 'g', '1')]);
      store.flushCounts();
    });
    const failing = () =>
      store.transaction(() => {
        store.sights.move('s', [], [sight('a', 'g', '2')]);
        store.flushCounts();
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect([...store.histogram('shelf', 'a')]).toEqual([['g', 1]]);
  });

  it('do not give a room number of a failed transaction to another room', () => {
    const store = openStore();
    const add = (room: string) => {
      store.sights.move(`in ${room}`, [], [sight(room, 'g', '1')]);
      store.flushCounts();
    };
    const failing = () =>
      store.transaction(() => {
        add('a');
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    store.transaction(() => add('b'));
    const query = { list: 'shelf', sort: 'when', descending: false, offset: 0, limit: 9 };
    expect(store.pageOfIds({ ...query, rooms: ['a'] }).ids).toEqual([]);
    expect(store.pageOfIds({ ...query, rooms: ['b'] }).ids).toEqual(['in b']);
  });
});

describe('words', () => {
  const find = (store: RowStore, keyword: string) =>
    store.pageOfIds({
      list: 'shelf',
      rooms: ['a', 'b'],
      sort: 'when',
      descending: false,
      offset: 0,
      limit: 50,
      keyword,
    }).ids;
  const put = (store: RowStore, id: string, texts: string[], where: Sight<string>[]) => {
    store.sights.move(id, [], where);
    store.words.put(0, id, texts, where);
    store.flushCounts();
  };

  it('find rows by characters, phrases and prefixes, in the viewer’s rooms and in order', () => {
    const store = openStore();
    put(store, 'one', ['张伟', '仁爱口腔'], [sight('a', 'g', '2')]);
    put(store, 'two', ['伟张', 'C2K7QM'], [sight('b', 'g', '1')]);
    put(store, 'hidden', ['张伟'], [sight('c', 'g', '0')]);
    expect(find(store, '张')).toEqual(['two', 'one']);
    expect(find(store, '张伟')).toEqual(['one']);
    expect(find(store, '爱口')).toEqual(['one']);
    expect(find(store, 'c2k')).toEqual(['two']);
    expect(find(store, '张 仁爱')).toEqual(['one']);
    // A phrase never spans two texts.
    expect(find(store, '伟仁')).toEqual([]);
  });

  it('follow a row that moves, changes its text or is removed', () => {
    const store = openStore();
    const [here, there] = [[sight('a', 'g', '1')], [sight('c', 'g', '1')]];
    put(store, 'one', ['张伟'], here);
    store.sights.move('one', here, there);
    store.words.place(0, 'one', there);
    store.flushCounts();
    expect(find(store, '张伟')).toEqual([]);
    store.sights.move('one', there, here);
    store.words.put(0, 'one', ['李娜'], here);
    store.flushCounts();
    expect([find(store, '张伟'), find(store, '李')]).toEqual([[], ['one']]);
    store.words.put(0, 'one', [], here);
    expect(find(store, '李')).toEqual([]);
  });

  it('count matches beyond the page, and on a page past the end', () => {
    const store = openStore();
    for (let i = 0; i < 25; i++) put(store, `r${i}`, ['张伟'], [sight('a', 'g', String(i))]);
    const query = { list: 'shelf', rooms: ['a'], sort: 'when', descending: false, limit: 10, keyword: '张' };
    expect(store.pageOfIds({ ...query, offset: 20 })).toMatchObject({ total: 25, ids: { length: 5 } });
    expect(store.pageOfIds({ ...query, offset: 90 })).toEqual({ total: 25, ids: [] });
    expect(store.pageOfIds({ ...query, offset: 0, wants: () => false })).toEqual({ total: 0, ids: [] });
  });

  it('of two views with the same row id do not replace each other', () => {
    const store = openStore();
    put(store, 'one', ['张伟'], [sight('a', 'g', '1')]);
    store.words.put(1, 'one', ['李娜'], [sight('c', 'g', '1')]);
    expect(find(store, '张')).toEqual(['one']);
    for (const view of [0, 1]) store.wordQueue.note(view, 'one');
    expect(store.wordQueue.take(9)).toHaveLength(2);
  });

  it('are never parsed as a query of the index', () => {
    const store = openStore();
    put(store, 'one', ['or near not'], [sight('a', 'g', '1')]);
    for (const keyword of ['"', '*', 'a" OR "b', 'NOT x', '()', '^x', 'text:near', '-', '张*"'])
      expect(() => find(store, keyword), keyword).not.toThrow();
    expect(find(store, 'NEAR')).toEqual(['one']);
    expect(matchExpression('—')).toBeNull();
  });

  it('find rows with a place in time, newest first, in the given rooms', () => {
    const store = openStore();
    for (const at of [5, 9, 2, 7])
      store.words.put(0, `m${at}`, ['张伟'], { at, rooms: [at === 7 ? 'c' : 'a'] });
    put(store, 'one', ['张伟'], [sight('a', 'g', '1')]);
    const query = { rooms: ['a', 'b'], keyword: '张', limit: 2 };
    expect(store.newestOf(query).map(({ id }) => id)).toEqual(['m9', 'm5']);
    expect(store.newestOf({ ...query, before: 5 })).toEqual([{ id: 'm2', at: 2 }]);
    store.words.put(0, 'm9', ['李娜'], { at: 9, rooms: ['a'] });
    expect(store.newestOf(query).map(({ id }) => id)).toEqual(['m5', 'm2']);
    expect(store.newestOf({ ...query, keyword: '—' })).toEqual([]);
  });

  it('that wait to be indexed are kept in the file, and returned once, oldest first', () => {
    const store = openStore();
    store.transaction(() => {
      for (const id of ['one', 'two', 'one', 'three']) store.wordQueue.note(1, id);
    });
    const failing = () =>
      store.transaction(() => {
        store.wordQueue.note(1, 'never');
        store.wordQueue.take(3);
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(store.wordQueue.size()).toBe(3);
    expect(store.wordQueue.take(2)).toMatchObject([{ id: 'one' }, { id: 'two' }]);
    expect([store.wordQueue.take(9).map(({ id }) => id), store.wordQueue.size()]).toEqual([['three'], 0]);
  });

  it('separate letters from Chinese characters, and treat full-width letters as plain', () => {
    expect(indexedText(['张wei明', 'Ａ－１２'])).toBe('张 wei 明 \ue000 a 12');
  });
});

describe('rows', () => {
  it('are found by id, by prefix and by position, and old removals are purged', () => {
    const store = openStore();
    store.put(1, 'a:1', 5n, '1');
    store.put(1, 'a:2', 7n, '2');
    store.put(1, 'b:1', 6n, '3');
    store.put(0, 'a:3', 8n, '4');
    store.put(1, 'a:1', 9n, '5');
    expect(store.get(1, 'a:1')).toEqual({ id: 'a:1', position: 9n, json: '5' });
    expect(store.withPrefix(1, 'a:', { descending: true }).map(r => r.id)).toEqual(['a:2', 'a:1']);
    expect(store.rowsAfter(6n, 10).map(({ view, id }) => ({ view, id }))).toEqual([
      { view: 1, id: 'a:2' },
      { view: 1, id: 'a:1' },
    ]);
    store.addRemoval({ view: 1, id: 'x', position: 3n, rooms: ['a'] }, 1000);
    store.addRemoval({ view: 1, id: 'y', position: 4n, rooms: ['b'] }, 2000);
    expect(store.purgeRemovals(1500)).toBe(3n);
    expect(store.purgeRemovals(1500)).toBeUndefined();
    expect(store.removalsAfter(0n, 10).map(r => r.id)).toEqual(['y']);
  });
});
