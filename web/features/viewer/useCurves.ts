/** The occlusion of a plan over its stages, measured once by a worker. */
import { useQuery } from '@tanstack/react-query';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { measureOcclusalCurves } from '#workers/measures/client.ts';
import type { Curve, Measure } from '#workers/measures/protocol.ts';

export type MeasureCurves = ReadonlyMap<Measure, Curve>;

/** Undefined during the measurement; null if it failed. */
export function useCurves(
  plan: PlanItem | undefined,
  bundle: PlanBundle | null,
): MeasureCurves | null | undefined {
  const sha256 = bundle?.parts.teeth.sha256;
  const file = plan?.files.find(one => one.sha256 === sha256);
  const { data, isError } = useQuery({
    queryKey: ['curves', plan?.bundle],
    enabled: file !== undefined && typeof Worker !== 'undefined',
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    queryFn: async ({ signal }) =>
      bundle && file ? measureOcclusalCurves(`/api/files/${file.id}`, bundle, signal) : [],
    select: list => new Map(list.map(curve => [curve.measure, curve])),
  });
  return !file || isError ? null : data;
}
