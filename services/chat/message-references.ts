/** Checks that everything a message names exists: quoted messages, people, places in plans, files. */
import type { CaseState } from '#events/case/case.ts';
import { seesCase } from '#events/case/permissions.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import type { ChatRef, NewMessage } from '#events/chat/message.ts';
import { badField } from '#events/errors.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import { lastStage } from '#events/plan/bundle.ts';
import { reviewStatus } from '#events/plan/plan.ts';
import { type ConversationFacts, takesPartInConversation } from '#projections/chat/participation.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { createUploadRecords, type FinishedUpload, isFinishedUpload } from '../files/upload-record.ts';
import type { Vault } from '../vault/port.ts';

export type MessageCheckDeps = {
  models: Pick<ReadModels, 'state' | 'saidRow' | 'directory' | 'chatFileOf'>;
  vault: Vault;
  clock: Clock;
};

/** The manufacturer sees plans that the doctor approved, and no targets. */
const shownTo = (viewer: Viewer, state: CaseState, list: 'plans' | 'targets') =>
  viewer.position === 'VendorAdmin'
    ? state.plans.filter(plan => list === 'plans' && reviewStatus(plan) === 'approved')
    : state[list];

/** Returns true if the sender sees the reference's case and it has that version and stage. */
function isThere(
  viewer: Viewer,
  state: CaseState | undefined,
  { list = 'plans', version, stage }: ChatRef,
): boolean {
  if (!state || !seesCase(viewer, state)) return false;
  if (version === undefined) return stage === undefined;
  const plan = shownTo(viewer, state, list).find(p => p.version === version);
  return plan !== undefined && (stage === undefined || stage <= lastStage(plan));
}

/** @throws Refusal badInput with the field. An invisible thing is refused like a missing one. */
export function checkReferences(
  { models, clock }: MessageCheckDeps,
  viewer: Viewer,
  facts: ConversationFacts,
  id: string,
  m: NewMessage,
): void {
  if (m.replyTo && !models.saidRow(id, m.replyTo)) throw badField('replyTo', 'message-unknown');
  const { people } = models.directory();
  for (const [i, who] of (m.mentions ?? []).entries()) {
    const person = people.get(who);
    if (!person || person.frozen || !takesPartInConversation(viewerOf(person, clock.now()), facts))
      throw badField(`mentions.${i}`, 'person-unknown');
  }
  for (const [i, ref] of (m.refs ?? []).entries())
    if (!isThere(viewer, models.state(ref.caseId), ref)) throw badField(`refs.${i}`, 'ref-unknown');
}

/**
 * Ids of people whom a message may mention. With the owner in the conversation, only its participants;
 * otherwise every colleague of staff and manufacturer who may take part.
 */
export function listMentionablePeople(
  { models, clock }: { models: Pick<ReadModels, 'directory'>; clock: Clock },
  facts: ConversationFacts,
  present: readonly string[],
): string[] {
  if (conversationKinds[facts.kind].ownSide) return [...present];
  const people = [...models.directory().people.values()];
  return people
    .filter(p => !p.frozen && takesPartInConversation(viewerOf(p, clock.now()), facts))
    .map(({ id }) => id);
}

/**
 * The sender's own finished uploads that were never sent: access to a file follows from its single
 * conversation.
 * @throws Refusal badInput with the file's index
 */
export async function requireUnsentUploads(
  { vault, models }: MessageCheckDeps,
  viewer: Viewer,
  m: NewMessage,
): Promise<FinishedUpload[]> {
  const records = createUploadRecords(vault);
  const found: FinishedUpload[] = [];
  for (const [i, id] of (m.files ?? []).entries()) {
    const record = (await records.get(id))?.record;
    const mine = record?.by === viewer.id && record.kind === 'chat' && record.caseId === null;
    // A `kept` file without a message in the rows was sent a moment ago, or its message has been deleted.
    if (!mine || !isFinishedUpload(record) || record.kept || models.chatFileOf(id))
      throw badField(`files.${i}`, 'file-unknown');
    found.push(record);
  }
  return found;
}

/** Marks sent files as kept. Otherwise the sweep deletes them after a week. */
export async function markFilesKept(
  { vault }: Pick<MessageCheckDeps, 'vault'>,
  ids: readonly string[],
): Promise<void> {
  const records = createUploadRecords(vault);
  for (const id of ids) {
    const record = (await records.get(id))?.record;
    if (record && !record.kept) await records.put({ ...record, kept: true });
  }
}
