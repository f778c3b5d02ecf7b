/** The pontic teeth of a retainer on the tooth chart: one tool, no palette. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { archOf, type Fdi, inScreenOrder } from '#events/tooth/fdi.ts';
import { createEmptyMarks } from '#events/tooth/marks.ts';
import { type ToothWords, useToothWords } from '#web/features/tooth/chart-text.ts';
import { ToothChart } from '#web/features/tooth/ToothChart.tsx';
import styles from './retainer.module.css';
import type { Arch } from './retainer-form.ts';

type Props = {
  id: string;
  teeth: readonly Fdi[];
  arches: readonly Arch[];
  onChange: (teeth: readonly Fdi[]) => void;
  error: string | undefined;
};

/** Uses the mark for missing teeth with the texts of pontics. */
function usePonticWords(): ToothWords {
  const { t } = useTranslation('retainer');
  const words = useToothWords();
  return useMemo(
    () => ({
      ...words,
      mark: { ...words.mark, missing: t('form.ponticMark') },
      sentence: {
        ...words.sentence,
        none: t('form.ponticNone'),
        missing: t('form.ponticSentence', { teeth: '{{teeth}}' }),
      },
    }),
    [words, t],
  );
}

export function PonticChart({ id, teeth, arches, onChange, error }: Props) {
  const { t } = useTranslation('retainer');
  const words = usePonticWords();
  const marks = { ...createEmptyMarks(), missing: [...teeth] };
  return (
    <div id={id} tabIndex={-1} className={styles.basis}>
      <p className="t-small t-2">{t(arches.length === 0 ? 'form.ponticFirst' : 'form.ponticHint')}</p>
      <ToothChart
        label={t('form.ponticChart')}
        marks={marks}
        words={words}
        tool="missing"
        palette={false}
        readOnly={arches.length === 0}
        onChange={next =>
          onChange(inScreenOrder(next.missing.filter(tooth => arches.includes(archOf(tooth)))))
        }
      />
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
