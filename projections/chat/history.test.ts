import { expect, it } from 'vitest';
import type { Own } from '../found.ts';
import type { PresentCtx } from '../present.ts';
import { createHistoryReads } from './history.ts';
import type { ChatMessage } from './item.ts';

/** Searches where the words find so many messages, none of which is this person's to see. */
function searched(count: number) {
  // The boundary: of the rows, a search asks for these only.
  const own = {
    newestOf: ({ before = count + 1, limit }: { before?: number; limit: number }) =>
      Array.from({ length: Math.min(limit, before - 1) }, (_, i) => ({ id: '', at: before - 1 - i })),
    items: () => [],
  } as unknown as Own<ChatMessage>;
  const viewer = { id: 't', orgId: 'o', position: 'Technician', serves: [] };
  const ctx = { viewer } as unknown as PresentCtx;
  return createHistoryReads(own).searchSaid(ctx, { keyword: 'x', size: 50 });
}

it('a search that did not look at all that its words find says so', () => {
  expect(searched(100)).toEqual({ items: [], more: false });
  expect(searched(100_000)).toEqual({ items: [], more: true });
});
