/**
 * Step "Tooth marks": the chart, its sentence, contradictions with the prescription, and the confirmation.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { marksOf, toMarkersSection } from '#events/case/markers.ts';
import { type Marks, sentence } from '#events/tooth/marks.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { useToothWords } from '#web/features/tooth/chart-text.ts';
import { ToothChart } from '#web/features/tooth/ToothChart.tsx';
import { caseViewQuery } from '#web/lib/queries.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Panel } from '#web/ui/panel.tsx';
import { FieldContradictions } from './FieldContradictions.tsx';
import styles from './wizard.module.css';
import { useSectionForm, useWizard } from './wizard-context.ts';

/** The marks of the parent case, which stay visible as dashed; undefined if this case is no refinement. */
function useEarlierMarks(): { caseId: string; marks: Marks } | undefined {
  const { parentId } = useWizard().view.header;
  const { data } = useQuery({ ...caseViewQuery(parentId ?? ''), enabled: parentId !== null });
  const earlier = data?.sections.markers;
  return parentId !== null && earlier ? { caseId: parentId, marks: marksOf(earlier) } : undefined;
}

export function MarkersStep() {
  const { t } = useTranslation('wizard');
  const { value, set } = useSectionForm('markers');
  const words = useToothWords();
  const marks = marksOf(value);
  const earlier = useEarlierMarks();
  const change = (next: Marks) => set(toMarkersSection(next));
  return (
    <>
      <FieldContradictions placed />
      <ToothChart marks={marks} words={words} onChange={change} ghost={earlier?.marks} />
      {/* Hides the sentence while the order is visible next to the chart; screen readers get the text from
          the chart. */}
      <div className={earlier ? undefined : styles.besideSaid}>
        <Panel title={t('inWords')}>
          <div className={styles.form}>
            <p className={cx(styles.sentence, styles.besideSaid)}>{sentence(marks, words.sentence)}</p>
            {earlier && (
              <p className="t-2">
                {t('earlierMarks', {
                  caseId: earlier.caseId,
                  sentence: sentence(earlier.marks, words.sentence),
                })}
              </p>
            )}
          </div>
        </Panel>
      </div>
      <div id={fieldElementId('confirmed')} className={styles.confirm}>
        <Checkbox
          checked={value.confirmed === true}
          onChange={on => set({ confirmed: on || undefined })}
          hint={t('confirmHint')}
        >
          {t('confirmMarks')}
        </Checkbox>
      </div>
    </>
  );
}
