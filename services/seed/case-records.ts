/** Files of one case of the demo, uploaded by the person who takes the step. */
import type { Upload } from '#events/case/action-definition.ts';
import type { FileKind, Slot } from '#events/case/options.ts';
import type { Viewer } from '#events/person/position.ts';
import type { DemoPlayContext } from './case-player.ts';
import type { DemoCaseSpec } from './cases.ts';
import type { DemoCaseRole } from './demo-step.ts';
import { type DemoFile, depositUpload } from './deposit.ts';

const inches = 25.4;

type PlanVersion = { what: 'target' | 'plan'; version: number; stages: { upper: number; lower: number } };
type Case = { caseId: () => string; roles: Record<DemoCaseRole, Viewer> };

export type CaseRecords = ReturnType<typeof createCaseRecords>;

export function createCaseRecords(spec: DemoCaseSpec, stage: DemoPlayContext, { caseId, roles }: Case) {
  const { contents } = stage;
  const { orgId } = roles.owner;
  const bring = (by: DemoCaseRole, file: DemoFile): Upload =>
    depositUpload(stage, { caseId: caseId(), orgId, by: roles[by].id, key: spec.key }, file);
  const modelOf = (slot: Slot | null) => {
    const jaw = slot === 'lower' ? 'lower' : 'upper';
    return contents.model(jaw, spec.treatment, spec.path === '11 refused' && jaw === 'upper' ? inches : 1);
  };
  return {
    /** Returns the scan of a jaw by its slot. */
    modelOf,
    add(by: DemoCaseRole, kind: FileKind, slot: Slot): Upload {
      const content = kind === 'stl' ? modelOf(slot) : contents.picture(slot, spec.look);
      return bring(by, { kind, slot, name: `${slot}.${kind === 'stl' ? 'stl' : 'png'}`, content });
    },
    /** Uploads the files of a plan version, as the designer. */
    addPlan: ({ what, version, stages }: PlanVersion): Upload[] =>
      contents
        .plan(spec.treatment, what, version, stages)
        .map(file => bring('assignee', { kind: 'plan', slot: null, ...file })),
  };
}
