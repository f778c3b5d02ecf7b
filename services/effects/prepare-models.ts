/**
 * Reads the models of a case that reaches model preparation. The report moves the case on, or back to its
 * doctor with the defects.
 */

import type { CaseState } from '#events/case/case.ts';
import type { CaseFile } from '#events/case/files.ts';
import { systemViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import { ChildCrashError } from '../childProcess/child.ts';
import { effectIdOf } from '../command/command-ids.ts';
import type { BlobName } from '../files/blobs.ts';
import { caseIdOfStream, type Effect, type EffectDeps } from './effect.ts';
import type { ModelReport } from './model-reader.ts';

const name = 'prepareModels';
/**
 * Maximum number of readings of a model that end without an answer. The machine may be at fault instead of the file.
 */
const tries = 3;

/** Counts the started readings of a file in the vault, so that a crash of the node counts too. */
async function countTry({ vault }: EffectDeps, key: string): Promise<number> {
  const record = await vault.get(key);
  const count = (typeof record?.value === 'number' ? record.value : 0) + 1;
  await vault.put(key, count);
  return count;
}

async function read(deps: EffectDeps, file: CaseFile, blob: BlobName, key: string): Promise<ModelReport> {
  if ((await deps.blobs.size(blob)) === undefined) return { defect: 'unreadable' };
  const path = await deps.blobs.local(blob);
  while ((await countTry(deps, key)) <= tries) {
    try {
      return await deps.readModel(path, file.size);
    } catch (error) {
      if (!(error instanceof ChildCrashError)) throw error;
    }
  }
  return { defect: 'crashed' };
}

async function readAll(deps: EffectDeps, state: CaseState, commandId: string) {
  const read_: { file: CaseFile; report: ModelReport }[] = [];
  for (const file of state.files.filter(f => f.kind === 'stl')) {
    const key = `effect/${commandId}/${file.id}`;
    const report = await read(deps, file, { orgId: state.orgId, sha256: file.sha256 }, key);
    read_.push({ file, report });
    await deps.vault.delete(key);
  }
  return read_;
}

function command(reports: Awaited<ReturnType<typeof readAll>>) {
  const defects = reports.flatMap(({ file, report }) =>
    'defect' in report ? [{ fileId: file.id, slot: file.slot, defects: [report.defect] }] : [],
  );
  if (defects.length > 0) return { action: 'modelsRefused' as const, input: { defects } };
  const models = reports.flatMap(({ file, report }) =>
    'defect' in report ? [] : [{ fileId: file.id, ...report }],
  );
  return { action: 'modelsPrepared' as const, input: { models } };
}

export const prepareModelsEffect: Effect = {
  name,
  of: ({ data }) =>
    typeof data === 'object' && data !== null && 'to' in data && data.to === Status.CaseProcessing,
  run: async (event, deps) => {
    const caseId = caseIdOfStream(event.stream);
    const state = await deps.streams.load(caseId);
    if (state.status !== Status.CaseProcessing) return;
    const commandId = effectIdOf(event.id, name);
    const reports = await readAll(deps, state, commandId);
    await deps.perform.perform(systemViewer, { caseId, commandId, ...command(reports) });
  },
};
