/** The rows `share`: the links of a case, in the order in which they were made. They hold ids, and nothing that opens one. */

import type { Recorded } from '#events/envelope.ts';
import { evolveShare, type Share } from '#events/share/share.ts';
import { shareStreamPrefix } from '#events/share/stream.ts';
import { recordOf } from '#events/streams.ts';
import type { Own } from '../found.ts';
import { type FoldedView, nobody } from '../view.ts';

/** Its id is the case's. */
export type ShareRow = { shares: Share[] };

function fold(row: ShareRow | undefined, event: Recorded): ShareRow {
  const e = recordOf('share', event);
  const shares = row?.shares ?? [];
  const before = shares.find(share => share.id === e.data.shareId);
  const after = evolveShare(before, e);
  if (!after) return { shares };
  return { shares: before ? shares.map(s => (s === before ? after : s)) : [...shares, after] };
}

export type ShareReads = {
  /** Every link of a case, old ones too. Whoever asks has the right to. */
  sharesOf(caseId: string): readonly Share[];
};

export const share = {
  name: 'share',
  version: 1,
  keep: 500,
  follows: [shareStreamPrefix],
  keys: event => [recordOf('share', event).data.caseId],
  fold,
  // Links are told by their routes, which know the secret that makes an address of an id.
  rooms: () => [],
  present: nobody,
  impersonal: true,
  reads: ({ find }: Own<never>): ShareReads => ({
    sharesOf: caseId => find<ShareRow>('share', caseId)?.row.shares ?? [],
  }),
} satisfies FoldedView<ShareRow, never>;
