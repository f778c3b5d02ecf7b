/**
 * All views, in fold order. Views that read the case before an event come first, views that read it after the event
 * come last.
 */
import type * as z from 'zod/mini';
import { auditView } from './audit/row.ts';
import { caseView } from './case/row.ts';
import { caseListView } from './caseList/row.ts';
import { conversationsView } from './chat/conversations.ts';
import { chatAnswersView, chatFilesView, chatMessagesView } from './chat/messages.ts';
import { dataRequestsView } from './dataRequests/view.ts';
import { deskView } from './desk/row.ts';
import { eventDaysView } from './eventDays/row.ts';
import { historyView } from './history/row.ts';
import { inboxView } from './messages/inbox.ts';
import { recipientsView } from './messages/recipients.ts';
import { messagesView } from './messages/row.ts';
import { articlesView } from './news/row.ts';
import { paceView } from './pace/row.ts';
import { parcelsView } from './parcels/row.ts';
import { patientsView } from './patients/view.ts';
import { namesView } from './people/names.ts';
import { peopleView } from './people/row.ts';
import { questionsView } from './questions/view.ts';
import { retainersView } from './retainers/view.ts';
import { shareView } from './share/row.ts';
import { productionBoardView } from './shop/row.ts';
import type { View } from './view.ts';

export const views = [
  peopleView,
  namesView,
  historyView,
  messagesView,
  recipientsView,
  inboxView,
  caseView,
  caseListView,
  retainersView,
  parcelsView,
  patientsView,
  shareView,
  dataRequestsView,
  questionsView,
  paceView,
  eventDaysView,
  productionBoardView,
  conversationsView,
  chatFilesView,
  chatAnswersView,
  chatMessagesView,
  deskView,
  articlesView,
  auditView,
] as const satisfies readonly View[];

/** Answers of views to HTTP, by path. */
type Asks = Extract<(typeof views)[number], { asks: object }>['asks'];
export type ViewPath = Asks['path'];
type AskOf<P extends ViewPath> = Extract<Asks, { path: P }>;
export type ViewQueryParams<P extends ViewPath> = z.infer<AskOf<P>['query']>;
export type ViewAnswer<P extends ViewPath> = ReturnType<AskOf<P>['answer']>;

/**
 * A function of the reads. TypeScript infers an argument as the intersection of a union, which makes one type of all
 * reads.
 */
type Takes<V> = V extends { reads(own: never): infer Reads } ? (reads: Reads) => void : never;

/** The server's reads of all views. */
export type ViewReads = Takes<(typeof views)[number]> extends (reads: infer All) => void ? All : never;
