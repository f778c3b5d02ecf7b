/** A change request in editing: texts of fields, and the resulting change. */
import type { AmountBasis, MovementDirection, RequestedChange } from '#events/plan/change.ts';
import { directionsByAxis } from '#events/plan/change.ts';
import { type MovementAxis, movementAxes, unitOfAxis } from '#events/plan/movement.ts';
import { contactKey, isFdi, parseContact } from '#events/tooth/fdi.ts';
import { parseNumber } from './form-keys.ts';

export type ChangeRequestDraft = {
  what: RequestedChange['what'];
  tooth: string;
  direction: MovementDirection;
  amount: string;
  kind: AmountBasis;
  stage: string;
  contact: string;
  mm: string;
  on: 'on' | 'off';
  note: string;
};

export const emptyChangeRequestDraft: ChangeRequestDraft = {
  what: 'movement',
  tooth: '',
  direction: 'mesial',
  amount: '',
  kind: 'total',
  stage: '',
  contact: '',
  mm: '',
  on: 'on',
  note: '',
};

/** All directions of tooth movement, in the order of the movement table. */
export const movementDirections: readonly MovementDirection[] = movementAxes.flatMap(
  axis => directionsByAxis[axis],
);

function axisOf(direction: MovementDirection): { axis: MovementAxis; sign: 1 | -1 } {
  const axis =
    movementAxes.find(a => (directionsByAxis[a] as readonly MovementDirection[]).includes(direction)) ??
    'mesial';
  return { axis, sign: directionsByAxis[axis][0] === direction ? 1 : -1 };
}
export const unitOfDirection = (direction: MovementDirection) => unitOfAxis(axisOf(direction).axis);

/** Normalizes a contact to `11-21`; returns other text unchanged. */
function contactOf(text: string): string {
  const [a, b] = text
    .trim()
    .split(/[^\d]+/)
    .map(Number);
  return isFdi(a) && isFdi(b) ? contactKey(a, b) : text.trim();
}

/** Avoids -0, which JSON does not keep. */
const signed = (amount: number, sign: 1 | -1) => (amount === 0 ? 0 : amount * sign);

/**
 * The change that the texts describe; null if they are incomplete. The direction gives the amount its sign.
 */
export function requestedChangeFromDraft(draft: ChangeRequestDraft): RequestedChange | null {
  const { what, kind } = draft;
  const [tooth, amount, mm, stage] = [draft.tooth, draft.amount, draft.mm, draft.stage].map(parseNumber);
  if (what === 'ipr') {
    const contact = contactOf(draft.contact);
    return parseContact(contact) && typeof mm === 'number' ? { what, contact, mm } : null;
  }
  if (!isFdi(tooth)) return null;
  if (what === 'attachment') return { what, tooth, on: draft.on === 'on' };
  const { axis, sign } = axisOf(draft.direction);
  if (typeof amount !== 'number') return null;
  const asked = { what, tooth, axis, kind, amount: signed(amount, sign) };
  if (draft.stage.trim() === '') return asked;
  return typeof stage === 'number' ? { ...asked, stage } : null;
}

/** The request to send. Text that is no number is sent as it is: the server reports the field. */
export function changeRequestPayload(draft: ChangeRequestDraft): unknown {
  const sound = requestedChangeFromDraft(draft);
  if (sound) return sound;
  const { what, kind } = draft;
  const tooth = parseNumber(draft.tooth) ?? draft.tooth;
  if (what === 'attachment') return { what, tooth, on: draft.on === 'on' };
  if (what === 'ipr')
    return { what, contact: contactOf(draft.contact), mm: parseNumber(draft.mm) ?? draft.mm };
  const { axis, sign } = axisOf(draft.direction);
  const amount = parseNumber(draft.amount);
  const stage = draft.stage.trim() === '' ? {} : { stage: parseNumber(draft.stage) ?? draft.stage };
  return { what, tooth, axis, kind, amount: amount === null ? draft.amount : signed(amount, sign), ...stage };
}
