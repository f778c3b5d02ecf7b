/** The sheet: codes and values of every tooth in one grid, the palette over it, fills and notices under it. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import {
  absenceAt,
  type SheetConflict,
  sheetConflicts,
  sheetFields,
  type ToothSheet,
  teethWithoutTorque,
} from '#events/lingual/codes.ts';
import { measures } from '#events/lingual/measures.ts';
import { type Arch, type Fdi, ROWS } from '#events/tooth/fdi.ts';
import { RangeButtons } from '#web/features/tooth/RangeButtons.tsx';
import { ToolRadios } from '#web/features/tooth/ToolRadios.tsx';
import chart from '#web/features/tooth/ToothChart.module.css';
import { ToolIcon } from '#web/features/tooth/ToothPalette.tsx';
import { UndoRedo } from '#web/features/tooth/UndoRedo.tsx';
import { useToothWords } from '#web/features/tooth/words.ts';
import { GridCell } from './GridCell.tsx';
import { GridNotice } from './GridNotice.tsx';
import { selected } from './grid-keys.ts';
import styles from './lingual.module.css';
import { cellText, fillRanges, gridRows, inArea } from './sheet.ts';
import { ToothCodes } from './ToothCodes.tsx';
import { type CodeTool, type LingualGridControl, useLingualGrid } from './useLingualGrid.ts';

const tools: readonly CodeTool[] = [...options.bracket, 'erase'];

type Props = {
  sheet: ToothSheet;
  onChange: (sheet: ToothSheet) => void;
  /** True where teeth without a torque of their own are nothing to ask for. */
  torqueAsSetup: boolean;
  /** The id of a field's place on the page: `brackets`, `torque.11`. */
  idOf: (field: string) => string;
};

export function LingualGrid({ sheet, onChange, torqueAsSetup, idOf }: Props) {
  const { t } = useTranslation(['lingual', 'rx']);
  const words = useToothWords();
  const [tool, setTool] = useState<CodeTool>('B');
  const grid = useLingualGrid({ sheet, onChange, tool });
  const { history } = grid;
  const lacking = torqueAsSetup ? [] : teethWithoutTorque(grid.sheet);
  const wrong = sheetConflicts(grid.sheet);
  return (
    // A cell that is left for another is no field that is left.
    <div className={styles.frame} data-whole="">
      <div className={chart.tools}>
        <ToolRadios
          label={t('lingual:tool.label')}
          {...{ tools, tool }}
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
        {/* biome-ignore-start lint/a11y: a table whose cells are moved among and typed into is a grid */}
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
            <ArchRows key={arch} {...{ arch, grid, lacking, wrong, idOf }} />
          ))}
        </table>
        {/* biome-ignore-end lint/a11y: the grid's end */}
      </div>
      <div className={chart.foot}>
        <RangeButtons words={words} onSet={grid.useOnSet} />
        {/* biome-ignore lint/a11y/useSemanticElements: buttons that act at once, no form fields */}
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

type RowsProps = {
  arch: Arch;
  grid: LingualGridControl;
  lacking: readonly Fdi[];
  wrong: readonly SheetConflict[];
  idOf: Props['idOf'];
};

function ArchRows({ arch, grid, lacking, wrong, idOf }: RowsProps) {
  const { t } = useTranslation(['lingual', 'tooth']);
  return (
    <tbody>
      <tr>
        <th scope="row" className={styles.name}>
          {t(`tooth:set.${arch}`)}
        </th>
        {ROWS[arch].map((tooth, col) => (
          <th key={tooth} scope="col" className={styles.number} data-middle={col === 8 || undefined}>
            {tooth}
          </th>
        ))}
      </tr>
      {sheetFields.map(field => {
        const row = gridRows.findIndex(line => line.arch === arch && line.field === field);
        // The field's own id stands where its first cell is that lacks something, else on its row.
        const wanting = field === 'torque' ? lacking[0] : undefined;
        const here = wanting === undefined ? arch === 'upper' : false;
        return (
          <tr key={field} id={here ? idOf(field) : undefined}>
            <th scope="row" className={styles.name}>
              {t(`lingual:row.${field}`)}
              {field !== 'brackets' && (
                <span className={styles.unit}>{t(`lingual:unit.${measures[field].unit}`)}</span>
              )}
            </th>
            <RowCells {...{ arch, row, grid, lacking, wrong, idOf }} />
          </tr>
        );
      })}
    </tbody>
  );
}

function RowCells({ arch, row, grid, lacking, wrong, idOf }: RowsProps & { row: number }) {
  const { t } = useTranslation(['lingual', 'wizard', 'error']);
  const field = gridRows[row]?.field ?? 'brackets';
  const label = t(`lingual:row.${field}`);
  const comma = t('wizard:comma');
  const area = selected(grid.place);
  const { at } = grid.place;
  return ROWS[arch].map((tooth, col) => {
    const spot = { row, col };
    const text = cellText(grid.sheet, { field, tooth });
    const gone = absenceAt(grid.sheet, tooth);
    const wanted = field === 'torque' && lacking.includes(tooth);
    const said = gone && field !== 'brackets' ? t('lingual:shut') : wanted ? t('lingual:wanted') : text;
    const { editing } = grid;
    const edited = editing?.spot.row === row && editing.spot.col === col;
    return (
      <GridCell
        key={tooth}
        id={wanted && tooth === lacking[0] ? idOf(field) : idOf(`${field}.${tooth}`)}
        {...{ row, col, text, gone, wanted }}
        wrong={wrong.some(each => each.field === field && each.tooth === tooth)}
        name={[tooth, label, said].filter(Boolean).join(comma)}
        tooth={field === 'brackets' ? tooth : undefined}
        current={at.row === row && at.col === col}
        selected={inArea(area, spot)}
        editor={edited && <Editor grid={grid} label={`${tooth}${comma}${label}`} />}
      />
    );
  });
}

function Editor({ grid, label }: { grid: LingualGridControl; label: string }): ReactNode {
  const { editing, editor } = grid;
  if (!editing) return null;
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: a cell that begins to be edited takes what is typed
      autoFocus
      className={styles.editor}
      aria-label={label}
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
