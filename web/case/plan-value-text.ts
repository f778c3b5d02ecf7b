/** Values from a plan's data (without shapes) as text, shared by screen, paper and shared links. */
import type { TFunction } from 'i18next';
import { type StartAndGoalAngleClasses, sides } from '#events/plan/angle-class.ts';
import { type BoltonResult, boltonNorms } from '#events/plan/bolton.ts';

/** `R II → I · L I`: an unchanged side is shown once; undefined if both sides are unknown. */
export function angleClassText(t: TFunction, ends: StartAndGoalAngleClasses): string | undefined {
  const found = sides.map(side => {
    const of = ends[side];
    if (!of) return undefined;
    const [start, goal] = [t(`review:angle.class.${of.start}`), t(`review:angle.class.${of.goal}`)];
    const words = { side: t(`review:angle.side.${side}`), start, goal };
    return t(`review:angle.${of.start === of.goal ? 'same' : 'becomes'}`, words);
  });
  if (found.every(one => one === undefined)) return undefined;
  const [right = t('review:angle.none'), left = t('review:angle.none')] = found;
  return t('review:angle.both', { right, left });
}

/** `Upper teeth 0.3 mm large. Norm 77.2 ± 1.65` */
export function boltonExcessText(
  t: TFunction<'review'> | TFunction,
  kind: BoltonResult['kind'],
  { arch, mm }: NonNullable<BoltonResult['excess']>,
): string {
  const excess = t(`review:bolton.excess.${arch}`, { mm: mm.toFixed(1) });
  return t('review:bolton.found', { excess, norm: t('review:bolton.norm', { ...boltonNorms[kind] }) });
}

/** `77.4 % · Upper teeth 0.3 mm large. Norm 77.2 ± 1.65`, or the missing widths. */
export function boltonText(
  t: TFunction,
  { kind, ratio, missing, excess }: Pick<BoltonResult, 'kind' | 'ratio' | 'missing' | 'excess'>,
): string {
  if (ratio === null || !excess) return t('review:bolton.missing', { teeth: missing.join(', ') });
  return `${ratio.toFixed(1)} % · ${boltonExcessText(t, kind, excess)}`;
}

/** `7f3a·91c2`: for comparison by eye. */
export const formatShortHash = (hash: string): string => `${hash.slice(0, 4)}·${hash.slice(4, 8)}`;

/** mm with one decimal; -0.04 is 0.0. */
export const formatTenths = (mm: number): string =>
  (Math.abs(mm) < 0.05 ? 0 : mm).toFixed(1).replace('-', '−');

/** A difference with its sign: `+0.3`, `−0.6`, `0.0`. */
export const formatSignedTenths = (mm: number): string => `${mm >= 0.05 ? '+' : ''}${formatTenths(mm)}`;
