/** The rows `inbox`: up to when a person has read everything, and the topics that are switched off. */

import type { Recorded } from '#events/envelope.ts';
import { noticeStreamPrefix } from '#events/notice/events.ts';
import { inboxStreamPrefix } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import { inboxRoom } from '../rooms.ts';
import type { FoldedView } from '../view.ts';
import type { InboxItem } from './item.ts';
import { presentInbox } from './present.ts';
import { createInboxReads } from './reads.ts';
import type { InboxRow } from './rows.ts';

function inboxFold(row: InboxRow | undefined, event: Recorded, personId: string): InboxRow | null {
  const before: InboxRow = row ?? { personId, upTo: '', allRead: [], off: [] };
  if (event.stream.startsWith(noticeStreamPrefix)) {
    const e = recordOf('notice', event);
    return e.type === 'HereChosen' ? { ...before, off: e.data.off } : (row ?? null);
  }
  const e = recordOf('inbox', event);
  if (e.type !== 'AllMessagesRead' && e.type !== 'AllReadTakenBack') return row ?? null;
  const { upTo, messageIds = [] } = e.data;
  const isBack = e.type === 'AllReadTakenBack';
  const isMoved = isBack ? upTo < before.upTo : upTo > before.upTo;
  return isMoved ? { ...before, upTo, allRead: isBack ? [] : messageIds } : before;
}

const ofAll = ['AllMessagesRead', 'AllReadTakenBack', 'HereChosen'];

export const inboxView = {
  name: 'inbox',
  version: 3,
  keep: 2000,
  follows: [inboxStreamPrefix, noticeStreamPrefix],
  keys: event => (ofAll.includes(event.type) ? [event.stream.slice(event.stream.indexOf('-') + 1)] : []),
  fold: (row, event, _read, id) => inboxFold(row, event, id),
  rooms: row => [inboxRoom(row.personId)],
  present: presentInbox,
  reads: createInboxReads,
} satisfies FoldedView<InboxRow, InboxItem>;
