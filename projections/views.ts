/**
 * All views, in fold order. Views that read the case before an event come first, views that read it after the event
 * come last.
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

/** Answers of views to HTTP, by path. */
type Asks = Extract<(typeof views)[number], { asks: object }>['asks'];
export type AskPath = Asks['path'];
type AskOf<P extends AskPath> = Extract<Asks, { path: P }>;
export type AskQuery<P extends AskPath> = z.infer<AskOf<P>['query']>;
export type AskAnswer<P extends AskPath> = ReturnType<AskOf<P>['answer']>;

/**
 * A function of the reads. TypeScript infers an argument as the intersection of a union, which makes one type of all
 * reads.
 */
type Takes<V> = V extends { reads(own: never): infer Reads } ? (reads: Reads) => void : never;

/** The server's reads of all views. */
export type ViewReads = Takes<(typeof views)[number]> extends (reads: infer All) => void ? All : never;
