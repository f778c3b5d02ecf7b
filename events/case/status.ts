/**
 * The statuses of a case: one table, and all that follows from a status for itself. Codes and groups are
 * product-spec.md 4 and lifecycle.md; what may be done at a status, and where that leads, is rules.ts.
 */

/** The filters, in the order of their numbers; every status is in exactly one besides `all`. */
export const groupNames = [
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
export type Group = (typeof groupNames)[number];

/** The order in which the filters stand on screen; numbers are the index above. */
export const filterOrder = [0, 1, 2, 11, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The workbench's counters for a doctor (lifecycle.md "Filters and counters"). */
export const counterNames = ['toSubmit', 'designing', 'doctorAdjust', 'inTreatment', 'all'] as const;
export type Counter = (typeof counterNames)[number];

/** Tone of a status (UI.md 3). `warn` only where it waits for the person who looks. */
export type Tone = 'neutral' | 'info' | 'violet' | 'warn' | 'brand' | 'ok' | 'danger';

/** What a status looks like: a picture beside the word. */
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

/** A status that asks something of somebody is quieter for everybody else. */
type Toned = { tone: 'warn'; quiet: Exclude<Tone, 'warn'> } | { tone: Exclude<Tone, 'warn'>; quiet?: never };

type StatusRow = Toned & {
  group: Exclude<Group, 'all'>;
  /** Null: it stands in `all` only. */
  counter: Exclude<Counter, 'all'> | null;
  icon: StatusIcon;
  /** The step of the case's spine that it works towards (0 submitted … 8 completed, 9 all done). */
  step: number;
  /** `draftStatus` computes it: while a case is at one, only its owner and helpers (and Admin, Analyst) see it. */
  computed?: true;
  /** Sent back, asked about or halted. */
  troubled?: true;
  /** The case keeps in mind where it came from (`prior`). */
  returns?: true;
  /** It is about the newest version of the plan. */
  plan?: true;
  /** The note of the case's state that says why it stands here: the case list shows it. */
  why?: 'request' | 'denial' | 'refusal';
};

// biome-ignore format: a status is a line
const table = {
  0: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  1: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  2: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  3: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  4: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  5: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  6: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  7: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  8: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  9: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  10: { group: 'toAccept', counter: 'designing', tone: 'info', icon: 'inbox', step: 1 },
  11: { group: 'design', counter: 'doctorAdjust', tone: 'warn', quiet: 'violet', icon: 'question', step: 2, troubled: true, returns: true, why: 'request' },
  12: { group: 'design', counter: 'designing', tone: 'violet', icon: 'machine', step: 2 },
  13: { group: 'design', counter: 'designing', tone: 'violet', icon: 'design', step: 2 },
  14: { group: 'expert', counter: 'designing', tone: 'warn', quiet: 'violet', icon: 'review', step: 3, plan: true },
  15: { group: 'doctor', counter: 'doctorAdjust', tone: 'warn', quiet: 'violet', icon: 'review', step: 4, plan: true },
  16: { group: 'production', counter: 'inTreatment', tone: 'info', icon: 'package', step: 5 },
  17: { group: 'delivery', counter: 'inTreatment', tone: 'info', icon: 'package', step: 6 },
  18: { group: 'design', counter: 'designing', tone: 'warn', quiet: 'violet', icon: 'back', step: 2, troubled: true, plan: true, why: 'refusal' },
  19: { group: 'design', counter: 'designing', tone: 'warn', quiet: 'violet', icon: 'back', step: 2, troubled: true, plan: true, why: 'refusal' },
  20: { group: 'draft', counter: 'toSubmit', tone: 'warn', quiet: 'neutral', icon: 'back', step: 0, troubled: true, why: 'denial' },
  21: { group: 'toDistribute', counter: 'designing', tone: 'info', icon: 'share', step: 2 },
  22: { group: 'draft', counter: 'toSubmit', tone: 'neutral', icon: 'draft', step: 0, computed: true },
  23: { group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'truck', step: 7 },
  24: { group: 'completed', counter: null, tone: 'ok', icon: 'done', step: 9 },
  25: { group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'received', step: 8 },
  26: { group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'back', step: 8, returns: true },
  27: { group: 'design', counter: 'designing', tone: 'violet', icon: 'machine', step: 2 },
  28: { group: 'design', counter: 'designing', tone: 'violet', icon: 'design', step: 2 },
  29: { group: 'design', counter: 'doctorAdjust', tone: 'warn', quiet: 'violet', icon: 'review', step: 2 },
  30: { group: 'treatment', counter: 'inTreatment', tone: 'brand', icon: 'received', step: 8 },
  33: { group: 'suspended', counter: null, tone: 'danger', icon: 'pause', step: 2, troubled: true, returns: true },
} as const satisfies Record<number, StatusRow>;

export type Status = keyof typeof table;
export const statuses: Readonly<Record<Status, StatusRow>> = table;
export const statusCodes = Object.keys(statuses).map(Number) as Status[];

export function isStatus(n: number): n is Status {
  return n in statuses;
}

const standingIn = (column: 'group' | 'counter', name: Group | Counter): readonly Status[] =>
  statusCodes.filter(code => statuses[code][column] === name);

/** Filter → the statuses in it; empty for `all`. */
export const groups = Object.fromEntries(
  groupNames.map(name => [name, standingIn('group', name)]),
) as Readonly<Record<Group, readonly Status[]>>;
/** Counter → the statuses in it; empty for `all`. */
export const counters = Object.fromEntries(
  counterNames.map(name => [name, standingIn('counter', name)]),
) as Readonly<Record<Counter, readonly Status[]>>;
/** The statuses that stand in no counter but `all`. */
export const uncounted: readonly Status[] = statusCodes.filter(code => statuses[code].counter === null);
export const computedStatuses: readonly Status[] = statusCodes.filter(code => statuses[code].computed);

export function isDraft(status: Status): boolean {
  return statuses[status].computed === true;
}

/** The group a status is in. */
export function groupOf(status: Status): Group {
  return statuses[status].group;
}

/** What a person reads for a status: owner and helpers read 28 as "target designing" (`28.doctor` in the dictionary). */
export function statusWord(status: Status, own: boolean): string {
  return status === 28 && own ? '28.doctor' : String(status);
}
