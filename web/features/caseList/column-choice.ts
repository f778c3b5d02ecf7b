/**
 * The columns of the case list chosen by a person in this browser; null: the default columns for the window's
 * width.
 */
import { storageEntryByName } from '#web/lib/storage-keys.ts';

/** Columns that can be hidden, and columns that appear only when chosen. */
export const optionalColumns = [
  'clinic',
  'doctor',
  'designer',
  'method',
  'handler',
  'stage',
  'submittedAt',
  'updatedAt',
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];
const extra: readonly OptionalColumn[] = ['doctor', 'designer', 'submittedAt'];
export const defaultColumns: readonly OptionalColumn[] = optionalColumns.filter(id => !extra.includes(id));

const { key } = storageEntryByName['list columns'];

export function readStoredColumns(box: Pick<Storage, 'getItem'>, personId: string): OptionalColumn[] | null {
  const kept = box.getItem(key + personId);
  return kept === null ? null : optionalColumns.filter(id => kept.split(' ').includes(id));
}

/** @param chosen null resets the choice */
export function storeColumns(
  box: Pick<Storage, 'setItem' | 'removeItem'>,
  personId: string,
  chosen: readonly OptionalColumn[] | null,
): void {
  try {
    if (chosen) box.setItem(key + personId, chosen.join(' '));
    else box.removeItem(key + personId);
  } catch {
    // With full or blocked storage only the preference is lost.
  }
}

type Shape = { id: string; hideBelow?: unknown };
const isOptional = (id: string) => optionalColumns.some(one => one === id);

/** The displayed columns; a chosen one is displayed at every window width. */
export const shownColumns = <C extends Shape>(columns: readonly C[], chosen: readonly string[] | null): C[] =>
  columns
    .filter(({ id }) => !isOptional(id) || (chosen ?? defaultColumns).some(one => one === id))
    .map(column => (chosen && isOptional(column.id) ? { ...column, hideBelow: undefined } : column));
