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

export const statuses = {
  0: { tone: 'neutral' },
  1: { tone: 'neutral' },
  2: { tone: 'neutral' },
  3: { tone: 'neutral' },
  4: { tone: 'neutral' },
  5: { tone: 'neutral' },
  6: { tone: 'neutral' },
  7: { tone: 'neutral' },
  8: { tone: 'neutral' },
  9: { tone: 'neutral' },
  10: { tone: 'info' },
  11: { tone: 'warn' },
  12: { tone: 'violet' },
  13: { tone: 'violet' },
  14: { tone: 'warn' },
  15: { tone: 'warn' },
  16: { tone: 'info' },
  17: { tone: 'info' },
  18: { tone: 'warn' },
  19: { tone: 'warn' },
  20: { tone: 'warn' },
  21: { tone: 'info' },
  22: { tone: 'neutral' },
  23: { tone: 'brand' },
  24: { tone: 'ok' },
  25: { tone: 'brand' },
  26: { tone: 'brand' },
  27: { tone: 'violet' },
  28: { tone: 'violet' },
  29: { tone: 'warn' },
  30: { tone: 'brand' },
  33: { tone: 'danger' },
} as const satisfies Record<number, { tone: Tone }>;

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
