/** Reads conversations: one by id, lists, and counts. */

import type { CaseState } from '#events/case/case.ts';
import { caseOfConversation, parseConversationId } from '#events/chat/conversation.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import { isDeskPosition } from '#events/desk/rights.ts';
import { isCaseOwner, type Viewer } from '#events/person/position.ts';
import { toWirePosition } from '#events/wire.ts';
import type { ListPage } from '../contract.ts';
import { organisationNow, personNow } from '../people/row.ts';
import type { PresentCtx } from '../present.ts';
import { conversationRoomsOf, deskConversationsRoom, roomsSeeingCase } from '../rooms.ts';
import type { RowReads, ViewRowReads } from '../row-access.ts';
import type { Conversation, ConversationCounts, DeskTab } from './item.ts';
import {
  type ConversationFacts,
  conversationKindsFor,
  participantIds,
  takesPartInConversation,
} from './participation.ts';
import { patientNameOf } from './present.ts';
import type { ConversationRow } from './rows.ts';

export const deskTabs = ['mine', 'free', 'all', 'closed', 'laboratory'] as const satisfies readonly DeskTab[];

/** Without `desk`: this person's own conversations, newest first. */
export type ConversationQuery = { page: number; size: number; desk?: DeskTab };

export type ConversationReads = {
  /** A conversation that this person takes part in or could begin; undefined for any other. */
  talk(ctx: PresentCtx, id: string): { facts: ConversationFacts; item: Conversation } | undefined;
  /** As `talk`, but returns only the facts that decide who takes part. */
  talkFacts(viewer: Viewer, id: string): ConversationFacts | undefined;
  conversations(ctx: PresentCtx, query: ConversationQuery): ListPage<Conversation>;
  talkCounts(ctx: PresentCtx): ConversationCounts;
  /**
   * Conversations waiting at an organisation's desk, the longest first; `told`: its supervisors were
   * notified.
   */
  waitingAt(orgId: string): { id: string; since: string; told: boolean }[];
  /** The stored row, for commands and effects. */
  conversationRowOf(id: string): ConversationRow | undefined;
};

/** Facts of a conversation before its first message. */
function notYet(rows: RowReads, id: string): ConversationFacts | undefined {
  const of = parseConversationId(id);
  if (of && conversationKinds[of.kind].of === 'case') {
    const state = rows.find<CaseState>('case', of.id)?.row;
    return (
      state && {
        kind: of.kind,
        ownerId: state.ownerId,
        servedBy: state.servedBy,
        rooms: roomsSeeingCase(state),
        count: 0,
      }
    );
  }
  const owner = of && personNow(rows, of.id);
  if (!owner || !isCaseOwner(owner.position)) return undefined;
  const servedBy = organisationNow(rows, owner.orgId)?.servedBy;
  return servedBy === undefined
    ? undefined
    : { kind: of.kind, ownerId: owner.id, servedBy, rooms: [], count: 0 };
}

/** An empty conversation, as its people get it. */
function unbegun(ctx: PresentCtx, id: string, facts: ConversationFacts, rows: RowReads): Conversation {
  const owner = ctx.person(facts.ownerId);
  const people = participantIds({ ...facts, present: [] }).map(one => ctx.person(one));
  const caseId = caseOfConversation(id);
  return {
    id,
    kind: facts.kind,
    caseId,
    owner,
    patientName: patientNameOf({ caseId, kind: facts.kind }, ctx, rows),
    kinds: conversationKindsFor(ctx.viewer, facts),
    count: 0,
    last: null,
    unread: 0,
    mentioned: null,
    waitingSince: null,
    holder: null,
    closed: false,
    escalated: false,
    people,
    marks: [],
    position: toWirePosition(ctx.logId, 0n),
  };
}

const wantsOf: Record<DeskTab, (id: string) => (group: string) => boolean> = {
  mine: id => group => group === `waiting.${id}` || group === `answered.${id}`,
  free: () => group => group === 'waiting.',
  all: () => group => group !== 'closed' && group !== 'laboratory',
  closed: () => group => group === 'closed',
  laboratory: () => group => group === 'laboratory',
};

/** Newest conversations that are searched for unread messages. */
const looked = 200;
/** Maximum number of waiting conversations that are read for one desk. */
const mostWaiting = 2000;

function pageOfIds(
  own: ViewRowReads<Conversation>,
  { viewer }: PresentCtx,
  { page, size, desk }: ConversationQuery,
) {
  const run = { offset: (page - 1) * size, limit: size };
  if (!desk)
    return own.pageOfIds({
      list: 'talks',
      rooms: conversationRoomsOf(viewer).talks,
      sort: 'at',
      descending: true,
      ...run,
    });
  if (!isDeskPosition(viewer.position)) return { ids: [], total: 0 };
  const isByNewest = desk === 'closed' || desk === 'laboratory';
  const order = isByNewest ? { sort: 'at', descending: true } : { sort: 'since', descending: false };
  const where = {
    list: 'front',
    rooms: [deskConversationsRoom(viewer.orgId)],
    wants: wantsOf[desk](viewer.id),
  };
  return own.pageOfIds({ ...where, ...order, ...run });
}

export function createConversationReads(own: ViewRowReads<Conversation>): ConversationReads {
  const atDesk = ({ viewer }: PresentCtx, tab: DeskTab) => {
    if (!isDeskPosition(viewer.position)) return 0;
    const wants = wantsOf[tab](viewer.id);
    const groups = [...own.histogram('front', deskConversationsRoom(viewer.orgId))];
    return groups.reduce((sum, [group, n]) => sum + (wants(group) ? n : 0), 0);
  };
  const talkFacts: ConversationReads['talkFacts'] = (viewer, id) => {
    const facts = own.find<ConversationRow>('conversations', id)?.row ?? notYet(own, id);
    return facts && takesPartInConversation(viewer, facts) ? facts : undefined;
  };
  return {
    talkFacts,
    talk: (ctx, id) => {
      const facts = talkFacts(ctx.viewer, id);
      return facts && { facts, item: own.item(ctx, id) ?? unbegun(ctx, id, facts, own) };
    },
    conversations: (ctx, query) => {
      const { ids, total } = pageOfIds(own, ctx, query);
      return { items: own.items(ctx, ids), total, page: query.page, size: query.size };
    },
    talkCounts: ctx => {
      const { ids } = pageOfIds(own, ctx, { page: 1, size: looked });
      const unread = own.items(ctx, ids).reduce((n, item) => n + item.unread, 0);
      return { unread, free: atDesk(ctx, 'free'), mine: atDesk(ctx, 'mine') };
    },
    waitingAt: orgId => {
      const wants = (group: string) => group.startsWith('waiting.');
      const where = {
        list: 'front',
        rooms: [deskConversationsRoom(orgId)],
        wants,
        sort: 'since',
        descending: false,
      };
      return own.pageOfIds({ ...where, offset: 0, limit: mostWaiting }).ids.flatMap(id => {
        const row = own.find<ConversationRow>('conversations', id)?.row;
        const since = row?.waitingSince;
        return row && since ? { id, since, told: row.claim.escalated === since } : [];
      });
    },
    conversationRowOf: id => own.find<ConversationRow>('conversations', id)?.row,
  };
}
