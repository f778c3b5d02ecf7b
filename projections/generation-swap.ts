/** Replaces the current file of rows while it answers, for a rebuild or for a copy without traces. */

import { catchUpGeneration } from './catch-up.ts';
import * as erasing from './erasing.ts';
import { removeRowDatabase } from './files.ts';
import { buildGeneration, copyWithoutDeletedContent, type Generation, type RowSource } from './generation.ts';
import type { DelayTimers } from './projector.ts';
import { isDiskFullError } from './sqlite-errors.ts';

/** Retry interval while the disk is full. */
const FULL_MS = 60_000;

export function createGenerationSwap(first: Generation, dir: string, source: RowSource, timers: DelayTimers) {
  let current = first;
  let last: Promise<unknown> = Promise.resolve();
  let cleaning: Promise<void> | undefined;
  const closing = new AbortController();

  /** Serialises replacements. */
  const serial = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  /** No event is folded between the last catch-up and the switch, because both happen in one turn. */
  const switchTo = async (next: Generation): Promise<void> => {
    try {
      while (next.position < current.position) await catchUpGeneration(next, current.position, source);
    } catch (error) {
      next.store.close();
      removeRowDatabase(next.store.file);
      throw error;
    }
    const old = current;
    current = next;
    old.store.close();
    removeRowDatabase(old.store.file);
  };

  const clean = async (): Promise<void> => {
    const traces = erasing.erasedDataMarkOf(current.store);
    if (traces === '' || closing.signal.aborted) return;
    await switchTo(await copyWithoutDeletedContent(current, dir, source, closing.signal));
    // Another erasure may have been folded during the copy. Its mark differs.
    if (erasing.erasedDataMarkOf(current.store) === traces) erasing.deleteErasedDataLeft(current.store);
  };

  const tryClean = (): Promise<void> =>
    serial(clean).catch(async error => {
      if (closing.signal.aborted) return;
      if (!isDiskFullError(error)) throw error;
      await pause();
    });
  const pause = () =>
    new Promise<void>(resolve => {
      const end = () => {
        cancel();
        closing.signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = timers.after(FULL_MS, end);
      closing.signal.addEventListener('abort', end);
    });

  /** Resolves once no file of rows contains data of an erased patient. */
  const cleaned = async (): Promise<void> => {
    while (!closing.signal.aborted && erasing.erasedDataMarkOf(current.store) !== '') {
      cleaning ??= tryClean().finally(() => {
        cleaning = undefined;
      });
      await cleaning;
    }
  };

  return {
    current: () => current,
    serial,
    cleaned,
    rebuild: () => serial(async () => switchTo(await buildGeneration(dir, source))),
    close: async (): Promise<void> => {
      closing.abort(new Error('the rows are closed'));
      await last;
      current.store.close();
    },
  };
}
