/** Under the chart: ranges the tool is used on at once, clearing, and the two views. */
import type { ToothSet } from '#events/tooth/fdi.ts';
import { Button } from '#web/ui/button.tsx';
import type { ChartView } from './layout.ts';
import s from './ToothChart.module.css';
import { cx } from './ToothDrawing.tsx';
import type { ToothWords } from './words.ts';

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

type FootProps = {
  words: ToothWords;
  view: ChartView;
  onView: (view: ChartView) => void;
  onSet?: (set: ToothSet) => void;
  onClear?: () => void;
};

export function ChartFoot({ words, view, onView, onSet, onClear }: FootProps) {
  return (
    <div className={s.foot}>
      {onSet && (
        // biome-ignore lint/a11y/useSemanticElements: buttons that act at once, no form fields
        <div className={s.group} role="group" aria-label={words.set.label}>
          <span aria-hidden="true">{words.set.label}</span>
          {RANGES.map(set => (
            <button key={set} type="button" className={s.range} onClick={() => onSet(set)}>
              {words.set[set]}
            </button>
          ))}
        </div>
      )}
      {onClear && (
        <Button size="small" variant="quiet" onPress={onClear}>
          {words.action.clear}
        </Button>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: two toggle buttons */}
      <div className={cx(s.group, s.push)} role="group" aria-label={words.view.label}>
        {(['rows', 'arch'] as const).map(each => (
          <button
            key={each}
            type="button"
            className={s.range}
            aria-pressed={each === view}
            onClick={() => onView(each)}
          >
            {words.view[each]}
          </button>
        ))}
      </div>
    </div>
  );
}
