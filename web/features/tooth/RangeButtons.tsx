import type { ToothSet } from '#events/tooth/fdi.ts';
import type { ToothWords } from './chart-text.ts';
import s from './ToothChart.module.css';

const RANGES: readonly ToothSet[] = [
  '3-3',
  '4-4',
  '5-5',
  '6-6',
  'premolars',
  'upper',
  'lower',
  'q1',
  'q2',
  'q3',
  'q4',
];

/** Named sets of teeth to which the chosen tool is applied at once. */
export function RangeButtons({ words, onSet }: { words: ToothWords; onSet: (set: ToothSet) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons with immediate effect, no form fields
    <div className={s.group} role="group" aria-label={words.set.label}>
      <span aria-hidden="true">{words.set.label}</span>
      {RANGES.map(set => (
        <button key={set} type="button" className={s.range} onClick={() => onSet(set)}>
          {words.set[set]}
        </button>
      ))}
    </div>
  );
}
