/** What the prescription allows of one aligner, and where a plan goes beyond it. */
import type { TFunction } from 'i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Caps, type OverCap, overCaps } from '#events/plan/velocity.ts';
import { type Fdi, inScreenOrder } from '#events/tooth/fdi.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { RedItem } from '#web/features/review/red.ts';

/** mm and degrees of an aligner; null where the order leaves it open, or is kept from who looks. */
export function capsOf(view: CaseView): Caps {
  const { step, angle } = view.sections.prescription ?? {};
  return { step: step ?? null, angle: angle ?? null };
}

/** `4–6, 9`: runs of whole numbers. */
export function runs(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const n of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** A tooth each that moves faster than is prescribed: whoever approves acknowledges it. */
export function redVelocities(bundle: PlanBundle | null, caps: Caps, t: TFunction): RedItem[] {
  if (!bundle) return [];
  const byTooth = new Map<Fdi, OverCap[]>();
  for (const over of overCaps(bundle, caps)) byTooth.set(over.fdi, [...(byTooth.get(over.fdi) ?? []), over]);
  return inScreenOrder(byTooth.keys()).map(fdi => {
    const list = byTooth.get(fdi) ?? [];
    const stages = runs(list.map(({ stage }) => stage));
    const words = {
      tooth: fdi,
      stages,
      count: list.length,
      mm: caps.step ?? '–',
      degrees: caps.angle ?? '–',
    };
    return { key: `velocity:${fdi}:${list[0]?.stage}`, text: t('review:red.velocity', words) };
  });
}
