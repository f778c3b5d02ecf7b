/** Who may bring which file to a case at which status: one table, for the server and for what the screens offer. */
import { type Answer, type Facts, ownSide, sees } from '#events/case/may.ts';
import type { FileKind } from '#events/case/options.ts';
import type { Status } from '#events/case/status.ts';
import type { Position, Viewer } from '#events/person/position.ts';

type UploadRule = {
  by: 'own' | 'assignee' | readonly Position[];
  at: readonly Status[];
  kinds: readonly FileKind[];
  /** Where the file takes its slot's place at once, or is taken by it: the slot must be said. */
  slotted?: true;
  /** It attaches itself when its last byte is in. */
  attaches?: true;
};

const records = ['stl', 'photo', 'radiograph', 'archive', 'other'] as const;

export const uploadRules: readonly UploadRule[] = [
  {
    by: 'own',
    at: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 20],
    kinds: records,
    slotted: true,
    attaches: true,
  },
  // for answer
  { by: 'own', at: [11], kinds: records, slotted: true },
  // for complete; the slot of an after-treatment picture is said where it is known
  { by: 'own', at: [25, 30, 33], kinds: ['photo', 'radiograph'] },
  // for submitTarget and submitPlan
  { by: 'assignee', at: [13, 18, 19], kinds: ['plan', 'stl', 'archive'] },
  // for scansRecorded
  { by: ['Technician', 'Service', 'SuperMechanic'], at: [27], kinds: ['stl'], slotted: true },
];

function isBy(rule: UploadRule, viewer: Viewer, facts: Facts): boolean {
  if (viewer.position === 'Analyst') return false;
  if (rule.by === 'own') return ownSide(viewer, facts);
  if (rule.by === 'assignee') return facts.assigneeId === viewer.id;
  return rule.by.includes(viewer.position) && viewer.orgId === facts.servedBy;
}

/** The rule under which this person may bring such a file now; or why not, in the order of refusals. */
export function mayUpload(viewer: Viewer, kind: FileKind, facts: Facts): UploadRule | Exclude<Answer, 'yes'> {
  if (!sees(viewer, facts)) return 'unseen';
  const mine = uploadRules.filter(rule => rule.kinds.includes(kind) && isBy(rule, viewer, facts));
  if (mine.length === 0) return 'never';
  return mine.find(rule => rule.at.includes(facts.status)) ?? 'notNow';
}

/** Kinds that stand in a slot wherever the rule says so. */
export const slottedKinds: readonly FileKind[] = ['stl', 'photo', 'radiograph'];
