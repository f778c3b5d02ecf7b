/** Movement caps per aligner from the prescription, and the teeth that exceed them. */
import type { TFunction } from 'i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { findStagesOverCap, type MovementCaps, type StageOverCap } from '#events/plan/velocity.ts';
import { type Fdi, inScreenOrder } from '#events/tooth/fdi.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { RedItem } from '#web/features/review/red-items.ts';

/** mm and degrees per aligner; null if the order sets no cap or the reader may not see it. */
export function movementCaps(view: CaseView): MovementCaps {
  const { step, angle } = view.sections.prescription ?? {};
  return { step: step ?? null, angle: angle ?? null };
}

/** `4–6, 9`: ranges of consecutive numbers. */
export function formatNumberRanges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const n of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Red points, one per tooth that exceeds the prescribed movement per aligner. */
export function tooFastToothRedItems(bundle: PlanBundle | null, caps: MovementCaps, t: TFunction): RedItem[] {
  if (!bundle) return [];
  const byTooth = new Map<Fdi, StageOverCap[]>();
  for (const over of findStagesOverCap(bundle, caps))
    byTooth.set(over.fdi, [...(byTooth.get(over.fdi) ?? []), over]);
  return inScreenOrder(byTooth.keys()).map(fdi => {
    const list = byTooth.get(fdi) ?? [];
    const stages = formatNumberRanges(list.map(({ stage }) => stage));
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
