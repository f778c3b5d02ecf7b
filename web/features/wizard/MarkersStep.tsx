/** Tooth marks: the chart, the sentence, what contradicts the prescription, and the confirmation. */
import { useTranslation } from 'react-i18next';
import { type Marks, sentence } from '#events/tooth/marks.ts';
import { ToothChart } from '#web/features/tooth/ToothChart.tsx';
import { useToothWords } from '#web/features/tooth/words.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ClashBox } from './ClashBox.tsx';
import { useSection, useWizard } from './context.ts';
import { marksOf, withMarks } from './marks.ts';
import { fieldId } from './steps.ts';
import styles from './wizard.module.css';

export function MarkersStep() {
  const { t } = useTranslation('wizard');
  const { clashes } = useWizard();
  const { value, set } = useSection('markers');
  const words = useToothWords();
  const marks = marksOf(value);
  const change = (next: Marks) => set(withMarks(next));
  return (
    <>
      {clashes
        .filter(clash => clash.step === 'transparentMarkerNew')
        .map(clash => (
          <div key={clash.id} id={fieldId(clash.field)}>
            <ClashBox clash={clash} />
          </div>
        ))}
      <ToothChart marks={marks} words={words} onChange={change} />
      <Panel title={t('inWords')}>
        <div className={styles.form}>
          <p className={styles.sentence}>{sentence(marks, words.sentence)}</p>
          <div id={fieldId('confirmed')}>
            <Checkbox
              checked={value.confirmed === true}
              onChange={on => set({ confirmed: on || undefined })}
              hint={t('confirmHint')}
            >
              {t('confirmMarks')}
            </Checkbox>
          </div>
        </div>
      </Panel>
    </>
  );
}
