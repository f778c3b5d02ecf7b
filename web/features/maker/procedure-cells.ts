/** Cells of the chart of IPR and attachments: teeth and contacts alternate, each with its rows. */
import {
  type Arch,
  archOf,
  chartColumn,
  compareContacts,
  type Fdi,
  parseContact,
} from '#events/tooth/fdi.ts';
import { contactsBetween, type ProcedureRow, type Procedures } from './procedures.ts';

export type ProcedureCell = { row: Arch; rows: ProcedureRow[] } & (
  | { kind: 'tooth'; key: string; tooth: Fdi }
  | { kind: 'contact'; key: string; contact: string; mm: number }
);

/** Position along an arch in teeth: a contact is between its two teeth. */
function placeOf(cell: ProcedureCell): number {
  if (cell.kind === 'tooth') return chartColumn(cell.tooth);
  const pair = parseContact(cell.contact);
  return pair ? (chartColumn(pair[0]) + chartColumn(pair[1])) / 2 : 0;
}

const rowsWhere = <T>(
  list: readonly T[],
  name: ProcedureRow['list'],
  holds: (one: T) => boolean,
): ProcedureRow[] => list.flatMap((one, at) => (holds(one) ? [{ list: name, at }] : []));

/** Both arches from the patient's right to the left. Includes contacts that only a row names. */
export function procedureCells(teeth: readonly Fdi[], { ipr, attachments }: Procedures): ProcedureCell[] {
  const contacts = new Set([...contactsBetween(teeth), ...ipr.map(({ contact }) => contact)]);
  const ofTeeth = teeth.map((tooth): ProcedureCell => {
    const rows = rowsWhere(attachments, 'attachments', one => one.tooth === tooth);
    return { kind: 'tooth', key: String(tooth), row: archOf(tooth), tooth, rows };
  });
  const ofContacts = [...contacts].sort(compareContacts).flatMap((contact): ProcedureCell[] => {
    const [left] = parseContact(contact) ?? [];
    const rows = rowsWhere(ipr, 'ipr', one => one.contact === contact);
    const mm = rows.reduce((sum, { at }) => sum + (ipr[at]?.mm ?? 0), 0);
    return left ? [{ kind: 'contact', key: contact, row: archOf(left), contact, mm, rows }] : [];
  });
  const cells = [...ofTeeth, ...ofContacts];
  const inRow = (row: Arch) =>
    cells.filter(cell => cell.row === row).toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...inRow('upper'), ...inRow('lower')];
}

/** The row that a press selects: the first, then each in turn; null if a row is to be added. */
export function nextSelectedRow(
  { rows }: Pick<ProcedureCell, 'rows'>,
  chosen: ProcedureRow | null,
): ProcedureRow | null {
  const at = rows.findIndex(row => row.list === chosen?.list && row.at === chosen.at);
  return rows[(at + 1) % rows.length] ?? null;
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const ends: Record<string, 0 | -1> = { Home: 0, End: -1 };

/** The cell that a key moves to; undefined if there is none. */
export function cellInDirection(
  cells: readonly ProcedureCell[],
  from: ProcedureCell,
  key: string,
): ProcedureCell | undefined {
  const row = cells.filter(cell => cell.row === from.row);
  const step = steps[key];
  if (step !== undefined) return row[row.findIndex(cell => cell.key === from.key) + step];
  const end = ends[key];
  if (end !== undefined) return row.at(end);
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const other: Arch = key === 'ArrowUp' ? 'upper' : 'lower';
  if (other === from.row) return undefined;
  const far = (cell: ProcedureCell) => Math.abs(placeOf(cell) - placeOf(from));
  return cells.filter(cell => cell.row === other).toSorted((a, b) => far(a) - far(b))[0];
}
