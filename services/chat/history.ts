/** A page of a conversation's history, for whoever is in it. */
import type { ChatMessage } from '#projections/chat/item.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { ReadModels } from '#projections/readmodels.ts';

/** Numbers of messages. `around`: the one that stands in the middle of what is given. None: the newest. */
export type PageAsked = {
  before?: number;
  after?: number;
  around?: number;
  size: number;
};

/** @returns undefined where the conversation is none of theirs; `count`: number of the newest message */
export function pageOfHistory(
  models: Pick<ReadModels, 'talk' | 'saidPage'>,
  ctx: PresentCtx,
  id: string,
  { before, after, around, size }: PageAsked,
): { items: ChatMessage[]; count: number } | undefined {
  const talk = models.talk(ctx, id);
  if (!talk) return undefined;
  const from = around === undefined ? after : Math.max(0, around - Math.ceil(size / 2));
  return { items: models.saidPage(ctx, id, { before, after: from, size }), count: talk.item.count };
}
