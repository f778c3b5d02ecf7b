/**
 * The figures of the reports, and the text that identifies a cell of a report. Every number on a screen leads to a list
 * of its cases; the text in the list's address says which number it is. Pure.
 */

/**
 * Fields by which reports are split. Never remove one, because events record them with the figure that a person opened.
 */
export const figureSplits = [
  ...(['month', 'org', 'technician', 'expert', 'doctor', 'version'] as const),
  ...(['method', 'productType', 'preset'] as const),
] as const;
export type FigureSplit = (typeof figureSplits)[number];

/** For each report: the fields that identify an item, and the item's numbers. */
export const reportFigures = {
  funnel: { about: ['step'], figures: ['cases'] },
  cycleTimes: { about: ['status', 'group'], figures: ['cases', 'stays', 'open'] },
  queues: { about: ['day', 'status'], figures: ['standing', 'came', 'left'] },
  rework: { about: ['type', 'reason', 'group'], figures: ['times', 'cases', 'judged', 'met'] },
  reworkTotals: { about: ['group'], figures: ['cases', 'reviewed', 'refused', 'sentBack'] },
  askedChanges: {
    about: ['what', 'axis', 'place'],
    figures: ['times', 'cases', 'withdrawn', 'measured', 'met'],
  },
  firstPlans: { about: ['month'], figures: ['cases', 'accepted', 'second', 'later'] },
  workload: { about: ['person'], figures: ['cases', 'came', 'left', 'takenOver', 'open'] },
  workHours: { about: ['weekday', 'hour'], figures: ['cases', 'came', 'left'] },
  workWeeks: { about: ['week'], figures: ['cases', 'came', 'left', 'open'] },
  cohorts: { about: ['month', 'step', 'week'], figures: ['cases', 'reached'] },
  wearDays: { about: ['month'], figures: ['cases', 'changes', 'late'] },
  variants: { about: ['way'], figures: ['cases', 'completed'] },
  map: { about: ['status', 'to'], figures: ['cases', 'stays'] },
  conformance: { about: ['verdict', 'type', 'from', 'to'], figures: ['moves', 'cases'] },
} as const satisfies Record<string, { about: readonly string[]; figures: readonly string[] }>;

export type ReportWithFigures = keyof typeof reportFigures;
export type FigureOf<N extends ReportWithFigures> = (typeof reportFigures)[N]['figures'][number];

type CellValue = string | number | null | undefined;

/** Separates the values of a cell. No status, month, way, key or id has it. */
const separator = '~';

/** The text of a cell: the values of its fields, in the order of `reportFigures`; no value is empty. */
export const cellText = (report: ReportWithFigures, item: object): string =>
  reportFigures[report].about
    // Cast: an item of the report has the fields that the table names.
    .map(field => String((item as Record<string, CellValue>)[field] ?? ''))
    .join(separator);

/** Reads the text of a cell. Undefined for a text with another number of values. */
export function parseCellText(
  report: ReportWithFigures,
  text: string,
): Readonly<Record<string, string | null>> | undefined {
  const { about } = reportFigures[report];
  const values = text.split(separator);
  if (values.length !== about.length) return undefined;
  return Object.fromEntries(about.map((field, i) => [field, values[i] || null]));
}
