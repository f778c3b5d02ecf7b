import { expect, it } from 'vitest';
import type { PresentCtx } from '../present.ts';
import type { ViewRowReads } from '../row-access.ts';
import { createMessageHistoryReads } from './history.ts';
import type { ChatMessage } from './item.ts';

/** Runs a search with `count` matching messages, all hidden from the viewer. */
function searched(count: number) {
  // The boundary: a search uses only these functions of the rows.
  const own = {
    newestOf: ({ before = count + 1, limit }: { before?: number; limit: number }) =>
      Array.from({ length: Math.min(limit, before - 1) }, (_, i) => ({ id: '', at: before - 1 - i })),
    items: () => [],
  } as unknown as ViewRowReads<ChatMessage>;
  const viewer = { id: 't', orgId: 'o', position: 'Technician', serves: [] };
  const ctx = { viewer } as unknown as PresentCtx;
  return createMessageHistoryReads(own).searchSaid(ctx, { keyword: 'x', size: 50 });
}

it('reports that the search stopped before it had checked every match', () => {
  expect(searched(100)).toEqual({ items: [], more: false });
  expect(searched(100_000)).toEqual({ items: [], more: true });
});
