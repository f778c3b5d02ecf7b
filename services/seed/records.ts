/** The files of one case of the demo, deposited by whoever takes the step. */
import type { Upload } from '#events/case/action-definition.ts';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseSpec } from './cases.ts';
import { deposit, type File } from './deposit.ts';
import type { Stage } from './player.ts';
import type { Role } from './step.ts';

const inches = 25.4;

type PlanVersion = { what: 'target' | 'plan'; version: number; stages: { upper: number; lower: number } };
type Case = { caseId: () => string; roles: Record<Role, Viewer> };

export type Records = ReturnType<typeof createRecords>;

export function createRecords(spec: CaseSpec, stage: Stage, { caseId, roles }: Case) {
  const { contents } = stage;
  const { orgId } = roles.owner;
  const bring = (by: Role, file: File): Upload =>
    deposit(stage, { caseId: caseId(), orgId, by: roles[by].id, key: spec.key }, file);
  const modelOf = (slot: Slot | null) => {
    const jaw = slot === 'lower' ? 'lower' : 'upper';
    return contents.model(jaw, spec.treatment, spec.path === '11 refused' && jaw === 'upper' ? inches : 1);
  };
  return {
    /** A scan of a jaw, in its place in the prescription. */
    modelOf,
    add(by: Role, kind: FileKind, slot: Slot): Upload {
      const content = kind === 'stl' ? modelOf(slot) : contents.picture(slot, spec.look);
      return bring(by, { kind, slot, name: `${slot}.${kind === 'stl' ? 'stl' : 'png'}`, content });
    },
    /** The files of a version: the designer's. */
    addPlan: ({ what, version, stages }: PlanVersion): Upload[] =>
      contents
        .plan(spec.treatment, what, version, stages)
        .map(file => bring('assignee', { kind: 'plan', slot: null, ...file })),
  };
}
