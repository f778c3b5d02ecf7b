/** The statuses of a case: group, counter, tone. Codes and groups are product-spec.md 4 and lifecycle.md. */

/** Filter index → the statuses in it; every status is in exactly one besides `all`. The order is the filter's number. */
export const groups = {
  all: [],
  draft: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 20],
  toAccept: [10],
  design: [11, 12, 27, 28, 29, 13, 18, 19],
  expert: [14],
  doctor: [15],
  production: [16],
  delivery: [17],
  treatment: [23, 25, 26, 30],
  completed: [24],
  suspended: [33],
  toDistribute: [21],
} as const;

export type Group = keyof typeof groups;
export const groupNames = Object.keys(groups) as Group[];

/** The order in which the filters stand on screen; numbers are the index above. */
export const filterOrder = [0, 1, 2, 11, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The workbench's counters for a doctor (lifecycle.md "Filters and counters"); 24 and 33 stand in `all` only. */
export const counters = {
  toSubmit: groups.draft,
  designing: [10, 12, 13, 14, 18, 19, 21, 27, 28],
  doctorAdjust: [11, 15, 29],
  inTreatment: [16, 17, 23, 25, 26, 30],
  all: [],
} as const;

export type Counter = keyof typeof counters;
export const counterNames = Object.keys(counters) as Counter[];

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

/** `step`: the step of the case's spine that it works towards (0 submitted … 8 completed, 9 all done). */
export const statuses = {
  0: { tone: 'neutral', icon: 'draft', step: 0 },
  1: { tone: 'neutral', icon: 'draft', step: 0 },
  2: { tone: 'neutral', icon: 'draft', step: 0 },
  3: { tone: 'neutral', icon: 'draft', step: 0 },
  4: { tone: 'neutral', icon: 'draft', step: 0 },
  5: { tone: 'neutral', icon: 'draft', step: 0 },
  6: { tone: 'neutral', icon: 'draft', step: 0 },
  7: { tone: 'neutral', icon: 'draft', step: 0 },
  8: { tone: 'neutral', icon: 'draft', step: 0 },
  9: { tone: 'neutral', icon: 'draft', step: 0 },
  10: { tone: 'info', icon: 'inbox', step: 1 },
  11: { tone: 'warn', icon: 'question', step: 2 },
  12: { tone: 'violet', icon: 'machine', step: 2 },
  13: { tone: 'violet', icon: 'design', step: 2 },
  14: { tone: 'warn', icon: 'review', step: 3 },
  15: { tone: 'warn', icon: 'review', step: 4 },
  16: { tone: 'info', icon: 'package', step: 5 },
  17: { tone: 'info', icon: 'package', step: 6 },
  18: { tone: 'warn', icon: 'back', step: 2 },
  19: { tone: 'warn', icon: 'back', step: 2 },
  20: { tone: 'warn', icon: 'back', step: 0 },
  21: { tone: 'info', icon: 'share', step: 2 },
  22: { tone: 'neutral', icon: 'draft', step: 0 },
  23: { tone: 'brand', icon: 'truck', step: 7 },
  24: { tone: 'ok', icon: 'done', step: 9 },
  25: { tone: 'brand', icon: 'received', step: 5 },
  26: { tone: 'brand', icon: 'back', step: 8 },
  27: { tone: 'violet', icon: 'machine', step: 2 },
  28: { tone: 'violet', icon: 'design', step: 2 },
  29: { tone: 'warn', icon: 'review', step: 2 },
  30: { tone: 'brand', icon: 'received', step: 8 },
  33: { tone: 'danger', icon: 'pause', step: 2 },
} as const satisfies Record<number, { tone: Tone; icon: StatusIcon; step: number }>;

export type Status = keyof typeof statuses;
export const statusCodes = Object.keys(statuses).map(Number) as Status[];

export function isStatus(n: number): n is Status {
  return n in statuses;
}

/** The statuses that `draftStatus` computes: while a case is in one, only its owner and helpers (and Admin, Analyst) see it. */
export const computedStatuses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22] as const satisfies readonly Status[];

export function isDraft(status: Status): boolean {
  return (computedStatuses as readonly Status[]).includes(status);
}

/** The group a status is in. */
export function groupOf(status: Status): Group {
  const found = groupNames.find(name => (groups[name] as readonly Status[]).includes(status));
  if (!found) throw new Error(`status ${status} is in no group`);
  return found;
}

/** What a person reads for a status: owner and helpers read 28 as "target designing" (`28.doctor` in the dictionary). */
export function statusWord(status: Status, own: boolean): string {
  return status === 28 && own ? '28.doctor' : String(status);
}
