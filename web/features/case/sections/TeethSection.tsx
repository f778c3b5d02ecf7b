/** The tooth marks of an order: the small arch and the sentence for the designer. */
import { useTranslation } from 'react-i18next';
import type { Sections } from '#events/case/sections.ts';
import { type Marks, sentence } from '#events/tooth/marks.ts';
import { useToothWords } from '#web/features/tooth/chart-text.ts';
import { MiniChart } from '#web/features/tooth/MiniChart.tsx';
import styles from '../case.module.css';

/** The chart's marks of a markers section; a missing list is empty. */
function marksFrom(markers: Sections['markers'] | undefined): Marks {
  const of = (list: number[] | undefined) => (list ?? []) as Marks['extract'];
  return {
    extract: of(markers?.extract),
    noMove: of(markers?.noMove),
    noAttachment: of(markers?.noAttachment),
    reserveSpace: of(markers?.reserveSpace),
    missing: of(markers?.missing),
    ipr: markers?.ipr ?? [],
  };
}

export function TeethSection({ markers }: { markers: Sections['markers'] | undefined }) {
  const { t } = useTranslation('caseDetail');
  const words = useToothWords();
  const marks = marksFrom(markers);
  return (
    <div className={styles.teeth}>
      <MiniChart marks={marks} words={words} width={260} />
      <div>
        <p>{sentence(marks, words.sentence)}</p>
        {!markers?.confirmed && <p className="t-2">{t('marksOpen')}</p>}
      </div>
    </div>
  );
}
