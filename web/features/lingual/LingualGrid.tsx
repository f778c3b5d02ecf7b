/** The lingual sheet: codes and values of every tooth in one grid, with palette, fill buttons and notices. */
import { type KeyboardEvent, memo, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import {
  absenceAt,
  type SheetConflict,
  type SheetField,
  sheetConflicts,
  sheetFields,
  type ToothSheet,
  teethWithoutTorque,
} from '#events/lingual/codes.ts';
import { measures } from '#events/lingual/measures.ts';
import { type Arch, type Fdi, ROWS } from '#events/tooth/fdi.ts';
import { useToothWords } from '#web/features/tooth/chart-text.ts';
import { RangeButtons } from '#web/features/tooth/RangeButtons.tsx';
import { ToolRadios } from '#web/features/tooth/ToolRadios.tsx';
import chart from '#web/features/tooth/ToothChart.module.css';
import { ToolIcon } from '#web/features/tooth/ToothPalette.tsx';
import { UndoRedo } from '#web/features/tooth/UndoRedo.tsx';
import { GridCell } from './GridCell.tsx';
import { GridNotice } from './GridNotice.tsx';
import { pressAroundGrid, selectedArea } from './grid-keys.ts';
import styles from './lingual.module.css';
import { cellAtSpot, fillRanges, gridRows, normalizeArea, textOfCell } from './sheet.ts';
import { ToothCodes } from './ToothCodes.tsx';
import { type CodeTool, type LingualGridControl, useLingualGrid } from './useLingualGrid.ts';

const tools: readonly CodeTool[] = [...options.bracket, 'erase'];

type Props = {
  sheet: ToothSheet;
  onChange: (sheet: ToothSheet) => void;
  /** Torque follows the setup: teeth without their own torque are complete. */
  torqueAsSetup: boolean;
  /** Element id of a field: `brackets`, `torque.11`. */
  idOf: (field: string) => string;
};

export function LingualGrid({ sheet, onChange, torqueAsSetup, idOf }: Props) {
  const { t } = useTranslation(['lingual', 'rx']);
  const words = useToothWords();
  const [tool, setTool] = useState<CodeTool>('B');
  const grid = useLingualGrid({ sheet, onChange, tool });
  const { history } = grid;
  const lacking = useMemo(
    () => (torqueAsSetup ? [] : teethWithoutTorque(grid.sheet)),
    [torqueAsSetup, grid.sheet],
  );
  const wrong = useMemo(() => sheetConflicts(grid.sheet), [grid.sheet]);
  const around = (event: KeyboardEvent) => {
    const { key, shiftKey: shift, altKey: alt, timeStamp: at } = event;
    const typing = event.target instanceof HTMLInputElement;
    const act = typing
      ? undefined
      : pressAroundGrid({ key, shift, alt, mod: event.ctrlKey || event.metaKey, at });
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act.do === 'code') setTool(act.code);
    else if (act.do === 'undo' || act.do === 'redo') history[act.do]();
  };
  return (
    // Moving between cells is not leaving the field.
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only the shortcuts of the tools
    <div className={styles.frame} data-whole="" onKeyDown={around}>
      <div className={chart.tools}>
        <ToolRadios
          label={t('lingual:tool.label')}
          tools={tools}
          tool={tool}
          onToolChange={setTool}
          icon={each =>
            each === 'erase' ? <ToolIcon tool="erase" /> : <ToothCodes tooth={14} codes={each} />
          }
          word={each => t(each === 'erase' ? 'lingual:tool.erase' : `rx:option.bracket.${each}`)}
          shortcut={each => (each === 'erase' ? undefined : each)}
        />
        <UndoRedo
          words={words}
          shortcuts={{ undo: 'Ctrl Z', redo: 'Ctrl Y' }}
          onUndo={history.undo}
          onRedo={history.redo}
          canUndo={history.canUndo}
          canRedo={history.canRedo}
        />
      </div>
      <div className={styles.scroll}>
        {/* biome-ignore-start lint/a11y: a table with navigable, editable cells is a grid */}
        <table
          ref={grid.grid}
          className={styles.grid}
          role="grid"
          aria-label={t('lingual:grid')}
          aria-description={t('lingual:gridHow')}
          aria-multiselectable="true"
          {...grid.handlers}
        >
          <colgroup>
            <col className={styles.names} />
            <col span={16} />
          </colgroup>
          {(['upper', 'lower'] as const).map(arch => (
            <ArchRows key={arch} arch={arch} grid={grid} lacking={lacking} wrong={wrong} idOf={idOf} />
          ))}
        </table>
        {/* biome-ignore-end lint/a11y: the grid's end */}
      </div>
      <div className={chart.foot}>
        <RangeButtons words={words} onSet={grid.useOnSet} />
        {/* biome-ignore lint/a11y/useSemanticElements: buttons with immediate effect, no form fields */}
        <div className={`${chart.group} ${chart.push}`} role="group" aria-label={t('lingual:fill.label')}>
          <span aria-hidden="true">{t('lingual:fill.label')}</span>
          {fillRanges.map(range => (
            <button key={range} type="button" className={chart.range} onClick={() => grid.fill(range)}>
              {t(`lingual:fill.${range}`)}
            </button>
          ))}
        </div>
      </div>
      <GridNotice grid={grid} />
    </div>
  );
}

type RowsProps = Pick<Props, 'idOf'> & {
  arch: Arch;
  grid: LingualGridControl;
  lacking: readonly Fdi[];
  wrong: readonly SheetConflict[];
};

function ArchRows({ arch, grid, lacking, wrong, idOf }: RowsProps) {
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
        {ROWS[arch].map((tooth, col) => (
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
          <span className={styles.unit}>{t(`lingual:unit.${measures[field].unit}`)}</span>
        )}
      </th>
      {ROWS[arch].map((tooth, col) => {
        const text = textOfCell(sheet, { field, tooth });
        const gone = absenceAt(sheet, tooth);
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
