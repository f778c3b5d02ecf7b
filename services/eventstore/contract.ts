/** What every event store must do, whatever stands behind it: run by each adapter's tests. */
import { afterEach, beforeEach, describe } from 'vitest';
import { appending } from './contract/appending.ts';
import type { Bench, OpenStore } from './contract/bench.ts';
import { reading } from './contract/reading.ts';
import { reopening } from './contract/reopening.ts';
import { sequences } from './contract/sequences.ts';
import { subscribing } from './contract/subscribing.ts';

/**
 * Describes one adapter. `open` makes an empty store for each test; `reopen` in its answer opens what a killed process
 * would have left, and is absent where nothing outlives the process.
 */
export function describeEventStore(name: string, open: () => Promise<OpenStore>): void {
  describe(`event store: ${name}`, () => {
    let opened: OpenStore;
    const bench: Bench = {
      get store() {
        return opened.store;
      },
      get gaps() {
        return opened.gaps ?? false;
      },
      get many() {
        return opened.many ?? 10_000;
      },
      reopen: () => opened.reopen?.(),
      fresh: open,
    };
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    describe('appending', () => appending(bench));
    describe('reading', () => reading(bench));
    describe('subscribing', () => subscribing(bench));
    describe('reopening', () => reopening(bench));
    describe('any sequence of appends', () => sequences(bench));
  });
}
