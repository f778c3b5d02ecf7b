/** The lingual sheet: codes and values of every tooth in one grid, with palette, fill buttons and notices. */
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { findSheetContradictions, type ToothSheet, teethWithoutTorque } from '#events/lingual/codes.ts';
import { useToothWords } from '#web/features/tooth/chart-text.ts';
import { RangeButtons } from '#web/features/tooth/RangeButtons.tsx';
import { ToolRadios } from '#web/features/tooth/ToolRadios.tsx';
import chart from '#web/features/tooth/ToothChart.module.css';
import { ToolIcon } from '#web/features/tooth/ToothPalette.tsx';
import { UndoRedoButtons } from '#web/features/tooth/UndoRedoButtons.tsx';
import { ArchRows } from './ArchRows.tsx';
import { GridNotice } from './GridNotice.tsx';
import { pressAroundGrid } from './grid-keys.ts';
import styles from './lingual.module.css';
import { fillRanges } from './sheet.ts';
import { ToothCodes } from './ToothCodes.tsx';
import { useLingualGrid } from './useLingualGrid.ts';
import type { BracketCodeTool } from './useSheetChanges.ts';

const tools: readonly BracketCodeTool[] = [...options.bracket, 'erase'];

export type LingualGridProps = {
  sheet: ToothSheet;
  onChange: (sheet: ToothSheet) => void;
  /** Torque follows the setup: teeth without their own torque are complete. */
  torqueAsSetup: boolean;
  /** Element id of a field: `brackets`, `torque.11`. */
  idOf: (field: string) => string;
};

export function LingualGrid({ sheet, onChange, torqueAsSetup, idOf }: LingualGridProps) {
  const { t } = useTranslation(['lingual', 'rx']);
  const words = useToothWords();
  const [tool, setTool] = useState<BracketCodeTool>('B');
  const grid = useLingualGrid({ sheet, onChange, tool });
  const { history } = grid;
  const lacking = useMemo(
    () => (torqueAsSetup ? [] : teethWithoutTorque(grid.sheet)),
    [torqueAsSetup, grid.sheet],
  );
  const wrong = useMemo(() => findSheetContradictions(grid.sheet), [grid.sheet]);
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
        <UndoRedoButtons
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
