/**
 * The sheet's keyboard as a pure reducer: takes a key press, returns the new place and at most one action.
 */
import { options } from '#events/case/options.ts';
import type { BracketCode } from '#events/lingual/codes.ts';
import type { KeyPress } from '#web/features/tooth/chart-keys.ts';
import { cellAtSpot, type GridArea, type GridSpot, lastCol, lastRow } from './sheet.ts';

/** The current cell, the opposite corner of the selection, and whether the next Tab leaves the grid. */
export type GridSelection = { at: GridSpot; anchor: GridSpot; leaving?: boolean };
export const selectedArea = ({ at, anchor }: GridSelection): GridArea => ({ from: anchor, to: at });

export type GridAction =
  | { do: 'edit'; text?: string }
  | { do: 'code'; code: BracketCode }
  | { do: 'tool' | 'clear' | 'undo' | 'redo' | 'dismiss' };

/** `pressGridKey` returns undefined for keys that the grid does not handle. */
export type GridKeyResult = { place: GridSelection; act?: GridAction };

type Move = { row: number; col: number };
const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: { row: 0, col: -1 },
  ArrowRight: { row: 0, col: 1 },
  ArrowUp: { row: -1, col: 0 },
  ArrowDown: { row: 1, col: 0 },
  Home: { row: 0, col: -Infinity },
  End: { row: 0, col: Infinity },
};

const within = (value: number, last: number) => Math.max(0, Math.min(last, value));
export const moveSpot = ({ row, col }: GridSpot, by: Move): GridSpot => ({
  row: within(row + by.row, lastRow),
  col: within(col + by.col, lastCol),
});
export const selectCell = (at: GridSpot): GridSelection => ({ at, anchor: at });

/** The cell after Enter or Tab, also at the end of an edit; undefined if Tab leaves the grid. */
export function spotAfterKey(at: GridSpot, key: string, shift: boolean): GridSpot | undefined {
  const by = shift ? -1 : 1;
  if (key === 'Enter') return moveSpot(at, { row: by, col: 0 });
  const to = moveSpot(at, { row: 0, col: by });
  return to.col === at.col ? undefined : to;
}

const plain: Readonly<Record<string, GridAction>> = {
  F2: { do: 'edit' },
  Delete: { do: 'clear' },
  Backspace: { do: 'clear' },
};

function letterAct(key: string): Extract<GridAction, { do: 'code' }> | undefined {
  const code = options.bracket.find(each => each === key.normalize('NFKC').toUpperCase());
  return code && { do: 'code', code };
}

function typedAct({ field }: { field: string }, key: string): GridAction | undefined {
  if ([...key].length !== 1) return undefined;
  if (field !== 'brackets') return key === ' ' ? undefined : { do: 'edit', text: key };
  if (key === ' ') return { do: 'tool' };
  // Other letters start an edit too: its error lists the valid codes.
  return letterAct(key) ?? { do: 'edit', text: key };
}

function commandAct({ key, shift }: KeyPress): GridAction | undefined {
  const letter = key.toLowerCase();
  if (letter === 'y') return { do: 'redo' };
  return letter === 'z' ? { do: shift ? 'redo' : 'undo' } : undefined;
}

/**
 * Handles a key press outside an edit: arrows move (Shift selects), Enter moves down, Tab moves right and
 * leaves at the end of a row or after Escape, letters set codes, digits start an edit, F2 edits, Delete
 * clears, Ctrl+Z undoes.
 */
export function pressGridKey(place: GridSelection, press: KeyPress): GridKeyResult | undefined {
  const { key, shift, mod, alt } = press;
  const { at, anchor } = place;
  if (alt) return undefined;
  if (mod) {
    if (key.toLowerCase() === 'a')
      return { place: { at: { row: lastRow, col: lastCol }, anchor: { row: 0, col: 0 } } };
    const act = commandAct(press);
    return act && { place, act };
  }
  if (key === 'Escape') return { place: { ...selectCell(at), leaving: true }, act: { do: 'dismiss' } };
  if (key === 'Enter' || key === 'Tab') {
    const to = key === 'Tab' && place.leaving ? undefined : spotAfterKey(at, key, shift);
    return to && { place: selectCell(to) };
  }
  const move = moves[key];
  if (move) {
    const to = moveSpot(at, move);
    return { place: shift ? { at: to, anchor } : selectCell(to) };
  }
  const act = plain[key] ?? typedAct(cellAtSpot(at), key);
  return act && { place: { at, anchor }, act };
}

/** Keys that also work around the grid: a letter selects the tool of its code, Ctrl+Z undoes. */
export function pressAroundGrid(press: KeyPress): GridAction | undefined {
  if (press.alt) return undefined;
  return press.mod ? commandAct(press) : letterAct(press.key);
}
