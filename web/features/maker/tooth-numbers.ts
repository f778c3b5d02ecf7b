/** The tooth numbers of a plan, as confirmed by a technician. */
import { type Arch, archOf, type Fdi, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';

export type ToothNumbers = Record<Arch, readonly (Fdi | null)[]>;

/** Numbers that occur twice in an arch. */
export function duplicateToothNumbers(list: readonly (Fdi | null)[]): Set<Fdi> {
  const seen = new Set<Fdi>();
  const twice = new Set<Fdi>();
  for (const fdi of list) {
    if (fdi === null) continue;
    if (seen.has(fdi)) twice.add(fdi);
    seen.add(fdi);
  }
  return twice;
}

/**
 * Shifts all numbers of an arch by one place towards the patient's left, to correct an off-by-one numbering.
 * A number that would leave the arch becomes null.
 */
export function shiftToothNumbers(row: Arch, list: readonly (Fdi | null)[], by: 1 | -1): (Fdi | null)[] {
  const line: readonly Fdi[] = TEETH_BY_ARCH[row];
  return list.map(fdi => (fdi === null ? null : (line[line.indexOf(fdi) + by] ?? null)));
}

export type ToothNumberProblem = { row: Arch; fdi: Fdi } | { row: Arch; fdi: null };

/** Reasons why a plan cannot be built: a duplicate number, or an arch without teeth. */
export function toothNumberProblems(numbers: Partial<ToothNumbers>): ToothNumberProblem[] {
  return (Object.keys(numbers) as Arch[]).flatMap((row): ToothNumberProblem[] => {
    const list = numbers[row] ?? [];
    if (list.every(fdi => fdi === null)) return [{ row, fdi: null }];
    return [...duplicateToothNumbers(list)].map(fdi => ({ row, fdi }));
  });
}

/** Numbered teeth in screen order. */
export const numberedTeeth = (numbers: Partial<ToothNumbers>): Fdi[] =>
  (['upper', 'lower'] as const).flatMap(row =>
    TEETH_BY_ARCH[row].filter(fdi => numbers[row]?.includes(fdi) && archOf(fdi) === row),
  );
