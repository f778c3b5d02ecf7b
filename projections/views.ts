/**
 * Every read model, in the order in which they fold: those that look at the case before an event
 * come first, those that look at it after the event follow it.
 */
import type * as z from 'zod/mini';
import { caseView } from './case/row.ts';
import { caseList } from './caseList/row.ts';
import { conversations } from './chat/conversations.ts';
import { chatAnswers, chatFiles, chatMessages } from './chat/messages.ts';
import { desk } from './desk/row.ts';
import { history } from './history/row.ts';
import { inbox } from './messages/inbox.ts';
import { recipients } from './messages/recipients.ts';
import { messages } from './messages/row.ts';
import { articles } from './news/row.ts';
import { pace } from './pace/row.ts';
import { parcels } from './parcels/row.ts';
import { patients } from './patients/view.ts';
import { names } from './people/names.ts';
import { people } from './people/row.ts';
import { retainers } from './retainers/view.ts';
import { share } from './share/row.ts';
import { shop } from './shop/row.ts';
import type { View } from './view.ts';

export const views = [
  people,
  names,
  history,
  messages,
  recipients,
  inbox,
  caseView,
  caseList,
  retainers,
  parcels,
  patients,
  share,
  pace,
  shop,
  conversations,
  chatFiles,
  chatAnswers,
  chatMessages,
  desk,
  articles,
] as const satisfies readonly View[];

/** What can be asked of the views over HTTP, by its path. */
type Asks = Extract<(typeof views)[number], { asks: object }>['asks'];
export type AskPath = Asks['path'];
type AskOf<P extends AskPath> = Extract<Asks, { path: P }>;
export type AskQuery<P extends AskPath> = z.infer<AskOf<P>['query']>;
export type AskAnswer<P extends AskPath> = ReturnType<AskOf<P>['answer']>;

/** A function of the reads: an inferred argument is the intersection of a union's, so that of all views is one type. */
type Takes<V> = V extends { reads(own: never): infer Reads } ? (reads: Reads) => void : never;

/** What can be asked of the views, all together. */
export type ViewReads = Takes<(typeof views)[number]> extends (reads: infer All) => void ? All : never;
