/** Steps of the demo with files, or with facts about files. */
import { type FileKind, type Slot, slots } from '#events/case/options.ts';
import type { CasePlayer } from './case-player.ts';
import type { BilingualText } from './case-texts.ts';
import type { DemoCaseRole } from './demo-step.ts';

const idsOf = ({ records }: CasePlayer, by: DemoCaseRole, kind: FileKind, which: readonly Slot[]) =>
  which.map(slot => records.add(by, kind, slot).id);

export async function designPlan(p: CasePlayer, action: 'submitTarget' | 'submitPlan'): Promise<void> {
  const { state, treatment, words } = p;
  const isTarget = action === 'submitTarget';
  const what = isTarget ? 'target' : 'plan';
  const version = (isTarget ? state.targets : state.plans).length + 1;
  const stages = isTarget ? { upper: 1, lower: treatment.stages.lower > 0 ? 1 : 0 } : treatment.stages;
  const files = p.records.addPlan({ what, version, stages });
  const title = isTarget ? words.targetName : words.planName;
  await p.act('assignee', action, {
    name: `${title} ${version}`,
    upperStages: stages.upper,
    lowerStages: stages.lower,
    instructions: isTarget ? words.targetInstructions : words.instructions,
    files: files.map(({ id }) => id),
  });
}

/** Reports that the system has prepared the case's models. */
export async function reportPreparedModels(p: CasePlayer): Promise<void> {
  const models = p.state.files.flatMap(({ id, kind, slot }) => {
    const { model, found } = kind === 'stl' ? p.records.modelOf(slot) : {};
    return model ? [{ fileId: id, triangles: model.triangles, box: model.box, found }] : [];
  });
  await p.act('system', 'modelsPrepared', { models });
}

export async function reportRefusedModels(p: CasePlayer): Promise<void> {
  const upper = p.state.files.filter(f => f.slot === 'upper');
  const defects = upper.map(f => ({ fileId: f.id, slot: f.slot, defects: ['too-large'] }));
  await p.act('system', 'modelsRefused', { defects });
}

/** Records an aligner check with that day's photos of the mouth. */
export async function recordWearCheck(p: CasePlayer, stage: number, remarks: BilingualText): Promise<void> {
  const files = idsOf(p, 'clerk', 'photo', slots.photo.slice(3, 6));
  const input = { date: p.today(), stage, files, remarks: p.say(remarks) };
  await p.act('clerk', 'recordProcess', input);
}

export async function completeTreatment(p: CasePlayer): Promise<void> {
  const photos = idsOf(p, 'owner', 'photo', slots.photo.slice(3, 6));
  const xrays = idsOf(p, 'owner', 'radiograph', ['panoramic']);
  const input = { outcome: 1, date: p.today(), retainer: true, models: false, photos, xrays };
  await p.act('owner', 'complete', input);
}
