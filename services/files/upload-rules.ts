/** Rights to upload files to a case, by kind and action. The allowed statuses are the action's. */

import type { FileKind } from '#events/case/options.ts';
import {
  isOneOfActors,
  type PermissionFacts,
  type PermissionVerdict,
  seesCase,
} from '#events/case/permissions.ts';
import { type Action, rulesOf } from '#events/case/rules.ts';
import type { Position, Viewer } from '#events/person/position.ts';

type UploadRule = {
  /** Actions that take such a file. It may be uploaded at every status from which one of them starts. */
  for: readonly Action[];
  by: 'own' | 'assignee' | readonly Position[];
  kinds: readonly FileKind[];
  /** True if an upload of this kind must name its slot. */
  slotted?: true;
  /** True if an upload of this kind attaches itself when its last byte has arrived. */
  attaches?: true;
};

const records = ['stl', 'photo', 'radiograph', 'archive', 'other'] as const;

const uploadRules: readonly UploadRule[] = [
  { for: ['edit'], by: 'own', kinds: records, slotted: true, attaches: true },
  { for: ['answer'], by: 'own', kinds: records, slotted: true },
  // The slot of an after-treatment picture is given if it is known. A helper may upload the pictures with which the
  // owner completes the treatment.
  { for: ['complete'], by: 'own', kinds: ['photo', 'radiograph'] },
  { for: ['submitTarget', 'submitPlan'], by: 'assignee', kinds: ['plan', 'stl', 'archive'] },
  { for: ['recordProcess'], by: 'own', kinds: ['photo', 'stl'] },
  { for: ['addOther'], by: 'own', kinds: ['archive', 'other'] },
  { for: ['addOther'], by: 'assignee', kinds: ['archive', 'other'] },
  { for: ['addOther'], by: ['Service'], kinds: ['archive', 'other'] },
  { for: ['scansRecorded'], by: ['Technician', 'Service', 'SuperMechanic'], kinds: ['stl'], slotted: true },
];

const isAt = (rule: UploadRule, { status }: PermissionFacts) =>
  rule.for.some(action => rulesOf(action).some(({ from }) => from.includes(status)));

function isBy(rule: UploadRule, viewer: Viewer, facts: PermissionFacts): boolean {
  if (viewer.position === 'Analyst') return false;
  if (rule.by === 'own') return isOneOfActors(['owner', 'helper'], viewer, facts);
  if (rule.by === 'assignee') return facts.assigneeId === viewer.id;
  return rule.by.includes(viewer.position) && viewer.orgId === facts.servedBy;
}

/**
 * Returns the rule that allows a person to upload such a file now, or the refusal if none does, in the order of
 * refusals.
 */
export function uploadPermissionOf(
  viewer: Viewer,
  kind: FileKind,
  facts: PermissionFacts,
): UploadRule | Exclude<PermissionVerdict, 'yes'> {
  if (!seesCase(viewer, facts)) return 'unseen';
  const mine = uploadRules.filter(rule => rule.kinds.includes(kind) && isBy(rule, viewer, facts));
  if (mine.length === 0) return 'never';
  return (!facts.erased && mine.find(rule => isAt(rule, facts))) || 'notNow';
}

/** Kinds whose files have slots, where the rule requires a slot. */
export const slottedFileKinds: readonly FileKind[] = ['stl', 'photo', 'radiograph'];
