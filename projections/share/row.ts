/** The rows `share`: the links of a case in order of creation. They contain ids, but nothing that opens a link. */

import type { Recorded } from '#events/envelope.ts';
import { evolveShare, type Share } from '#events/share/share.ts';
import { shareStreamPrefix } from '#events/share/stream.ts';
import { recordOf } from '#events/streams.ts';
import type { ViewRowReads } from '../row-access.ts';
import { type FoldedView, presentToNobody } from '../view.ts';

/** The row's id is the case's. */
export type CaseSharesRow = { shares: Share[] };

function fold(row: CaseSharesRow | undefined, event: Recorded): CaseSharesRow {
  const e = recordOf('share', event);
  const shares = row?.shares ?? [];
  const before = shares.find(share => share.id === e.data.shareId);
  const after = evolveShare(before, e);
  if (!after) return { shares };
  return { shares: before ? shares.map(s => (s === before ? after : s)) : [...shares, after] };
}

export type ShareReads = {
  /** All links of a case, expired ones too. Callers check the right. */
  sharesOf(caseId: string): readonly Share[];
};

export const shareView = {
  name: 'share',
  version: 1,
  keep: 500,
  follows: [shareStreamPrefix],
  keys: event => [recordOf('share', event).data.caseId],
  fold,
  // The routes present links, because they know the secret that turns an id into an address.
  rooms: () => [],
  present: presentToNobody,
  impersonal: true,
  reads: ({ find }: ViewRowReads<never>): ShareReads => ({
    sharesOf: caseId => find<CaseSharesRow>('share', caseId)?.row.shares ?? [],
  }),
} satisfies FoldedView<CaseSharesRow, never>;
