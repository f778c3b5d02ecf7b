import { describe, expect, it } from 'vitest';
import type { CellTask, SimplifiedCell } from './cell.ts';
import { createLimitedCellOffload } from './cell-offload.ts';

// Cast: this module never reads the content of a task or its result.
const task = {} as CellTask;
const part = {} as SimplifiedCell;

describe('offloading cells', () => {
  it('starts when the worker is ready, and keeps the number in flight limited', async () => {
    const waiting: (() => void)[] = [];
    let begun = () => {};
    const ready = new Promise<void>(resolve => {
      begun = resolve;
    });
    const take = createLimitedCellOffload(
      ready,
      () => new Promise(resolve => waiting.push(() => resolve(part))),
    );
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

  it('offloads nothing when the worker cannot start', async () => {
    const failed = Promise.reject(new Error('no worker within a worker'));
    const take = createLimitedCellOffload(failed, () => Promise.resolve(part));
    await failed.catch(() => undefined);
    expect(take(task)).toBeUndefined();
  });
});
