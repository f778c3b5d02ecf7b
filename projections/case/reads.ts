/** Reading one case: the decider's state, the page now, and the page as it stood. */
import { type CaseState, foldCase, initial } from '#events/case/case.ts';
import { sees } from '#events/case/may.ts';
import { caseStream } from '#events/case/stream.ts';
import type { ReadModels } from '../contract.ts';
import type { FindRow } from '../found.ts';
import type { Source } from '../generation.ts';
import { presentCase, presentCaseAsOf } from './present.ts';
import { caseRecord } from './row.ts';

export function createCaseReads(source: Source, find: FindRow) {
  const state = (caseId: string): CaseState | undefined => find<CaseState>('case', caseId)?.row;
  const caseView: ReadModels['caseView'] = (ctx, caseId) => {
    const found = find<CaseState>('case', caseId);
    return found && presentCase(found.row, found.position, ctx);
  };
  const caseViewAsOf: ReadModels['caseViewAsOf'] = async (ctx, caseId, at) => {
    const current = state(caseId);
    if (!current || !sees(ctx.viewer, current)) return undefined;
    let then = initial;
    let position = 0n;
    for await (const event of source.log.read(caseStream(caseId))) {
      if (typeof at === 'bigint' ? event.position > at : event.at > at) break;
      then = foldCase(then, [caseRecord(source.upcast(event))]);
      position = event.position;
    }
    return then.revision < 0 ? undefined : presentCaseAsOf(current, then, position, ctx);
  };
  return { state, caseView, caseViewAsOf };
}
