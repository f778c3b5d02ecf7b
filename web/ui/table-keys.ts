import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isTyping } from './is-typing.ts';
import type { TableProps } from './table.tsx';

/** Returns the next row index, limited to `0 … count − 1`. */
export function nextRowIndex(current: number, by: number, count: number): number {
  return Math.max(0, Math.min(count - 1, current + by));
}

/** The keys from one row to another, inclusive, in table order. */
function rangeOf(keys: readonly string[], from: number, to: number): string[] {
  return keys.slice(Math.min(from, to), Math.max(from, to) + 1);
}

const MOVES: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

type PressedKey = Pick<
  globalThis.KeyboardEvent,
  'defaultPrevented' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'
>;

/** Whether a key is neither handled, nor a command of the browser, nor typed text. */
const isFreeKey = (event: PressedKey): boolean =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);

/** Calls the handler for free keys outside the table's rows, if single keys are on. */
function useDocumentKeys(
  singleKeys: boolean | undefined,
  table: RefObject<HTMLTableElement | null>,
  onKey: (event: globalThis.KeyboardEvent) => void,
): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    if (!singleKeys) return;
    const onDocument = (event: globalThis.KeyboardEvent) => {
      const outside = !(event.target instanceof Node && table.current?.tBodies[0]?.contains(event.target));
      if (outside && isFreeKey(event)) latest.current(event);
    };
    document.addEventListener('keydown', onDocument);
    return () => document.removeEventListener('keydown', onDocument);
  }, [singleKeys, table]);
}

type Input<Row> = Pick<TableProps<Row>, 'rows' | 'selected' | 'onSelect' | 'onOpen' | 'singleKeys'> & {
  keys: readonly string[];
};

/**
 * Keyboard navigation in a table: one row is a Tab stop; J, K and the arrows move it, X ticks, Shift X ticks
 * a range,
 * Enter opens.
 */
export function useRowKeyboardNavigation<Row>({
  rows,
  selected,
  onSelect,
  onOpen,
  singleKeys,
  keys,
}: Input<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const [focused, setFocused] = useState(0);
  const anchor = useRef(0);
  const current = nextRowIndex(focused, 0, Math.max(1, rows.length));

  const toggle = (at: number, on: boolean, range: boolean) => {
    const next = new Set(selected);
    for (const key of range ? rangeOf(keys, anchor.current, at) : keys.slice(at, at + 1)) {
      if (on) next.add(key);
      else next.delete(key);
    }
    anchor.current = at;
    onSelect?.(next);
  };
  const moveTo = (at: number) => {
    setFocused(at);
    const row = table.current?.tBodies[0]?.rows[at];
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (
    event: { key: string; shiftKey: boolean; target: EventTarget | null; preventDefault: () => void },
    inside: boolean,
  ) => {
    const onRow = event.target instanceof HTMLTableRowElement;
    const by = MOVES[event.key];
    const key = keys[current];
    if (by !== undefined && (singleKeys || onRow) && (inside || event.key.length === 1)) {
      event.preventDefault();
      moveTo(inside ? nextRowIndex(current, by, rows.length) : current);
    } else if (event.key.toLowerCase() === 'x' && onSelect && key !== undefined && onRow) {
      event.preventDefault();
      toggle(current, event.shiftKey || !selected?.has(key), event.shiftKey);
    } else if (event.key === 'Enter' && onRow && rows[current] !== undefined && onOpen) {
      event.preventDefault();
      onOpen(rows[current]);
    }
  };
  useDocumentKeys(singleKeys, table, event => onKey(event, false));

  return {
    table,
    current,
    onFocus: setFocused,
    toggle,
    onKeyDown: (event: KeyboardEvent) => {
      if (isFreeKey(event)) onKey(event, true);
    },
  };
}
