/** State of the lingual grid: current cell, selection, edit, last notice. The parent holds the sheet. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ToothSheet } from '#events/lingual/codes.ts';
import { TOOTH_SETS, type ToothSet } from '#events/tooth/fdi.ts';
import { gridClipboardHandlers } from './grid-clipboard.ts';
import { type GridAction, type GridSelection, pressGridKey, selectCell, selectedArea } from './grid-keys.ts';
import {
  cellAtSpot,
  cellLines,
  type FillRange,
  fillFromCell,
  type GridArea,
  type GridSpot,
  spotOfCell,
} from './sheet.ts';
import { useCellEditing } from './useCellEditing.ts';
import { useGridPointer } from './useGridPointer.ts';
import { type BracketCodeTool, useSheetChanges } from './useSheetChanges.ts';

const start = selectCell(spotOfCell({ field: 'brackets', tooth: 11 }));
const idOf = ({ row, col }: GridSpot) => `${row}-${col}`;

/** The current cell; moves the focus after rendering. */
function usePlace() {
  const [place, setPlace] = useState<GridSelection>(start);
  const grid = useRef<HTMLTableElement>(null);
  const follow = useRef(false);
  const focus = (spot: GridSpot) =>
    grid.current?.querySelector<HTMLElement>(`[data-spot="${idOf(spot)}"]`)?.focus();
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    focus(place.at);
  });
  const go = (to: GridSelection) => {
    follow.current = true;
    setPlace(to);
  };
  return { place, grid, setPlace, go };
}

type Control = { sheet: ToothSheet; onChange: (sheet: ToothSheet) => void; tool: BracketCodeTool };

export function useLingualGrid({ sheet: value, onChange, tool }: Control) {
  const changes = useSheetChanges(value, onChange);
  const { sheet, history, notice, setNotice, change, toggle } = changes;
  const { place, grid, setPlace, go } = usePlace();
  const cellEditing = useCellEditing({
    sheet: history.now,
    change,
    refuse: conflict => setNotice({ kind: 'refused', conflict, more: 0 }),
    quiet: () => setNotice(undefined),
    go,
  });
  const { editing, isOpen, begin, commit } = cellEditing;

  const cells = () => cellLines(selectedArea(place)).flat();
  const codeCells = () => cells().flatMap(({ field, tooth }) => (field === 'brackets' ? [tooth] : []));
  const act = (what: GridAction) => {
    if (what.do === 'edit') return begin(place.at, what.text);
    if (what.do === 'code') return toggle(what.code, codeCells());
    const acts = {
      tool: () => toggle(tool, codeCells()),
      clear: () => changes.clear(cells()),
      undo: history.undo,
      redo: history.redo,
      dismiss: () => setNotice(undefined),
    };
    acts[what.do]();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen()) {
      // Invalid text keeps the edit open: the next keys go to its field.
      if (!(event.target instanceof HTMLInputElement)) grid.current?.querySelector('input')?.focus();
      return;
    }
    const { key, shiftKey: shift, altKey: alt, timeStamp: at } = event;
    const step = pressGridKey(place, { key, shift, alt, mod: event.ctrlKey || event.metaKey, at });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    // The text field of an edit takes the focus itself.
    if (step.act?.do !== 'edit') go(step.place);
    if (step.act) act(step.act);
  };
  const clipboard = gridClipboardHandlers({ ...changes, place, go, isEditing: isOpen });
  const pointer = useGridPointer({
    place,
    setPlace,
    mayLeave: commit,
    edit: begin,
    begin: tooth => changes.beginStroke(tool, tooth),
    extend: (tooth, { on, joined }) => changes.paint(tool, [tooth], on, joined),
  });

  return {
    sheet,
    place,
    grid,
    editing,
    notice,
    history,
    handlers: { onKeyDown, ...clipboard, ...pointer },
    editor: cellEditing.editor,
    fill: (range: FillRange) => change(fillFromCell(history.now(), cellAtSpot(place.at), range)),
    useOnSet: (teeth: ToothSet) => toggle(tool, TOOTH_SETS[teeth]),
    /** Closes a notice, with a new sheet or unchanged, and returns the focus to the grid. */
    back: (next?: ToothSheet, area?: GridArea) => {
      if (next) change(next);
      else setNotice(undefined);
      go(area ? { at: area.to, anchor: area.from } : { ...place });
    },
  };
}

export type LingualGridControl = ReturnType<typeof useLingualGrid>;
