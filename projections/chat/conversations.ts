/** The rows `conversations`: one for each conversation with messages. They contain no message text. */

import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import { evolveClaim, isConversationClosed, noClaim } from '#events/chat/claim.ts';
import {
  amendStreamPrefix,
  chatStreamPrefix,
  claimStreamPrefix,
  conversationOfStream,
  conversationsOfCase,
  parseConversationId,
  seenStreamPrefix,
} from '#events/chat/conversation.ts';
import type { ClaimEvent } from '#events/chat/events.ts';
import { askingPositions, conversationKinds } from '#events/chat/kinds.ts';
import type { Recorded } from '#events/envelope.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import { isCaseOwner } from '#events/person/position.ts';
import { recordOf } from '#events/streams.ts';
import { readCaseRow } from '../case/row.ts';
import { personAtEvent, servingOrganisationAtEvent, staffIdsOf } from '../people/row.ts';
import {
  conversationsRoom,
  deskConversationsRoom,
  doctorSideRoomsIn,
  roomsSeeingCase,
  staffRoom,
} from '../rooms.ts';
import type { FoldedView, RowReader, Sight } from '../view.ts';
import type { Conversation } from './item.ts';
import { takesPartInConversation } from './participation.ts';
import { presentConversation } from './present.ts';
import { createConversationReads } from './reads.ts';
import { chatsRoute } from './route.ts';
import { type ConversationRow, type ReadMark, readConversationRow } from './rows.ts';

/** A conversation before its first message; undefined if its owner does not exist. */
function begin(id: string, read: RowReader): ConversationRow | undefined {
  const of = parseConversationId(id);
  const empty = {
    ...{
      count: 0,
      last: '',
      lastAt: '',
      touched: '',
      people: [],
      present: [],
      inRooms: [],
      waitingSince: null,
    },
    claim: noClaim,
    marks: {},
    mentions: {},
  };
  if (of && conversationKinds[of.kind].of === 'doctor') {
    const owner = personAtEvent(read, of.id);
    const servedBy = owner && servingOrganisationAtEvent(read, owner.orgId);
    return servedBy === undefined
      ? undefined
      : { kind: of.kind, caseId: null, ownerId: of.id, servedBy, rooms: [], ...empty };
  }
  const state = of && readCaseRow(read, of.id);
  if (!state) return undefined;
  const { caseId, ownerId, formerOwners, servedBy } = state;
  return { kind: of.kind, caseId, ownerId, formerOwners, servedBy, rooms: roomsSeeingCase(state), ...empty };
}

const withPeople = (row: ConversationRow, ...ids: readonly string[]): ConversationRow => {
  const people = new Set([...row.people, ...ids]);
  people.delete(row.ownerId);
  return people.size === row.people.length ? row : { ...row, people: [...people] };
};

/** Updates which participants still see the conversation. */
function seenBy(row: ConversationRow, { at }: Recorded, read: RowReader): ConversationRow {
  const seeing = row.people.flatMap(id => {
    const person = personAtEvent(read, id);
    return person && !person.frozen && takesPartInConversation(viewerOf(person, Date.parse(at)), row)
      ? person
      : [];
  });
  const present = seeing.map(person => person.id);
  // Assistants and colleagues in the owner's place find it in the owner's rooms, as long as they have the right.
  const inRooms = seeing
    .filter(person => !isCaseOwner(person.position) && !person.serves.includes(row.ownerId))
    .map(person => person.id);
  const same = present.join() === row.present.join() && inRooms.join() === row.inRooms.join();
  return same ? row : { ...row, present, inRooms };
}

const markOf = (row: ConversationRow, id: string): ReadMark => row.marks[id] ?? { got: 0, read: 0 };

function said(before: ConversationRow, event: Recorded, read: RowReader): ConversationRow {
  const { by, at, id, data } = recordOf('chat', event);
  const count = event.revision + 1;
  const { desk, joins } = conversationKinds[before.kind];
  const asks = desk && askingPositions.includes(personAtEvent(read, by)?.position ?? 'Service');
  const joining = joins.flatMap(position => staffIdsOf(read, before.servedBy, position));
  const waitingSince = asks ? (before.waitingSince ?? at) : null;
  const mentions = { ...before.mentions, ...Object.fromEntries(data.mentions.map(who => [who, count])) };
  const marks = { ...before.marks, [by]: { got: count, read: count } };
  const row = { ...before, count, last: id, lastAt: at, waitingSince, mentions, marks };
  return withPeople(row, by, ...data.mentions, ...joining);
}

/** A read mark never moves back, and never beyond the last message. */
function seen(row: ConversationRow, event: Recorded): ConversationRow {
  const { by, data } = recordOf('seen', event);
  const before = markOf(row, by);
  const upTo = (n: number, last: number) => Math.min(row.count, Math.max(n, last));
  const read = upTo(data.read, before.read);
  const got = Math.max(read, upTo(data.got, before.got));
  if (read === before.read && got === before.got) return row;
  return { ...row, marks: { ...row.marks, [by]: { got, read } } };
}

/** The newest message's text is shown with its conversation, so an edit changes the row's display. */
function amended(row: ConversationRow, event: Recorded): ConversationRow {
  const { data, position } = recordOf('amend', event);
  return data.message === row.last ? { ...row, touched: String(position) } : row;
}

function claimed(row: ConversationRow, event: Recorded): ConversationRow {
  const e: ClaimEvent & { revision: number; by: string } = recordOf('claim', event);
  const claim = evolveClaim(row.claim, e);
  const waitingSince = isConversationClosed(claim, row.count) ? null : row.waitingSince;
  return withPeople({ ...row, claim, waitingSince }, ...(claim.holder ? [claim.holder] : []));
}

/** The case decides who sees its conversation. The designer takes part from the day of the assignment. */
function moved(row: ConversationRow, read: RowReader): ConversationRow {
  const state = row.caseId === null ? undefined : readCaseRow(read, row.caseId);
  if (!state) return row;
  const rooms = roomsSeeingCase(state);
  const same = rooms.join() === row.rooms.join();
  return withPeople(
    same ? row : { ...row, ownerId: state.ownerId, formerOwners: state.formerOwners, rooms },
    ...(state.assigneeId ? [state.assigneeId] : []),
  );
}

/** Updates a conversation after an event of its case: visibility, and the patient's name. */
function followed(row: ConversationRow, event: Recorded, read: RowReader): ConversationRow {
  const e = recordOf('case', event);
  const renamed = e.type === 'SectionSaved' && e.data.section === 'patient';
  return moved(renamed ? { ...row, touched: String(event.position) } : row, read);
}

const folds: Record<string, (row: ConversationRow, event: Recorded, read: RowReader) => ConversationRow> = {
  [chatStreamPrefix]: (row, event, read) => moved(said(row, event, read), read),
  [amendStreamPrefix]: amended,
  [seenStreamPrefix]: seen,
  [claimStreamPrefix]: claimed,
  [caseStreamPrefix]: followed,
};

const prefixOf = (stream: string) => stream.slice(0, stream.indexOf('-') + 1);

/**
 * The conversation's group at the desk: waiting or answered, with its holder; `laboratory` if the desk reads
 * without answering.
 */
function deskGroup(row: ConversationRow): string {
  if (!conversationKinds[row.kind].desk) return 'laboratory';
  if (isConversationClosed(row.claim, row.count)) return 'closed';
  return `${row.waitingSince === null ? 'answered' : 'waiting'}.${row.claim.holder ?? ''}`;
}

function sights(row: ConversationRow): Sight[] {
  const { of, ownSide, desk } = conversationKinds[row.kind];
  const gone = of === 'case' && row.rooms.length === 0;
  if (gone) return [];
  const at = row.lastAt;
  const mine = [...(ownSide ? [row.ownerId, ...doctorSideRoomsIn(row.rooms)] : []), ...row.inRooms].map(
    id => ({
      list: 'talks',
      room: conversationsRoom(id),
      group: 'all',
      sort: { at },
    }),
  );
  // Those waiting longest are first; the others are sorted by their newest message.
  const since = row.waitingSince ?? at;
  // The desk sees a draft's conversation only if it answers it.
  if (!desk && !row.rooms.includes(staffRoom(row.servedBy))) return mine;
  return [
    ...mine,
    { list: 'front', room: deskConversationsRoom(row.servedBy), group: deskGroup(row), sort: { since, at } },
  ];
}

export const conversationsView = {
  name: 'conversations',
  version: 5,
  keep: 5000,
  follows: [chatStreamPrefix, amendStreamPrefix, seenStreamPrefix, claimStreamPrefix, caseStreamPrefix],
  keys: (event, read) => {
    if (!event.stream.startsWith(caseStreamPrefix)) return [conversationOfStream(event.stream)];
    return conversationsOfCase(caseIdOfEvent(event)).filter(id => readConversationRow(read, id));
  },
  fold: (row, event, read, id) => {
    // A conversation begins with its first message; earlier events are ignored.
    const before = row ?? (event.stream.startsWith(chatStreamPrefix) ? begin(id, read) : undefined);
    const fold = folds[prefixOf(event.stream)];
    if (!before || !fold) return row ?? null;
    const after = fold(before, event, read);
    return after === row ? row : seenBy(after, event, read);
  },
  lists: { talks: ['at'], front: ['since', 'at'] },
  sights,
  resumes: true,
  impersonal: true,
  present: presentConversation,
  asks: chatsRoute,
  reads: createConversationReads,
} satisfies FoldedView<ConversationRow, Conversation>;
