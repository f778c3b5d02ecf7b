/** A request as it is being written: texts of fields, and the change that they make. */
import type { AmountKind, Change, Direction } from '#events/plan/change.ts';
import { directions } from '#events/plan/change.ts';
import { type MovementAxis, movementAxes, unitOfAxis } from '#events/plan/movement.ts';
import { contactKey, isFdi } from '#events/tooth/fdi.ts';
import { numberOf } from './sending.ts';

export type Draft = {
  what: Change['what'];
  tooth: string;
  direction: Direction;
  amount: string;
  kind: AmountKind;
  stage: string;
  contact: string;
  mm: string;
  on: 'on' | 'off';
  note: string;
};

export const emptyDraft: Draft = {
  ...{ what: 'movement', tooth: '', direction: 'mesial', amount: '', kind: 'total', stage: '' },
  ...{ contact: '', mm: '', on: 'on', note: '' },
};

/** Every way that a tooth can go, in the movement table's order. */
export const ways: readonly Direction[] = movementAxes.flatMap(axis => directions[axis]);

export function axisOf(direction: Direction): { axis: MovementAxis; sign: 1 | -1 } {
  const axis =
    movementAxes.find(a => (directions[a] as readonly Direction[]).includes(direction)) ?? 'mesial';
  return { axis, sign: directions[axis][0] === direction ? 1 : -1 };
}
export const unitOfDirection = (direction: Direction) => unitOfAxis(axisOf(direction).axis);

/** `11-21` however its two teeth are written and ordered; as it is where they are no two teeth. */
function contactOf(text: string): string {
  const [a, b] = text
    .trim()
    .split(/[^\d]+/)
    .map(Number);
  return isFdi(a) && isFdi(b) ? contactKey(a, b) : text.trim();
}

/**
 * What is sent. A text that is no number goes as it is: the server names the field. An amount is written without a
 * sign, the direction gives it.
 */
export function changeOf(draft: Draft): unknown {
  const { what, kind } = draft;
  const tooth = numberOf(draft.tooth) ?? draft.tooth;
  if (what === 'attachment') return { what, tooth, on: draft.on === 'on' };
  if (what === 'ipr') return { what, contact: contactOf(draft.contact), mm: numberOf(draft.mm) ?? draft.mm };
  const { axis, sign } = axisOf(draft.direction);
  const amount = numberOf(draft.amount);
  const stage = draft.stage.trim() === '' ? {} : { stage: numberOf(draft.stage) ?? draft.stage };
  // No minus before nothing: JSON would not keep it.
  const signed = amount === null ? draft.amount : amount === 0 ? 0 : amount * sign;
  return { what, tooth, axis, kind, amount: signed, ...stage };
}
