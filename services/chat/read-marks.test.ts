import { expect, it } from 'vitest';
import type { ReadModels } from '#projections/readmodels.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { createReadMarks } from './read-marks.ts';

const id = 'service.doctor';

/** Read marks over a conversation of ten messages, with rows set by the test. */
function open() {
  const store = createMemoryStore();
  const row = { count: 10, marks: {} as Record<string, { got: number; read: number }> };
  const errors: object[] = [];
  let broken = false;
  let unread = false;
  const marks = createReadMarks({
    store: {
      append: async (...written) => {
        if (broken) throw new Error('the disk is full');
        return store.append(...written);
      },
    },
    // The cast is safe: the read marks call only this function, and read only `count` and `marks` of its row.
    models: {
      conversationRowOf: (of: string) => {
        if (unread) throw new Error('the rows are shut');
        return of === id ? row : undefined;
      },
    } as unknown as ReadModels,
    clock: createManualClock(0),
    ids: systemIds,
    log: { error: facts => void errors.push(facts) },
  });
  const kept = async () => {
    await marks.keep();
    const found = [];
    for await (const { by, data } of store.read(`seen-${id}`)) found.push([by, data]);
    return found;
  };
  const fail = (now: boolean) => {
    broken = now;
  };
  const shut = (now: boolean) => {
    unread = now;
  };
  return { marks, row, kept, fail, shut, errors };
}

it('a mark that the log refused is written the next time, with its latest value', async () => {
  const { marks, kept, fail, errors } = open();
  fail(true);
  marks.note(id, 'a', { got: 3, read: 2 });
  expect(await kept()).toEqual([]);
  expect(errors).toHaveLength(1);
  marks.note(id, 'a', { got: 5, read: 2 });
  fail(false);
  expect(await kept()).toEqual([['a', { got: 5, read: 2 }]]);
  expect(await kept()).toHaveLength(1);
});

it('a mark noted during the write of another is written after it', async () => {
  const { marks, kept } = open();
  marks.note(id, 'a', { got: 3, read: 3 });
  const first = marks.keep();
  marks.note(id, 'a', { got: 7, read: 4 });
  await first;
  expect((await kept()).at(-1)).toEqual(['a', { got: 7, read: 4 }]);
});

it('a mark never moves back, before or after it is in the rows', async () => {
  const { marks, row, kept } = open();
  expect(marks.note(id, 'a', { got: 5, read: 4 })).toEqual({ id: 'a', got: 5, read: 4 });
  expect(marks.note(id, 'a', { got: 4, read: 3 })).toBeUndefined();
  await kept();
  expect(marks.note(id, 'a', { got: 4, read: 3 })).toBeUndefined();
  row.marks.a = { got: 5, read: 4 };
  await kept();
  expect(marks.note(id, 'a', { got: 1, read: 1 })).toBeUndefined();
  // Sending a message marks all messages as read in the rows without calling `note`, so the rows may be ahead.
  marks.note(id, 'a', { got: 6, read: 6 });
  row.marks.a = { got: 8, read: 8 };
  expect(marks.note(id, 'a', { got: 7, read: 7 })).toBeUndefined();
  expect(marks.note(id, 'a', { got: 99, read: 9 })).toEqual({ id: 'a', got: 10, read: 9 });
  expect(await kept()).toEqual([
    ['a', { got: 5, read: 4 }],
    ['a', { got: 10, read: 9 }],
  ]);
});

it('a read mark implies receipt, and never exceeds the last message', () => {
  const { marks } = open();
  expect(marks.note(id, 'a', { got: 0, read: 99 })).toEqual({ id: 'a', got: 10, read: 10 });
  expect(marks.note('service.nobody', 'a', { got: 1, read: 1 })).toBeUndefined();
});

it('marks are written again after a failed read of the rows', async () => {
  const { marks, kept, shut, errors } = open();
  marks.note(id, 'a', { got: 3, read: 2 });
  shut(true);
  expect([await kept(), errors.length]).toEqual([[], 1]);
  shut(false);
  expect(await kept()).toEqual([['a', { got: 3, read: 2 }]]);
});
