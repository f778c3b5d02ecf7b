/** Answers about comparisons with other versions. */
import type { WhatIfRun } from '../analysis/whatif/what-if-run.ts';

export type {
  ShownEvent,
  ShownFieldDifference,
  ShownParting,
  ShownViewCounts,
  WhatIfResult,
} from '../analysis/whatif/what-if-run.ts';

/** A run. `from`, `to`: wire positions. */
export type WhatIfItem = Omit<WhatIfRun, 'orgId' | 'by'>;

export type WhatIfOverview = {
  /** Names of other versions that can be chosen. */
  versions: string[];
  /** Newest first. */
  items: WhatIfItem[];
  limits: { runs: number };
};
