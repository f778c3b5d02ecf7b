import { expect, test } from 'vitest';
import {
  type ContractContext,
  collectItems,
  createTestEvent,
  createTestEvents,
  numbersUpTo,
  positionNumbersOf,
} from './context.ts';

/** Tests the store as it is after a kill. A store without persistence must not offer `reopen`. */
export function testReopening(bench: ContractContext): void {
  test('finds the same events, numbers and log id after a kill', async () => {
    const { store } = bench;
    await store.append('case-a', 'none', createTestEvents(300));
    await store.append('case-b', 'none', [
      createTestEvent('b', { personal: { name: '张伟' }, subject: 'patient-1' }),
    ]);
    const before = await collectItems(store.readAll());
    const reopened = await bench.reopen();
    if (reopened === undefined) return expect(before).toHaveLength(301);
    expect(reopened.id).toBe(store.id);
    expect(await reopened.head()).toBe(301n);
    expect(await collectItems(reopened.readAll())).toEqual(before);
  });

  test('continues after the last number, and recognises repeated appends', async () => {
    const { store } = bench;
    const first = await store.append('case-a', 'none', createTestEvents(3));
    const reopened = (await bench.reopen()) ?? store;
    expect(await reopened.append('case-a', 'none', createTestEvents(3))).toEqual({
      ...first,
      repeated: true,
    });
    await expect(reopened.append('case-a', 'none', [createTestEvent('no')])).rejects.toMatchObject({
      actual: 2n,
    });
    expect(await reopened.append('case-a', 2n, [createTestEvent('next')])).toMatchObject({
      position: 4n,
      revision: 3n,
    });
    expect(positionNumbersOf(await collectItems(reopened.readAll()))).toEqual(numbersUpTo(4));
  });
}
