/** The rows of one arch in the bracket chart. */
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  absenceCodeAt,
  type SheetContradiction,
  type SheetField,
  sheetFields,
  type ToothSheet,
} from '#events/lingual/codes.ts';
import { toothMeasures } from '#events/lingual/measures.ts';
import { type Arch, type Fdi, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { GridCell } from './GridCell.tsx';
import { selectedArea } from './grid-keys.ts';
import type { LingualGridProps } from './LingualGrid.tsx';
import styles from './lingual.module.css';
import { cellAtSpot, gridRows, normalizeArea, textOfCell } from './sheet.ts';
import type { LingualGridControl } from './useLingualGrid.ts';

type RowsProps = Pick<LingualGridProps, 'idOf'> & {
  arch: Arch;
  grid: LingualGridControl;
  lacking: readonly Fdi[];
  wrong: readonly SheetContradiction[];
};

export function ArchRows({ arch, grid, lacking, wrong, idOf }: RowsProps) {
  const { t } = useTranslation('tooth');
  const { from, to } = normalizeArea(selectedArea(grid.place));
  const { at } = grid.place;
  const { editing } = grid;
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.name}>
          {t(`set.${arch}`)}
        </th>
        {TEETH_BY_ARCH[arch].map((tooth, col) => (
          <th key={tooth} scope="col" className={styles.number} data-middle={col === 8 || undefined}>
            {tooth}
          </th>
        ))}
      </tr>
      {sheetFields.map(field => {
        const row = gridRows.findIndex(line => line.arch === arch && line.field === field);
        const within = row >= from.row && row <= to.row;
        return (
          <GridRow
            key={field}
            arch={arch}
            row={row}
            field={field}
            lacking={lacking}
            wrong={wrong}
            idOf={idOf}
            sheet={grid.sheet}
            current={at.row === row ? at.col : none}
            first={within ? from.col : none}
            last={within ? to.col : none}
            edited={editing?.spot.row === row ? editing.spot.col : none}
            editor={editing?.spot.row === row && <Editor grid={grid} />}
          />
        );
      })}
    </tbody>
  );
}

/** Column index for "no column". */
const none = -1;

type RowProps = Pick<RowsProps, 'arch' | 'lacking' | 'wrong' | 'idOf'> & {
  row: number;
  field: SheetField;
  sheet: ToothSheet;
  /** Columns: the current cell, the selection's first and last, the edited cell. */
  current: number;
  first: number;
  last: number;
  edited: number;
  editor: ReactNode;
};

/** One row, memoized: an arrow key renders two rows. */
const GridRow = memo(function GridRow(props: RowProps) {
  const { arch, row, field, sheet, lacking, wrong, idOf, current, first, last, edited, editor } = props;
  const { t } = useTranslation(['lingual', 'wizard']);
  const label = t(`lingual:row.${field}`);
  const comma = t('wizard:comma');
  // The field's id is on its first incomplete cell, otherwise on its row.
  const [wanting] = field === 'torque' ? lacking : [];
  return (
    <tr id={wanting === undefined && arch === 'upper' ? idOf(field) : undefined}>
      <th scope="row" className={styles.name}>
        {label}
        {field !== 'brackets' && (
          <span className={styles.unit}>{t(`lingual:unit.${toothMeasures[field].unit}`)}</span>
        )}
      </th>
      {TEETH_BY_ARCH[arch].map((tooth, col) => {
        const text = textOfCell(sheet, { field, tooth });
        const gone = absenceCodeAt(sheet, tooth);
        const wanted = field === 'torque' && lacking.includes(tooth);
        const said = gone && field !== 'brackets' ? t('lingual:shut') : wanted ? t('lingual:wanted') : text;
        return (
          <GridCell
            key={tooth}
            id={idOf(tooth === wanting ? field : `${field}.${tooth}`)}
            row={row}
            col={col}
            text={text}
            gone={gone}
            wanted={wanted}
            wrong={wrong.some(each => each.field === field && each.tooth === tooth)}
            name={[tooth, label, said].filter(Boolean).join(comma)}
            tooth={field === 'brackets' ? tooth : undefined}
            current={col === current}
            selected={col >= first && col <= last && first !== none}
            editor={col === edited && editor}
          />
        );
      })}
    </tr>
  );
});

function Editor({ grid }: { grid: LingualGridControl }): ReactNode {
  const { t } = useTranslation(['lingual', 'wizard']);
  const { editing, editor } = grid;
  if (!editing) return null;
  const { tooth, field } = cellAtSpot(editing.spot);
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: a cell in editing receives the typed text
      autoFocus
      className={styles.editor}
      aria-label={`${tooth}${t('wizard:comma')}${t(`lingual:row.${field}`)}`}
      aria-invalid={editing.issue !== undefined}
      aria-describedby="sheet-notice"
      value={editing.text}
      inputMode="text"
      autoComplete="off"
      maxLength={12}
      onChange={event => editor.onChange(event.currentTarget.value)}
      onKeyDown={editor.onKeyDown}
      onBlur={editor.onBlur}
    />
  );
}
