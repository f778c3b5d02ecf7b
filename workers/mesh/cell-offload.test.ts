import { describe, expect, it } from 'vitest';
import type { CellPart, CellTask } from './cell.ts';
import { offloadUpToLimit } from './cell-offload.ts';

// The boundary: what a task and its part hold is another module's.
const task = {} as CellTask;
const part = {} as CellPart;

describe('cells beside', () => {
  it('are taken once the other thread is there, and no more than it can have done soon', async () => {
    const waiting: (() => void)[] = [];
    let begun = () => {};
    const ready = new Promise<void>(resolve => {
      begun = resolve;
    });
    const take = offloadUpToLimit(ready, () => new Promise(resolve => waiting.push(() => resolve(part))));
    expect(take(task)).toBeUndefined();
    begun();
    await ready;
    const taken = Array.from({ length: 20 }, () => take(task)).filter(one => one !== undefined);
    expect(taken.length).toBe(waiting.length);
    expect(taken.length).toBeLessThan(10);
    waiting[0]?.();
    await taken[0];
    expect(take(task)).toBeDefined();
  });

  it('are none where it never is', async () => {
    const failed = Promise.reject(new Error('no worker within a worker'));
    const take = offloadUpToLimit(failed, () => Promise.resolve(part));
    await failed.catch(() => undefined);
    expect(take(task)).toBeUndefined();
  });
});
