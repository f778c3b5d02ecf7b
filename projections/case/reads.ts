/** Reads one case: the decider's state, the current page, and the page at an earlier time. */

import { type CaseState, foldCase, initialCaseState } from '#events/case/case.ts';
import { seesCase } from '#events/case/permissions.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { recordOf } from '#events/streams.ts';
import type { PresentCtx } from '../present.ts';
import type { ViewRowReads } from '../row-access.ts';
import { presentCaseAsOf } from './present.ts';
import type { CaseView } from './view.ts';

export type CaseReads = {
  /** The decider's state as projected; `perform` reads the stream's tail after `revision`. */
  state(caseId: string): CaseState | undefined;
  caseView(ctx: PresentCtx, caseId: string): CaseView | undefined;
  /** The case's page as of a position; undefined if the case did not exist then, or is hidden. */
  caseViewAsOf(ctx: PresentCtx, caseId: string, at: bigint): Promise<CaseView | undefined>;
};

export function createCaseReads({ find, item, events }: ViewRowReads<CaseView>): CaseReads {
  const state = (caseId: string) => find<CaseState>('case', caseId)?.row;
  const caseViewAsOf: CaseReads['caseViewAsOf'] = async (ctx, caseId, at) => {
    const current = state(caseId);
    if (!current || !seesCase(ctx.viewer, current)) return undefined;
    let then = initialCaseState;
    let position = 0n;
    for await (const event of events(caseStreamOf(caseId))) {
      if (event.position > at) break;
      then = foldCase(then, [recordOf('case', event)]);
      position = event.position;
    }
    return then.revision < 0 ? undefined : presentCaseAsOf(current, then, position, ctx, { find });
  };
  return { state, caseView: item, caseViewAsOf };
}
