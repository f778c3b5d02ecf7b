/**
 * The statuses of a case and everything that depends on the status alone. Codes and groups are those of
 * product-spec.md 4 and lifecycle.md. The actions at each status are in rules.ts.
 */

/** The list's filters. The index is the filter's number; each status is in one group and in `all`. */
export const statusGroupNames = [
  'all',
  'draft',
  'toAccept',
  'design',
  'expert',
  'doctor',
  'production',
  'delivery',
  'treatment',
  'completed',
  'suspended',
  'toDistribute',
] as const;
export type StatusGroup = (typeof statusGroupNames)[number];

/** Filter numbers in the order of the screen. */
export const filterNumbersInScreenOrder = [0, 1, 2, 11, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The workbench's counters for a doctor (lifecycle.md "Filters and counters"). */
export const counterNames = ['toSubmit', 'designing', 'doctorAdjust', 'inTreatment', 'all'] as const;
export type StatusCounter = (typeof counterNames)[number];

/** The phase of the case that a status belongs to. */
export type CasePhase = 'draft' | 'intake' | 'design' | 'production' | 'treatment' | 'ended' | 'halted';

/** Columns of the manufacturer's board, in the order of the screen. */
export const productionBoardColumns = ['toProduce', 'producing', 'toDeliver', 'shipped'] as const;
export type ProductionBoardColumn = (typeof productionBoardColumns)[number];

/** The compiler requires a board column for every production status. */
type Phased =
  | { phase: 'production'; board: ProductionBoardColumn }
  | { phase: Exclude<CasePhase, 'production'>; board?: never };

/** Tone of a status (UI.md 3). `warn` shows only to the person for whom the case waits. */
type Tone = 'neutral' | 'info' | 'violet' | 'warn' | 'brand' | 'ok' | 'danger';

/** Icon of a status, shown next to its label. */
export type StatusIcon =
  | 'draft'
  | 'inbox'
  | 'question'
  | 'machine'
  | 'design'
  | 'review'
  | 'package'
  | 'back'
  | 'share'
  | 'truck'
  | 'received'
  | 'done'
  | 'pause';

/** `quiet` replaces `warn` for everyone but the person for whom the case waits. */
type Toned = { tone: 'warn'; quiet: Exclude<Tone, 'warn'> } | { tone: Exclude<Tone, 'warn'>; quiet?: never };

type StatusRow = Toned &
  Phased & {
    /** The number in the log, on the wire and in the specification. */
    code: number;
    group: Exclude<StatusGroup, 'all'>;
    /** The workbench counter of the status; null if it is counted in `all` only. */
    counter: Exclude<StatusCounter, 'all'> | null;
    icon: StatusIcon;
    /** Index of the progress step that is worked on (0 submitted … 8 completed, 9 all done). */
    step: number;
    /** The status has a caption of its own at its progress step: `stepNow.at.<code>` in caseDetail.json. */
    ownCaption?: true;
    /** Computed by `checkDraft`. Only the owner, the owner's helpers, Admin and Analyst see a case at such a status. */
    computed?: true;
    /** The case was rejected, suspended, or waits for information. */
    troubled?: true;
    /** The case stores the status that it returns to as `prior`. */
    returns?: true;
    /** The status concerns the newest version of the plan. */
    plan?: true;
    /** The part of the case's state whose note gives the reason; the case list shows it. */
    why?: 'request' | 'denial' | 'refusal';
  };

/** The columns that all computed statuses share. */
const computed = {
  phase: 'draft',
  group: 'draft',
  counter: 'toSubmit',
  tone: 'neutral',
  icon: 'draft',
  step: 0,
  computed: true,
} as const;

// biome-ignore format: a status is a line
const table = {
  ClinicalInfoIncomplete: { code: 0, ...computed },
  TreatmentPlanIncomplete: { code: 1, ...computed },
  SetupIncomplete: { code: 2, ...computed },
  BracketsNotChosen: { code: 3, ...computed },
  TorqueIncomplete: { code: 4, ...computed },
  AlignerSetupIncomplete: { code: 5, ...computed },
  ToothMarkersIncomplete: { code: 6, ...computed },
  PhotosIncomplete: { code: 7, ...computed },
  ModelsToProvide: { code: 8, ...computed },
  ToSubmit: { code: 9, ...computed },
  ToAccept: { code: 10, phase: 'intake', group: 'toAccept', counter: 'designing', tone: 'info', icon: 'inbox', step: 1 },
  InfoRequested: { code: 11, phase: 'halted', group: 'design', counter: 'doctorAdjust', tone: 'warn', quiet: 'violet', icon: 'question', step: 2, troubled: true, returns: true, why: 'request' },
  CaseProcessing: { code: 12, phase: 'intake', group: 'design', counter: 'designing', tone: 'violet', icon: 'machine', step: 2, ownCaption: true },
  PlanUnderDesign: { code: 13, phase: 'design', group: 'design', counter: 'designing', tone: 'violet', icon: 'design', step: 2 },
  PlanAwaitingExpert: { code: 14, phase: 'design', group: 'expert', counter: 'designing', tone: 'warn', quiet: 'violet', icon: 'review', step: 3, plan: true },
  PlanAwaitingDoctor: { code: 15, phase: 'design', group: 'doctor', counter: 'doctorAdjust', tone: 'warn', quiet: 'violet', icon: 'review', step: 4, plan: true },
  PrepareProduction: { code: 16, phase: 'production', board: 'toProduce', group: 'production', counter: 'inTreatment', tone: 'info', icon: 'package', step: 5 },
  InProduction: { code: 17, phase: 'production', board: 'producing', group: 'delivery', counter: 'inTreatment', tone: 'info', icon: 'package', step: 6 },
  DoctorRejected: { code: 18, phase: 'design', group: 'design', counter: 'designing', tone: 'warn', quiet: 'violet', icon: 'back', step: 2, troubled: true, plan: true, why: 'refusal' },
  ExpertRejected: { code: 19, phase: 'design', group: 'design', counter: 'designing', tone: 'warn', quiet: 'violet', icon: 'back', step: 2, troubled: true, plan: true, why: 'refusal' },
  SupervisorRejected: { code: 20, phase: 'draft', group: 'draft', counter: 'toSubmit', tone: 'warn', quiet: 'neutral', icon: 'back', step: 0, troubled: true, why: 'denial' },
  ToDistribute: { code: 21, phase: 'intake', group: 'toDistribute', counter: 'designing', tone: 'info', icon: 'share', step: 2, ownCaption: true },
  ModelToBeShipped: { code: 22, ...computed },
  Shipping: { code: 23, phase: 'production', board: 'shipped', group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'truck', step: 7 },
  Completed: { code: 24, phase: 'ended', group: 'completed', counter: null, tone: 'ok', icon: 'done', step: 9 },
  AwaitingNextBatch: { code: 25, phase: 'treatment', group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'received', step: 8 },
  InRefinement: { code: 26, phase: 'treatment', group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'back', step: 8, ownCaption: true, returns: true },
  ModelProcessing: { code: 27, phase: 'intake', group: 'design', counter: 'designing', tone: 'violet', icon: 'machine', step: 2, ownCaption: true },
  TargetAwaitingExpert: { code: 28, phase: 'design', group: 'design', counter: 'designing', tone: 'violet', icon: 'design', step: 2, ownCaption: true },
  TargetAwaitingDoctor: { code: 29, phase: 'design', group: 'design', counter: 'doctorAdjust', tone: 'warn', quiet: 'violet', icon: 'review', step: 2, ownCaption: true },
  AllSent: { code: 30, phase: 'treatment', group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'received', step: 8 },
  Suspended: { code: 33, phase: 'halted', group: 'suspended', counter: null, tone: 'danger', icon: 'pause', step: 2, troubled: true, returns: true },
} as const satisfies Record<string, StatusRow>;

type Table = typeof table;
type StatusName = keyof Table;
const rows = Object.entries<StatusRow>(table);

/** The code of each status by name: `Status.ToSubmit` is 9. */
export const Status = Object.fromEntries(rows.map(([name, { code }]) => [name, code])) as {
  readonly [N in StatusName]: Table[N]['code'];
};
export type Status = Table[StatusName]['code'];

/** The row of each status by code. */
export const statuses = Object.fromEntries(rows.map(([, row]) => [row.code, row])) as Readonly<
  Record<Status, StatusRow>
>;
export const statusCodes = Object.keys(statuses).map(Number) as Status[];

export function isStatus(n: number): n is Status {
  return n in statuses;
}

const statusesWhere = (test: (row: StatusRow) => boolean): readonly Status[] =>
  statusCodes.filter(code => test(statuses[code]));

/** Filter → its statuses; empty for `all`. */
export const statusesByGroup = Object.fromEntries(
  statusGroupNames.map(name => [name, statusesWhere(({ group }) => group === name)]),
) as Readonly<Record<StatusGroup, readonly Status[]>>;
/** Counter → its statuses; empty for `all`. */
export const statusesByCounter = Object.fromEntries(
  counterNames.map(name => [name, statusesWhere(({ counter }) => counter === name)]),
) as Readonly<Record<StatusCounter, readonly Status[]>>;
/** Statuses that only the counter `all` counts. */
export const uncountedStatuses = statusesWhere(({ counter }) => counter === null);
/** Draft statuses, which follow from the fields that are missing (draft.ts). */
export const computedDraftStatuses = statusesWhere(({ computed }) => computed === true);

/** The statuses of one or several phases, in the order of their codes. */
export const statusesInPhase = (...phases: readonly CasePhase[]): readonly Status[] =>
  statusesWhere(({ phase }) => phases.includes(phase));

export function isDraft(status: Status): boolean {
  return statuses[status].computed === true;
}

/** True if the owner may edit and submit the case: a draft, or a case that was sent back. */
export function isEditable(status: Status): boolean {
  return statuses[status].phase === 'draft';
}

export function groupOfStatus(status: Status): StatusGroup {
  return statuses[status].group;
}

/** Dictionary key of a status. `own`: the reader is the owner or a helper, who reads "target designing" for 28. */
export function statusWord(status: Status, own: boolean): string {
  return status === Status.TargetAwaitingExpert && own ? `${status}.doctor` : String(status);
}
