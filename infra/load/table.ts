/** Formats the results as one table: two nodes next to the embedded default. */
import type { ThresholdFigure } from './k6.ts';
import type { LoadFigureUnit, LoadScenario, LoadScenarioOutcome } from './scenarios.ts';

export type ScenarioResults = {
  scenario: LoadScenario;
  nodes: LoadScenarioOutcome | undefined;
  embedded: LoadScenarioOutcome | undefined;
};

export type ScenarioTableRow = Record<
  'scenario' | 'measured' | 'threshold' | 'two nodes' | 'embedded',
  string
> & {
  /** Factor between two nodes and the embedded default. */
  'times that': string;
  held: 'yes' | 'NO' | '';
};

/** Description and unit of each metric. */
const metrics: Record<string, [what: string, unit: LoadFigureUnit]> = {
  answer_ms: ['answer', 'ms'],
  screen_ms: ['click to the screen', 'ms'],
  push_ms: ['a command to each page', 'ms'],
  late_ms: ['back after the window', 'ms'],
  upload_s: ['an upload with its cuts', 's'],
  quiet_list_ms: ['list before a flood', 'ms'],
  quiet_health_ms: ['/healthz before a flood', 'ms'],
  flooded_list_ms: ['list during a flood', 'ms'],
  flooded_health_ms: ['/healthz during a flood', 'ms'],
  errors: ['refused, or not answered', ''],
  overtaken: ['acts that lost to a concurrent edit', ''],
  breaks: ['broken connections', ''],
  acts: ['acts', ''],
  unseen: ['not seen', ''],
  told: ['rows told', ''],
  held: ['pages open at the end', ''],
  back: ['pages that came back', ''],
  cuts: ['cuts', ''],
  cuts_midway: ['cuts in the middle of a body', ''],
  equal: ['files as they were sent, by SHA-256', ''],
};

function shown(value: number | undefined, unit: LoadFigureUnit): string {
  if (value === undefined || Number.isNaN(value)) return '';
  const digits = unit === '' || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })}${unit && ` ${unit}`}`;
}

/** A value as a multiple of another (`1.5 ×`); empty for counts, which have no unit. */
const times = (value: number | undefined, beside: number | undefined, unit: LoadFigureUnit) =>
  unit && value && beside ? `${(value / beside).toFixed(1)} ×` : '';

function lineOf(
  { metric, stat, bar, held }: ThresholdFigure,
  { scenario, nodes, embedded }: ScenarioResults,
): ScenarioTableRow {
  const [what, unit] = metrics[metric] ?? [metric, ''];
  const [ours, beside] = [nodes, embedded].map(outcome => outcome?.ran.of(metric, stat));
  return {
    scenario: scenario.name,
    measured: stat === 'count' ? what : `${what}, ${stat}`,
    threshold: `${bar.replace('==', '')}${unit && ` ${unit}`}`,
    'two nodes': shown(ours, unit),
    embedded: shown(beside, unit),
    'times that': times(ours, beside, unit),
    held: held ? 'yes' : 'NO',
  };
}

/**
 * Rows of a scenario. Thresholds apply to the two nodes, or to the embedded default if only that was loaded.
 */
export function createScenarioTableRows(both: ScenarioResults): ScenarioTableRow[] {
  const { scenario, nodes, embedded } = both;
  const loaded = nodes ?? embedded;
  if (!loaded) return [];
  return [
    ...loaded.ran.figures.map(figure => lineOf(figure, both)),
    ...loaded.also.map(({ what, unit }, i): ScenarioTableRow => {
      const [ours, beside] = [nodes, embedded].map(outcome => outcome?.also[i]?.value);
      return {
        scenario: scenario.name,
        measured: what,
        threshold: '',
        held: '',
        'two nodes': shown(ours, unit),
        embedded: shown(beside, unit),
        'times that': times(ours, beside, unit),
      };
    }),
  ];
}
