/** The contract of every event store. Each adapter runs it as tests. */
import { afterEach, beforeEach, describe } from 'vitest';
import { appending } from './contract/appending.ts';
import type { Bench, OpenStore } from './contract/bench.ts';
import { reading } from './contract/reading.ts';
import { reopening } from './contract/reopening.ts';
import { sequences } from './contract/sequences.ts';
import { subscribing } from './contract/subscribing.ts';

/**
 * Describes one adapter. `open` creates an empty store for each test. Its answer's `reopen` opens the files
 * as a killed process would leave them; an adapter without persistence omits it.
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
