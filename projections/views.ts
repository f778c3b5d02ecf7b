/** Every read model, in the order in which they fold: those that look at the case before an event come first. */
import { caseView } from './case/row.ts';
import { caseList } from './caseList/row.ts';
import { history } from './history/row.ts';
import { inbox, messages } from './messages/row.ts';
import { people } from './people/row.ts';
import type { View } from './view.ts';

export const views: readonly View[] = [people, history, messages, inbox, caseView, caseList];

/** The lists that sights name, and what each is sorted by besides the row's id. The first sort is the usual one. */
export const lists: Readonly<Record<string, readonly string[]>> = {
  cases: ['updatedAt', 'patient'],
  waiting: ['updatedAt', 'patient'],
  messages: ['at'],
};
