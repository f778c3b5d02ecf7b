/**
 * Bolton's analysis: whether the widths of the lower teeth go with those of the upper ones (DOMAIN: Bolton). It needs
 * every tooth of its set: one that is missing makes no ratio, and which it is is said.
 */
import { type Fdi, inScreenOrder, type TOOTH_SETS, teethOf } from '../tooth/fdi.ts';
import { type Origin, type PlanBundle, teethAt } from './bundle.ts';

/** Mesiodistal, mm. */
export type Width = { mm: number; origin: Origin };
export type Widths = ReadonlyMap<Fdi, Width>;

export const boltonKinds = ['anterior', 'overall'] as const;
export type BoltonKind = (typeof boltonKinds)[number];

export type BoltonNorm = { mean: number; sd: number; source: string };
/**
 * Per cent, lower by upper. Defaults that an organisation may replace: for the overall ratio other means are
 * published for other populations (92.3, 93.4, 93.1).
 */
export const boltonNorms: Readonly<Record<BoltonKind, BoltonNorm>> = {
  anterior: { mean: 77.2, sd: 1.65, source: 'Bolton WA, Angle Orthod 1958;28:113-130' },
  overall: { mean: 91.3, sd: 1.91, source: 'Bolton WA, Angle Orthod 1958;28:113-130' },
};

/** The first molars are the last teeth of the overall ratio: twelve of each arch. */
const sets = { anterior: '3-3', overall: '6-6' } as const satisfies Record<
  BoltonKind,
  keyof typeof TOOTH_SETS
>;

/** mm of excess, or deviations of the ratio, from which on it is pointed out (Othman and Harradine, Angle Orthod 2007;77:668). */
export const boltonFlag = { mm: 2, sd: 2 };

export type Bolton = {
  kind: BoltonKind;
  /** Per cent; null where a width is missing. */
  ratio: number | null;
  /** Teeth without a width, in screen order. */
  missing: Fdi[];
  /** Sums, mm; null where the ratio is. */
  lower: number | null;
  upper: number | null;
  /** The arch whose teeth are too wide for the other's, and by how much, mm. */
  excess: { arch: 'upper' | 'lower'; mm: number } | null;
  /** Beyond `boltonFlag`. */
  flagged: boolean;
  /** Teeth whose width somebody has entered. */
  entered: Fdi[];
  origin: 'derived';
};

/** Widths of the teeth at the goal, as a bundle has them; teeth that could not be measured are left out. */
export const widthsOf = (bundle: Pick<PlanBundle, 'teeth'>): Map<Fdi, Width> =>
  new Map(teethAt(bundle, Infinity).flatMap(({ fdi, width }) => (width ? [[fdi, width] as const] : [])));

/** Widths with those that somebody has entered in their place; null takes an entered one back. */
export function withEntered(measured: Widths, entered: ReadonlyMap<Fdi, number | null>): Map<Fdi, Width> {
  const widths = new Map(measured);
  for (const [fdi, mm] of entered) if (mm !== null) widths.set(fdi, { mm, origin: 'entered' });
  return widths;
}

/** A ratio above the norm means that the lower teeth are too wide, one below that the upper ones are. */
function excessOf(lower: number, upper: number, norm: number): NonNullable<Bolton['excess']> {
  return lower / upper > norm
    ? { arch: 'lower', mm: lower - upper * norm }
    : { arch: 'upper', mm: upper - lower / norm };
}

export function bolton(
  kind: BoltonKind,
  widths: Widths,
  norms: Readonly<Record<BoltonKind, BoltonNorm>> = boltonNorms,
): Bolton {
  const teeth = { upper: teethOf(sets[kind], 'upper'), lower: teethOf(sets[kind], 'lower') };
  const all = inScreenOrder([...teeth.upper, ...teeth.lower]);
  const missing = all.filter(fdi => !widths.has(fdi));
  const entered = all.filter(fdi => widths.get(fdi)?.origin === 'entered');
  const common = { kind, missing, entered, origin: 'derived' } as const;
  if (missing.length > 0)
    return { ...common, ratio: null, lower: null, upper: null, excess: null, flagged: false };
  const sum = (list: readonly Fdi[]) => list.reduce((total, fdi) => total + (widths.get(fdi)?.mm ?? 0), 0);
  const [upper, lower] = [sum(teeth.upper), sum(teeth.lower)];
  const { mean, sd } = norms[kind];
  const ratio = (100 * lower) / upper;
  const excess = excessOf(lower, upper, mean / 100);
  const flagged = excess.mm >= boltonFlag.mm || Math.abs(ratio - mean) > boltonFlag.sd * sd;
  return { ...common, ratio, lower, upper, excess, flagged };
}
