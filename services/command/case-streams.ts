/** Command handler for cases, and the subject whose key encrypts a patient's data. */
import { type CaseState, evolveCase, initialCaseState } from '#events/case/case.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { type CommandHandler, type CommandHandlerDeps, createCommandHandler } from './handler.ts';

export type CaseStreams = CommandHandler<'case', CaseState> & {
  /** Id of the patient's first case: the subject for all its refinements. */
  subjectOf(state: Pick<CaseState, 'caseId' | 'parentId'>): Promise<string>;
};

/** @param projected the state in the read models; undefined if they do not have the case yet */
export function createCaseStreams(
  deps: CommandHandlerDeps,
  projected: (caseId: string) => CaseState | undefined,
): CaseStreams {
  const roots = new Map<string, string>();
  const subjectOf: CaseStreams['subjectOf'] = async ({ caseId, parentId }) => {
    if (parentId === null) return caseId;
    const known = roots.get(parentId);
    if (known) return known;
    const root = await subjectOf(await cases.load(parentId));
    roots.set(parentId, root);
    return root;
  };
  const cases = createCommandHandler(deps, {
    kind: 'case',
    streamOf: caseStreamOf,
    empty: initialCaseState,
    evolve: evolveCase,
    snapshot: projected,
    subjectOf: (_caseId, state) => subjectOf(state),
  });
  return { ...cases, subjectOf };
}
