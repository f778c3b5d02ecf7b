/** A comparison with another version, as it is asked, carried out and kept. Small, and without personal data. */
import type { JobState } from '#events/job-state.ts';
import type { PartingEvent, WhatIfProgress } from './what-if.ts';

/** `erased`: a patient was erased meanwhile, and both versions' files named them. */
export type WhatIfFailure =
  | ('unknownVersion' | 'folder' | 'log' | 'process')
  | ('erased' | 'interrupted' | 'tooLong' | 'other');

/** An event of a case. `caseId`, `revision`: null for events of other streams. */
export type ShownEvent = Pick<PartingEvent, 'type' | 'at'> & {
  position: string;
  caseId: string | null;
  revision: number | null;
};

/** A field that differs. The values are JSON; null if they are texts that an analyst does not see. */
export type ShownFieldDifference = { path: string; values: { here: string; there: string } | null };

export type ShownParting = {
  view: string;
  id: string;
  caseId: string;
  kind: 'differ' | 'onlyHere' | 'onlyThere';
  derivedFrom: string | null;
  event: ShownEvent | null;
  before: ShownEvent[];
  fields: ShownFieldDifference[];
};

/** Rows of a view, of the organisation's cases. */
export type ShownViewCounts = {
  view: string;
  isIn: 'both' | 'here' | 'there';
  same: number;
  differ: number;
  onlyHere: number;
  onlyThere: number;
};

export type WhatIfResult = { position: string; views: ShownViewCounts[]; partings: ShownParting[] };

export type WhatIfRun = {
  id: string;
  orgId: string;
  /** The person who asked. */
  by: string;
  askedAt: string;
  /** Null: this version, built again. */
  version: string | null;
  /** Positions of the log. `to` null: what is served when the run begins. */
  from: string | null;
  to: string | null;
  state: JobState;
  progress: WhatIfProgress | null;
  endedAt: string | null;
  failure: WhatIfFailure | null;
  result: WhatIfResult | null;
};

/** Removes the fields of erased patients' cases from a result: values of choices are sealed facts too. */
export const withoutErasedCases = (
  { partings, ...result }: WhatIfResult,
  isErased: (caseId: string) => boolean,
): WhatIfResult => ({
  ...result,
  partings: partings.map(one => (isErased(one.caseId) ? { ...one, fields: [] } : one)),
});
