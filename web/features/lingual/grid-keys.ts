/** The sheet's keyboard as a pure reducer: a key press in, the new place and at most one act out. */
import { options } from '#events/case/options.ts';
import type { Code } from '#events/lingual/codes.ts';
import type { KeyPress } from '#web/features/tooth/chart-keys.ts';
import { type Area, cellAt, lastCol, lastRow, type Spot } from './sheet.ts';

/** The roving cell, the other corner of what is selected, and whether the next Tab leaves the grid. */
export type GridPlace = { at: Spot; anchor: Spot; leaving?: boolean };
export const selected = ({ at, anchor }: GridPlace): Area => ({ from: anchor, to: at });

export type GridAct =
  | { do: 'edit'; text?: string }
  | { do: 'code'; code: Code }
  | { do: 'tool' | 'clear' | 'undo' | 'redo' | 'dismiss' };

/** Undefined from `pressGridKey` means: not the grid's key, let it pass. */
export type GridStep = { place: GridPlace; act?: GridAct };

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
export const moved = ({ row, col }: Spot, by: Move): Spot => ({
  row: within(row + by.row, lastRow),
  col: within(col + by.col, lastCol),
});
export const alone = (at: Spot): GridPlace => ({ at, anchor: at });

/** Where Enter and Tab lead, also out of an edit; undefined where Tab leaves the grid. */
export function onward(at: Spot, key: string, shift: boolean): Spot | undefined {
  const by = shift ? -1 : 1;
  if (key === 'Enter') return moved(at, { row: by, col: 0 });
  const to = moved(at, { row: 0, col: by });
  return to.col === at.col ? undefined : to;
}

const plain: Readonly<Record<string, GridAct>> = {
  F2: { do: 'edit' },
  Delete: { do: 'clear' },
  Backspace: { do: 'clear' },
};

function letterAct(key: string): Extract<GridAct, { do: 'code' }> | undefined {
  const code = options.bracket.find(each => each === key.normalize('NFKC').toUpperCase());
  return code && { do: 'code', code };
}

function typedAct({ field }: { field: string }, key: string): GridAct | undefined {
  if ([...key].length !== 1) return undefined;
  if (field !== 'brackets') return key === ' ' ? undefined : { do: 'edit', text: key };
  if (key === ' ') return { do: 'tool' };
  // Another letter is typed all the same: reading it says which codes there are.
  return letterAct(key) ?? { do: 'edit', text: key };
}

function commandAct({ key, shift }: KeyPress): GridAct | undefined {
  const letter = key.toLowerCase();
  if (letter === 'y') return { do: 'redo' };
  return letter === 'z' ? { do: shift ? 'redo' : 'undo' } : undefined;
}

/**
 * One key press while nothing is edited: arrows move (Shift selects), Enter down, Tab right and out at the end of a row
 * or after Escape, letters are codes, digits begin an edit, F2 edits, Delete empties, Ctrl+Z takes back.
 */
export function pressGridKey(place: GridPlace, press: KeyPress): GridStep | undefined {
  const { key, shift, mod, alt } = press;
  const { at, anchor } = place;
  if (alt) return undefined;
  if (mod) {
    if (key.toLowerCase() === 'a')
      return { place: { at: { row: lastRow, col: lastCol }, anchor: { row: 0, col: 0 } } };
    const act = commandAct(press);
    return act && { place, act };
  }
  if (key === 'Escape') return { place: { ...alone(at), leaving: true }, act: { do: 'dismiss' } };
  if (key === 'Enter' || key === 'Tab') {
    const to = key === 'Tab' && place.leaving ? undefined : onward(at, key, shift);
    return to && { place: alone(to) };
  }
  const move = moves[key];
  if (move) {
    const to = moved(at, move);
    return { place: shift ? { at: to, anchor } : alone(to) };
  }
  const act = plain[key] ?? typedAct(cellAt(at), key);
  return act && { place: { at, anchor }, act };
}

/** The keys that hold around the grid as well: a letter picks the tool of its code, Ctrl+Z takes back. */
export function pressAround(press: KeyPress): GridAct | undefined {
  if (press.alt) return undefined;
  return press.mod ? commandAct(press) : letterAct(press.key);
}
