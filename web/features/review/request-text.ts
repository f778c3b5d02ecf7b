/** Requests and measurements as text, on screen and on paper. */
import type { TFunction } from 'i18next';
import { type MovementChange, movementDirectionOf, type RequestedChange } from '#events/plan/change.ts';
import type { RequestCheck } from '#events/plan/discussion.ts';
import { type MovementAxis, unitOfAxis } from '#events/plan/movement.ts';
import type { ChangeRequestItem } from '#projections/case/view.ts';
import type { Tone } from '#web/ui/theme.ts';

/** mm to a hundredth, degrees to a tenth: the precision of the measurement. The minus is U+2212. */
export function measuredNumberText(value: number, unit: 'mm' | 'deg'): string {
  const rounded = Number(value.toFixed(unit === 'mm' ? 2 : 1));
  return `${rounded < 0 ? '−' : ''}${Math.abs(rounded)}`;
}

/** `0.5 mm`, `24°` */
const amountText = (t: TFunction, value: number, unit: 'mm' | 'deg'): string =>
  t(`review:unit.${unit}`, { value: measuredNumberText(value, unit) });

/** A difference with its sign: `+0.3`, `−2`, `0`. */
export function signedNumberText(value: number, unit: 'mm' | 'deg'): string {
  const text = measuredNumberText(value, unit);
  return text === '0' || text.startsWith('−') ? text : `+${text}`;
}

/** `rotate 24° to mesial`; or that the tooth does not move. */
function wayText(t: TFunction, axis: MovementAxis, amount: number): string {
  const unit = unitOfAxis(axis);
  if (measuredNumberText(amount, unit) === '0') return t(`review:still.${axis}`);
  return t(`review:way.${movementDirectionOf(axis, amount)}`, {
    amount: amountText(t, Math.abs(amount), unit),
  });
}

function movementText(t: TFunction, change: MovementChange): string {
  const { tooth, axis, amount, kind, stage } = change;
  const way = wayText(t, axis, amount);
  const what = amount === 0 ? way : t(`review:change.${kind}`, { way });
  return t('review:change.tooth', {
    tooth,
    what: stage === undefined ? what : t('review:change.stage', { what, stage }),
  });
}

/** A signed number with fixed decimals for columns: `+0.30`, `−2.0`. */
export function fixedDecimalText(value: number, unit: 'mm' | 'deg'): string {
  const places = unit === 'mm' ? 2 : 1;
  const text = signedNumberText(value, unit);
  return text === '0' ? text : `${text.slice(0, 1)}${Math.abs(value).toFixed(places)}`;
}

/** The requested change: `12: rotate 24° to mesial in all, by stage 12`. */
export function changeRequestText(t: TFunction, change: RequestedChange): string {
  if (change.what === 'movement') return movementText(t, change);
  if (change.what === 'attachment')
    return t(`review:change.${change.on ? 'on' : 'off'}`, { tooth: change.tooth });
  const { contact, mm } = change;
  return t(mm === 0 ? 'review:change.noIpr' : 'review:change.ipr', {
    contact,
    mm: measuredNumberText(mm, 'mm'),
  });
}

const unitOf = (change: RequestedChange): 'mm' | 'deg' =>
  change.what === 'movement' ? unitOfAxis(change.axis) : 'mm';

/** A value of the change's quantity: `intrude 0.8 mm`, `0.2 mm`, `there`. */
export function changeRequestValueText(t: TFunction, change: RequestedChange, value: number): string {
  if (change.what === 'movement') return wayText(t, change.axis, value);
  if (change.what === 'ipr') return amountText(t, value, 'mm');
  return t(value > 0 ? 'review:there' : 'review:absent');
}

/** The result of a check as sentences; null if nothing was measured. */
export function checkResultText(
  t: TFunction,
  change: RequestedChange,
  check: RequestCheck | null,
): string | null {
  if (!check) return null;
  const { version, value, wanted, before, why } = check;
  if (value === null || wanted === null) return why && t(`review:why.${why}`, { version });
  const measured = t('review:measured', { version, value: changeRequestValueText(t, change, value) });
  const words: string[] = [measured];
  if (before !== null && change.what === 'movement' && change.kind === 'by')
    words.push(
      t('review:wantedWas', {
        wanted: changeRequestValueText(t, change, wanted),
        before: changeRequestValueText(t, change, before),
      }),
    );
  // A value within the tolerance counts as met: the sentence gives the tolerance.
  const near = check.verdict === 'met' && value !== wanted ? check.tolerance : null;
  if (near) words.push(t('review:tolerance', { tolerance: amountText(t, near, unitOf(change)) }));
  return words.join(' · ');
}

/** The check of a version, or else the newest one. */
export const changeRequestCheckOfVersion = (
  { checks }: Pick<ChangeRequestItem, 'checks'>,
  list: 'plans' | 'targets',
  version: number,
): RequestCheck | null => checks.find(c => c.list === list && c.version === version) ?? checks.at(-1) ?? null;

export type ChangeRequestState = RequestCheck['verdict'] | 'waiting' | 'withdrawn';
export const changeRequestState = (
  request: Pick<ChangeRequestItem, 'withdrawn'>,
  check: RequestCheck | null,
): ChangeRequestState => (request.withdrawn ? 'withdrawn' : (check?.verdict ?? 'waiting'));

export const changeRequestTones: Record<ChangeRequestState, Tone> = {
  met: 'ok',
  partly: 'warn',
  not: 'danger',
  unmeasured: 'neutral',
  waiting: 'info',
  withdrawn: 'neutral',
};

/** The tooth at which a change is shown; for a contact, its first tooth. */
export const toothOfChange = (change: RequestedChange): number =>
  change.what === 'ipr' ? Number(change.contact.slice(0, 2)) : change.tooth;
