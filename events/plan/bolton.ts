/**
 * Bolton's analysis: whether the widths of the lower teeth fit those of the upper ones (DOMAIN: Bolton).
 * Needs every tooth of the set; with one missing there is no ratio, and the result names it.
 */
import { type Fdi, inScreenOrder, type TOOTH_SETS, teethInSet } from '../tooth/fdi.ts';
import { type PlanBundle, teethPresentAt, type ValueOrigin } from './bundle.ts';

/** Mesiodistal width of a tooth, mm, and where the value is from. */
export type ToothWidth = { mm: number; origin: ValueOrigin };
export type ToothWidths = ReadonlyMap<Fdi, ToothWidth>;

export const boltonKinds = ['anterior', 'overall'] as const;
export type BoltonKind = (typeof boltonKinds)[number];

export type BoltonNorm = { mean: number; sd: number; source: string };
/**
 * Norms in per cent, lower divided by upper. Defaults that an organisation may replace: other overall means
 * are published for other populations (92.3, 93.4, 93.1).
 */
export const boltonNorms: Readonly<Record<BoltonKind, BoltonNorm>> = {
  anterior: { mean: 77.2, sd: 1.65, source: 'Bolton WA, Angle Orthod 1958;28:113-130' },
  overall: { mean: 91.3, sd: 1.91, source: 'Bolton WA, Angle Orthod 1958;28:113-130' },
};

/** The overall ratio ends with the first molars: twelve teeth of each arch. */
const sets = { anterior: '3-3', overall: '6-6' } as const satisfies Record<
  BoltonKind,
  keyof typeof TOOTH_SETS
>;

/**
 * Excess in mm, or deviations of the ratio, from which it is flagged (Othman and Harradine, Angle Orthod
 * 2007;77:668).
 */
export const boltonFlagLimits = { mm: 2, sd: 2 };

/** One ratio of the analysis, compared with its norm. */
export type BoltonResult = {
  kind: BoltonKind;
  /** Per cent; null if a width is missing. */
  ratio: number | null;
  /** Teeth without a width, in screen order. */
  missing: Fdi[];
  /** Sums in mm; null without a ratio. */
  lower: number | null;
  upper: number | null;
  /** The arch whose teeth are too wide for the other arch, and by how many mm. */
  excess: { arch: 'upper' | 'lower'; mm: number } | null;
  /** Whether the deviation or excess exceeds `boltonFlagLimits`. */
  flagged: boolean;
  /** Teeth whose width was entered by hand. */
  entered: Fdi[];
  origin: 'derived';
};

/** Widths of the teeth at the goal, from a bundle. Teeth without a measured width are left out. */
export const goalToothWidths = (bundle: Pick<PlanBundle, 'teeth'>): Map<Fdi, ToothWidth> =>
  new Map(
    teethPresentAt(bundle, Infinity).flatMap(({ fdi, width }) => (width ? [[fdi, width] as const] : [])),
  );

/** Replaces widths by those entered by hand; null removes an entry. */
export function withEnteredWidths(
  measured: ToothWidths,
  entered: ReadonlyMap<Fdi, number | null>,
): Map<Fdi, ToothWidth> {
  const widths = new Map(measured);
  for (const [fdi, mm] of entered) if (mm !== null) widths.set(fdi, { mm, origin: 'entered' });
  return widths;
}

/** Above the norm the lower teeth are too wide, below it the upper ones. */
function excessOf(lower: number, upper: number, norm: number): NonNullable<BoltonResult['excess']> {
  return lower / upper > norm
    ? { arch: 'lower', mm: lower - upper * norm }
    : { arch: 'upper', mm: upper - lower / norm };
}

export function computeBolton(
  kind: BoltonKind,
  widths: ToothWidths,
  norms: Readonly<Record<BoltonKind, BoltonNorm>> = boltonNorms,
): BoltonResult {
  const teeth = { upper: teethInSet(sets[kind], 'upper'), lower: teethInSet(sets[kind], 'lower') };
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
  const flagged = excess.mm >= boltonFlagLimits.mm || Math.abs(ratio - mean) > boltonFlagLimits.sd * sd;
  return { ...common, ratio, lower, upper, excess, flagged };
}
