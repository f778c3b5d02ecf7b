/** A reserved line for the grid: a refusal or an invalid paste with the remedies; otherwise the shortcuts. */
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import styles from './lingual.module.css';
import type { InvalidCell, PasteResult } from './paste.ts';
import { cellAtSpot } from './sheet.ts';
import type { LingualGridControl } from './useLingualGrid.ts';
import type { GridNoticeState as Notice } from './useSheetChanges.ts';

/** Number of cells listed by name; the rest is counted. */
const maxNamedCells = 6;

export function GridNotice({ grid }: { grid: LingualGridControl }) {
  const { notice, editing } = grid;
  const edited = editing?.issue && editing;
  const quiet = !notice && !edited;
  return (
    <div className={styles.notice}>
      <div id="sheet-notice" role="status" className={quiet ? undefined : styles.said}>
        {edited ? <EditSaid edited={edited} /> : notice && <Said notice={notice} grid={grid} />}
      </div>
      {quiet && (
        <div className={styles.hints}>
          <Hints />
        </div>
      )}
    </div>
  );
}

function EditSaid({ edited }: { edited: NonNullable<LingualGridControl['editing']> }) {
  const { t } = useTranslation(['lingual', 'error']);
  const { field, tooth } = cellAtSpot(edited.spot);
  return (
    <Line>
      {t('lingual:bad', {
        tooth,
        row: t(`lingual:row.${field}`),
        text: edited.text,
        why: t(`error:issue.${edited.issue?.issue}`, { ...edited.issue?.values }),
      })}
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <>
    <TriangleAlert aria-hidden="true" />
    <span>{children}</span>
  </>
);

function Said({ notice, grid }: { notice: Notice; grid: LingualGridControl }) {
  const { t } = useTranslation(['lingual', 'error']);
  if (notice.kind === 'paste') return <PasteSaid pasted={notice.pasted} back={grid.back} />;
  const { conflict, more, override } = notice;
  return (
    <>
      <Line>{t(`error:issue.${conflict.issue}`, conflict.values)}</Line>
      {more > 0 && <span>{t('lingual:refusedMore', { count: more })}</span>}
      {override && (
        <Button size="small" onPress={() => grid.back(override.sheet)}>
          {t('lingual:override', { tooth: conflict.tooth, code: override.code })}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={() => grid.back()}>
        {t('lingual:keep')}
      </Button>
    </>
  );
}

function Bad({ cell, text, issue, values }: InvalidCell) {
  const { t } = useTranslation(['lingual', 'error']);
  const why = t(`error:issue.${issue}`, { ...values });
  if (!cell) return t('lingual:badOut', { text, why });
  return t('lingual:bad', { tooth: cell.tooth, row: t(`lingual:row.${cell.field}`), text, why });
}

/** A paste with invalid cells: nothing is applied until the person decides. */
function PasteSaid({ pasted, back }: { pasted: PasteResult; back: LingualGridControl['back'] }) {
  const { t } = useTranslation('lingual');
  const { bad, good, sheet, area } = pasted;
  return (
    <>
      <Line>{t('paste.bad', { count: bad.length })}</Line>
      <ul className={styles.bad}>
        {bad.slice(0, maxNamedCells).map(each => (
          <li key={`${each.spot.row}-${each.spot.col}`}>
            <Bad {...each} />
          </li>
        ))}
        {bad.length > maxNamedCells && <li>{t('paste.more', { count: bad.length - maxNamedCells })}</li>}
      </ul>
      {good > 0 && (
        <Button size="small" autoFocus onPress={() => back(sheet, area)}>
          {t('paste.rest', { count: good })}
        </Button>
      )}
      <Button size="small" variant="quiet" autoFocus={good === 0} onPress={() => back()}>
        {t('paste.none')}
      </Button>
    </>
  );
}

function Hints() {
  const { t } = useTranslation('lingual');
  return (
    <KeyHints
      items={[
        { keys: '← → ↑ ↓', label: t('hint.move') },
        { keys: 'B H T', label: t('hint.codes') },
        { keys: 'Shift →', label: t('hint.select') },
        { keys: 'Ctrl V', label: t('hint.paste') },
        { keys: 'Esc Tab', label: t('hint.leave') },
      ]}
    />
  );
}
