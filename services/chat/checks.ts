/** What a message names must be there: answered messages, people, places in plans, files. */
import type { CaseState } from '#events/case/case.ts';
import { sees } from '#events/case/may.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import type { ChatRef, NewMessage } from '#events/chat/message.ts';
import { badField } from '#events/errors.ts';
import { viewerOf } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { lastStage } from '#events/plan/bundle.ts';
import { reviewStatus } from '#events/plan/plan.ts';
import { type TalkFacts, takesPartIn } from '#projections/chat/participation.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { createUploadRecords, type FinishedUpload, isFinished } from '../files/upload-record.ts';
import type { Vault } from '../vault/port.ts';

export type CheckDeps = {
  models: Pick<ReadModels, 'state' | 'saidRow' | 'directory' | 'chatFileOf'>;
  vault: Vault;
};

/** The manufacturer has the plans that the doctor approved, and no targets. */
const shownTo = (viewer: Viewer, state: CaseState, list: 'plans' | 'targets') =>
  viewer.position === 'VendorAdmin'
    ? state.plans.filter(plan => list === 'plans' && reviewStatus(plan) === 'approved')
    : state[list];

/** A place in a case that the sender sees: a version that it has, a stage that the version has. */
function isThere(
  viewer: Viewer,
  state: CaseState | undefined,
  { list = 'plans', version, stage }: ChatRef,
): boolean {
  if (!state || !sees(viewer, state)) return false;
  if (version === undefined) return stage === undefined;
  const plan = shownTo(viewer, state, list).find(p => p.version === version);
  return plan !== undefined && (stage === undefined || stage <= lastStage(plan));
}

/** @throws Refusal badInput, naming the field: whoever cannot see something is told that it is not there */
export function checkNamed(
  { models }: CheckDeps,
  viewer: Viewer,
  facts: TalkFacts,
  id: string,
  m: NewMessage,
): void {
  if (m.replyTo && !models.saidRow(id, m.replyTo)) throw badField('replyTo', 'message-unknown');
  const { people } = models.directory();
  for (const [i, who] of (m.mentions ?? []).entries()) {
    const person = people.get(who);
    if (!person || person.frozen || !takesPartIn(viewerOf(person), facts))
      throw badField(`mentions.${i}`, 'person-unknown');
  }
  for (const [i, ref] of (m.refs ?? []).entries())
    if (!isThere(viewer, models.state(ref.caseId), ref)) throw badField(`refs.${i}`, 'ref-unknown');
}

/**
 * Ids of those whom a message may mention. Where the owner takes part, only people who are in the conversation already
 * are offered; among themselves staff and manufacturer reach every colleague who takes part.
 */
export function mentionable(
  models: Pick<ReadModels, 'directory'>,
  facts: TalkFacts,
  present: readonly string[],
): string[] {
  if (conversationKinds[facts.kind].ownSide) return [...present];
  const people = [...models.directory().people.values()];
  return people.filter(p => !p.frozen && takesPartIn(viewerOf(p), facts)).map(({ id }) => id);
}

/**
 * The sender's own finished uploads, none of which was said before: a file's right is its one conversation's.
 * @throws Refusal badInput, naming the file's place in the list
 */
export async function filesOf(
  { vault, models }: CheckDeps,
  viewer: Viewer,
  m: NewMessage,
): Promise<FinishedUpload[]> {
  const records = createUploadRecords(vault);
  const found: FinishedUpload[] = [];
  for (const [i, id] of (m.files ?? []).entries()) {
    const record = (await records.get(id))?.record;
    const mine = record?.by === viewer.id && record.kind === 'chat' && record.caseId === null;
    // Kept is what was said and is not in the rows yet, or is there no more.
    if (!mine || !isFinished(record) || record.kept || models.chatFileOf(id))
      throw badField(`files.${i}`, 'file-unknown');
    found.push(record);
  }
  return found;
}

/** Marks what was said as kept: unattached uploads go after a week. */
export async function keepFiles({ vault }: Pick<CheckDeps, 'vault'>, ids: readonly string[]): Promise<void> {
  const records = createUploadRecords(vault);
  for (const id of ids) {
    const record = (await records.get(id))?.record;
    if (record && !record.kept) await records.put({ ...record, kept: true });
  }
}
