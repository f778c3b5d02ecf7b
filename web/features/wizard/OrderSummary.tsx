/** The text that the designer will read: the same wording everywhere. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { marksOf } from '#events/case/markers.ts';
import { applicableOverrulings } from '#events/contradiction/contradictions.ts';
import { isUnmarked } from '#events/tooth/marks.ts';
import { useToothWords } from '#web/features/tooth/chart-text.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FieldLink } from './FieldLink.tsx';
import { LazyMiniChart } from './lazy-mini-chart.ts';
import { type SummaryPiece, summaryPieces, summaryText } from './summary-text.ts';
import { usePresetsOfCase } from './usePresetsOfCase.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

export function OrderSummary({ now }: { now: number }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { edited, missing, step, clashes } = useWizard();
  const toothWords = useToothWords();
  const rx = edited.prescription;
  const marks = marksOf(edited.markers);
  const aligner = rx.method === 1;
  const data = { ...edited.data, overruled: applicableOverrulings(clashes) };
  const told = {
    edited: { ...edited, data },
    missing: new Set(missing.filter(m => m.section === 'prescription').map(m => m.field)),
    changed: usePresetsOfCase().changed,
  };
  const all = summaryPieces(t, { ...told, now, words: toothWords.sentence });
  return (
    <Panel
      title={t('wizard:summary')}
      action={
        <CopyButton
          text={() => summaryText(all)}
          label={t('wizard:copy')}
          copied={t('wizard:copied')}
          disabled={all.length === 0}
        />
      }
      footer={told.changed.length > 0 && <span className={styles.legend}>{t('wizard:underlined')}</span>}
    >
      {aligner && step === 'transparentToothNew' && !isUnmarked(marks) && (
        <div className={styles.mini}>
          <Suspense>
            <LazyMiniChart marks={marks} words={toothWords} width={200} />
          </Suspense>
        </div>
      )}
      <div className={styles.words}>
        {all.length === 0 && <p className="t-2">{t('wizard:nothingYet')}</p>}
        {all.map((pieces, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have a fixed order and no state
          <p key={at}>
            {pieces.map((piece, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are identified by their index
              <OnePiece key={i} piece={piece} />
            ))}
          </p>
        ))}
      </div>
    </Panel>
  );
}

function OnePiece({ piece }: { piece: SummaryPiece }) {
  if (piece.kind === 'plain') return piece.text;
  if (piece.kind === 'missing')
    return <FieldLink place={{ section: 'prescription', field: piece.field }}>{piece.text}</FieldLink>;
  return <b className={piece.kind === 'changed' ? styles.changed : undefined}>{piece.text}</b>;
}
