/** The views whose rows a past moment stores: those that lists, counters and the board are read from. */
import { createHash } from 'node:crypto';
import { caseView } from '../case/row.ts';
import { caseListView } from '../caseList/row.ts';
import { peopleView } from '../people/row.ts';
import { retainersView } from '../retainers/view.ts';
import { productionBoardView } from '../shop/row.ts';
import { SCHEMA_VERSION } from '../store/schema.ts';
import type { View } from '../view.ts';

/** In fold order. The view `people` gives the names of then. */
export const viewsInKeyframes = [
  peopleView,
  caseView,
  caseListView,
  retainersView,
  productionBoardView,
] as const satisfies readonly View[];

const KIND_LETTERS = 12;

/** Identifies log, views and tables. Keyframes of another kind are useless to this program. */
export function keyframeFingerprint(logId: string): string {
  const shape = [logId, SCHEMA_VERSION, viewsInKeyframes.map(view => [view.name, view.version])];
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, KIND_LETTERS);
}
