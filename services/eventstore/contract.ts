/** The contract of every event store. Each adapter runs it as tests. */
import { afterEach, beforeEach, describe } from 'vitest';
import { testAppending } from './contract/appending.ts';
import type { ContractContext, StoreUnderTest } from './contract/context.ts';
import { testRandomAppends } from './contract/random-appends.ts';
import { testReading } from './contract/reading.ts';
import { testReopening } from './contract/reopening.ts';
import { testSubscribing } from './contract/subscribing.ts';

/**
 * Describes one adapter. `open` creates an empty store for each test. Its result's `reopen` opens the files as a
 * killed process would leave them; an adapter without persistence omits `reopen`.
 */
export function describeEventStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`event store: ${name}`, () => {
    let opened: StoreUnderTest;
    const bench: ContractContext = {
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

    describe('appending', () => testAppending(bench));
    describe('reading', () => testReading(bench));
    describe('subscribing', () => testSubscribing(bench));
    describe('reopening', () => testReopening(bench));
    describe('any sequence of appends', () => testRandomAppends(bench));
  });
}
