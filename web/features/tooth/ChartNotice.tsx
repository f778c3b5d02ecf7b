import { TriangleAlert } from 'lucide-react';
import { type Notation, toothLabel } from '#events/tooth/fdi.ts';
import type { Marks } from '#events/tooth/marks.ts';
import { fillTemplate } from '#events/tooth/sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import { refusalText, type ToothWords } from './chart-text.ts';
import s from './ToothChart.module.css';
import type { MarkRefusal } from './useToothMarking.ts';

type NoticeProps = {
  refusal: MarkRefusal | undefined;
  words: ToothWords;
  notation?: Notation;
  onOverride: (marks: Marks) => void;
  onDismiss: () => void;
};

/** A reserved line under the chart: the last refusal with its remedy, or the shortcuts. */
export function ChartNotice({ refusal, words, notation, onOverride, onDismiss }: NoticeProps) {
  const { conflict, more, override } = refusal ?? {};
  const tooth = override ? toothLabel(override.tooth, notation) : '';
  return (
    <div className={s.notice}>
      <div role="status" className={conflict ? s.refusal : undefined}>
        {conflict && (
          <>
            <TriangleAlert aria-hidden="true" />
            <span>{refusalText(conflict, words, notation)}</span>
            {more ? <span>{fillTemplate(words.chart.refusedMore, { count: String(more) })}</span> : null}
            {override && (
              <Button size="small" onPress={() => onOverride(override.marks)}>
                {override.tool === 'erase'
                  ? fillTemplate(words.action.overrideErase, { tooth })
                  : fillTemplate(words.action.override, { tooth, mark: words.mark[override.tool] })}
              </Button>
            )}
            <Button size="small" variant="quiet" onPress={onDismiss}>
              {words.action.dismiss}
            </Button>
          </>
        )}
      </div>
      {!conflict && <Hints words={words} />}
    </div>
  );
}

function Hints({ words }: { words: ToothWords }) {
  return (
    <>
      <KeyHints
        items={[
          { keys: '← → ↑ ↓', label: words.hint.move },
          { keys: 'Space', label: words.hint.mark },
          { keys: 'Shift →', label: words.hint.paint },
          { keys: '1 4', label: words.hint.jump },
        ]}
      />
      <span className={s.push}>{words.chart.patientSide}</span>
    </>
  );
}
