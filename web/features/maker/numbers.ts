/** The numbers of a plan's teeth as a technician confirms them. */
import { type Arch, arch, type Fdi, ROWS } from '#events/tooth/fdi.ts';

export type Numbers = Record<Arch, readonly (Fdi | null)[]>;

/** Numbers that stand twice in a row. */
export function doubled(list: readonly (Fdi | null)[]): Set<Fdi> {
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
 * All numbers of a row moved on by so many places towards the patient's left: what is wrong by one tooth is put right
 * at once. One that would leave the row is left out.
 */
export function shifted(row: Arch, list: readonly (Fdi | null)[], by: 1 | -1): (Fdi | null)[] {
  const line: readonly Fdi[] = ROWS[row];
  return list.map(fdi => (fdi === null ? null : (line[line.indexOf(fdi) + by] ?? null)));
}

export type Problem = { row: Arch; fdi: Fdi } | { row: Arch; fdi: null };

/** Why a plan cannot be built of these: a number that stands twice, or an arch without any. */
export function problemsOf(numbers: Partial<Numbers>): Problem[] {
  return (Object.keys(numbers) as Arch[]).flatMap((row): Problem[] => {
    const list = numbers[row] ?? [];
    if (list.every(fdi => fdi === null)) return [{ row, fdi: null }];
    return [...doubled(list)].map(fdi => ({ row, fdi }));
  });
}

/** Teeth that are there, in screen order. */
export const presentTeeth = (numbers: Partial<Numbers>): Fdi[] =>
  (['upper', 'lower'] as const).flatMap(row =>
    ROWS[row].filter(fdi => numbers[row]?.includes(fdi) && arch(fdi) === row),
  );
