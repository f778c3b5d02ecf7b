/** A page of a conversation's history, for its participants. */
import type { ChatMessage } from '#projections/chat/item.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { ReadModels } from '#projections/readmodels.ts';

/** Message numbers. `around`: the one in the middle of the page. Default: the newest. */
export type HistoryPageQuery = {
  before?: number;
  after?: number;
  around?: number;
  size: number;
};

/** @returns undefined if the person is not in the conversation; `count`: number of the newest message */
export function readHistoryPage(
  models: Pick<ReadModels, 'talk' | 'saidPage'>,
  ctx: PresentCtx,
  id: string,
  { before, after, around, size }: HistoryPageQuery,
): { items: ChatMessage[]; count: number } | undefined {
  const talk = models.talk(ctx, id);
  if (!talk) return undefined;
  const from = around === undefined ? after : Math.max(0, around - Math.ceil(size / 2));
  return { items: models.saidPage(ctx, id, { before, after: from, size }), count: talk.item.count };
}
