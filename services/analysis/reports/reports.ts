/** The reports by name. A new one is a file beside this, a line here, and a fold in its test that answers the same. */
import { askedChangesReport } from './asked-changes.ts';
import { cohortsReport } from './cohorts.ts';
import { conformanceReport } from './conformance.ts';
import { cycleTimesReport } from './cycle-times.ts';
import { firstPlansReport } from './first-plans.ts';
import { funnelReport } from './funnel.ts';
import { processMapReport } from './process-map.ts';
import { queuesReport } from './queues.ts';
import type { ReportDefinition } from './report.ts';
import { reworkReport } from './rework.ts';
import { reworkTotalsReport } from './rework-totals.ts';
import { variantsReport } from './variants.ts';
import { wearDaysReport } from './wear-days.ts';
import { workHoursReport } from './work-hours.ts';
import { workWeeksReport } from './work-weeks.ts';
import { workloadReport } from './workload.ts';

export const reports = {
  funnel: funnelReport,
  cycleTimes: cycleTimesReport,
  queues: queuesReport,
  rework: reworkReport,
  reworkTotals: reworkTotalsReport,
  askedChanges: askedChangesReport,
  firstPlans: firstPlansReport,
  workload: workloadReport,
  workHours: workHoursReport,
  workWeeks: workWeeksReport,
  cohorts: cohortsReport,
  wearDays: wearDaysReport,
  variants: variantsReport,
  map: processMapReport,
  conformance: conformanceReport,
} as const satisfies Record<string, ReportDefinition<unknown>>;

export type ReportName = keyof typeof reports;
// Cast: Object.keys forgets the type of the keys.
export const reportNames = Object.keys(reports) as ReportName[];

export type ReportItemOf<N extends ReportName> =
  (typeof reports)[N] extends ReportDefinition<infer Item> ? Item : never;
