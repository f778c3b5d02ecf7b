/** Foot of the chart: buttons for whole ranges, a clear button, and the switch between the two views. */

import type { ToothSet } from '#events/tooth/fdi.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import type { ToothWords } from './chart-text.ts';
import type { ChartView } from './layout.ts';
import { RangeButtons } from './RangeButtons.tsx';
import s from './ToothChart.module.css';

type FootProps = {
  words: ToothWords;
  view: ChartView;
  onView: (view: ChartView) => void;
  onSet?: (set: ToothSet) => void;
  onClear?: () => void;
};

export function ChartFooter({ words, view, onView, onSet, onClear }: FootProps) {
  return (
    <div className={s.foot}>
      {onSet && <RangeButtons words={words} onSet={onSet} />}
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
