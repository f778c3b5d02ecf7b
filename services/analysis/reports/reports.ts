/** The reports by name. A new one is a file beside this, a line here, and a fold in its test that answers the same. */
import { askedChanges } from './asked-changes.ts';
import { cohorts } from './cohorts.ts';
import { conformance } from './conformance.ts';
import { cycleTimes } from './cycle-times.ts';
import { firstPlans } from './first-plans.ts';
import { funnel } from './funnel.ts';
import { processMap } from './process-map.ts';
import { queues } from './queues.ts';
import type { Report } from './report.ts';
import { rework } from './rework.ts';
import { reworkTotals } from './rework-totals.ts';
import { variants } from './variants.ts';
import { wearDays } from './wear-days.ts';
import { workHours } from './work-hours.ts';
import { workWeeks } from './work-weeks.ts';
import { workload } from './workload.ts';

export const reports = {
  funnel,
  cycleTimes,
  queues,
  rework,
  reworkTotals,
  askedChanges,
  firstPlans,
  workload,
  workHours,
  workWeeks,
  cohorts,
  wearDays,
  variants,
  map: processMap,
  conformance,
} as const satisfies Record<string, Report<unknown>>;

export type ReportName = keyof typeof reports;
// Cast: Object.keys forgets the type of the keys.
export const reportNames = Object.keys(reports) as ReportName[];

export type ReportItemOf<N extends ReportName> =
  (typeof reports)[N] extends Report<infer Item> ? Item : never;
