/** The expectations of the rights matrix: who gets through a call, by position, organisation and part in the target. */
import type { Position } from '#events/person/position.ts';

/** Relation of a viewer's organisation to the target: the target's own clinic, the laboratory that serves the clinic, or an unrelated one. */
export type OrganisationRelation = 'own' | 'serving' | 'foreign';

/** Part of a viewer in the targets: their owner, the owner's assistant, the assignee of the owner's case. */
type Part = 'owner' | 'helper' | 'assignee';

export type MatrixViewer = { name: string; of: OrganisationRelation; position: Position; part?: Part };

/** The things that a path's id names. All belong to the clinic, and to its owner if they belong to a person. */
export type TargetKind =
  | ('person' | 'doctor' | 'organisation' | 'invitation' | 'import' | 'auditEntry')
  | ('assistant' | 'offered' | 'session' | 'passkey' | 'preset' | 'address' | 'mark')
  | ('case' | 'retainer' | 'tray' | 'file' | 'dataRequest' | 'copy')
  | ('cover' | 'collaborator' | 'invitedTo')
  | ('notebookKey' | 'analysisExport' | 'question' | 'whatIfRun')
  | ('chat' | 'canned' | 'day' | 'article' | 'published');

export type CallerRole = Position | Part | OrganisationRelation;

/**
 * One call's line in the table.
 * - `gate`: everybody, everybody with a session, or the positions that the call is for. Others are refused with 403.
 * - `target`: kind of thing that the path's id names. It is missing for viewers whom `reaches` does not name.
 * - `may`: those among the others who may make the call; the rest are refused with 403. Default: all.
 *   `byStatus`: decided by the case's status and checked in `events/case/matrix.snap.md`.
 */
export type RightsExpectation = readonly [
  gate: 'everybody' | 'signedIn' | readonly Position[],
  target?: TargetKind,
  may?: 'byStatus' | readonly CallerRole[],
];
export type RightsTable = Readonly<Record<string, RightsExpectation>>;

const isOwner = ({ part }: MatrixViewer) => part === 'owner';
const isRelated = ({ of }: MatrixViewer) => of !== 'foreign';
const isLaboratory = ({ of }: MatrixViewer) => of === 'serving';
const isServing =
  (...positions: readonly Position[]) =>
  ({ of, position }: MatrixViewer) =>
    of === 'serving' && positions.includes(position);

const seesCase = (viewer: MatrixViewer) =>
  viewer.part !== undefined ||
  isServing('Specialist', 'SuperMechanic', 'Service', 'VendorAdmin', 'Admin', 'Analyst')(viewer);

/** Viewers for whom a target exists, among those whom the gate admits. */
const reaches: Readonly<Record<TargetKind, (viewer: MatrixViewer) => boolean>> = {
  person: isRelated,
  organisation: isRelated,
  invitation: isRelated,
  doctor: isRelated,
  import: isRelated,
  auditEntry: ({ of, position }) => of === 'own' || (of === 'serving' && position === 'Admin'),
  assistant: isOwner,
  offered: isOwner,
  session: isOwner,
  passkey: isOwner,
  preset: isOwner,
  address: isOwner,
  // Only the viewer who has set the mark.
  mark: isServing('Admin'),
  // The covering colleague may end it too.
  cover: viewer => isOwner(viewer) || (viewer.of === 'own' && viewer.position === 'Doctor'),
  collaborator: isOwner,
  // Nobody here: only a person with the confirmed address may accept.
  invitedTo: () => false,
  case: seesCase,
  retainer: seesCase,
  tray: seesCase,
  file: seesCase,
  dataRequest: viewer => isOwner(viewer) || isServing('Admin')(viewer),
  copy: isOwner,
  notebookKey: ({ of, position }) => of === 'serving' && position === 'Analyst',
  analysisExport: isServing('Analyst'),
  chat: viewer =>
    viewer.part === 'owner' || viewer.part === 'helper' || isServing('SuperMechanic', 'Service')(viewer),
  canned: isRelated,
  day: isRelated,
  article: isLaboratory,
  published: isRelated,
  // Viewers with whom it is shared.
  question: isServing('Admin', 'Analyst'),
  whatIfRun: isServing('Admin'),
};

export type CallOutcome = 'signedOut' | 'forbidden' | 'missing' | 'through';

/** Returns the outcomes that a call may have for a viewer. @param viewer undefined without a session */
export function expectedOutcomesOf(
  [gate, target, may]: RightsExpectation,
  viewer: MatrixViewer | undefined,
): readonly CallOutcome[] {
  if (gate === 'everybody') return ['through'];
  if (!viewer) return ['signedOut'];
  const { position, part, of } = viewer;
  if (gate !== 'signedIn' && !gate.includes(position)) return ['forbidden'];
  if (target && !reaches[target](viewer)) return ['missing'];
  if (may === 'byStatus') return ['through', 'forbidden'];
  const named: readonly (CallerRole | undefined)[] = [position, part, of];
  return [may === undefined || may.some(who => named.includes(who)) ? 'through' : 'forbidden'];
}
