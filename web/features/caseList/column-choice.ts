/** Which columns of the case list a person has chosen in this browser; null: the usual ones, as wide as the window. */
import { storageKeys } from '#web/lib/storage-keys.ts';

/** Columns that may be left out, and those that are shown only when they are chosen. */
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
export const usualColumns: readonly OptionalColumn[] = optionalColumns.filter(id => !extra.includes(id));

const { key } = storageKeys['list columns'];

export function keptColumns(box: Pick<Storage, 'getItem'>, personId: string): OptionalColumn[] | null {
  const kept = box.getItem(key + personId);
  return kept === null ? null : optionalColumns.filter(id => kept.split(' ').includes(id));
}

/** @param chosen null forgets the choice */
export function keepColumns(
  box: Pick<Storage, 'setItem' | 'removeItem'>,
  personId: string,
  chosen: readonly OptionalColumn[] | null,
): void {
  try {
    if (chosen) box.setItem(key + personId, chosen.join(' '));
    else box.removeItem(key + personId);
  } catch {
    // A full or blocked storage loses the preference only.
  }
}

type Shape = { id: string; hideBelow?: unknown };
const isOptional = (id: string) => optionalColumns.some(one => one === id);

/** The columns that are shown; a chosen one is shown however narrow the window is. */
export const shownColumns = <C extends Shape>(columns: readonly C[], chosen: readonly string[] | null): C[] =>
  columns
    .filter(({ id }) => !isOptional(id) || (chosen ?? usualColumns).some(one => one === id))
    .map(column => (chosen && isOptional(column.id) ? { ...column, hideBelow: undefined } : column));
