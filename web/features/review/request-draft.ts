/** A request as it is being written: texts of fields, and the change that they make. */
import type { AmountKind, Change, Direction } from '#events/plan/change.ts';
import { directions } from '#events/plan/change.ts';
import { type MovementAxis, movementAxes, unitOfAxis } from '#events/plan/movement.ts';
import { contactKey, isFdi, parseContact } from '#events/tooth/fdi.ts';
import { numberOf } from './form-keys.ts';

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

/** Every way that a tooth can go, in the movement table's order. */
export const ways: readonly Direction[] = movementAxes.flatMap(axis => directions[axis]);

function axisOf(direction: Direction): { axis: MovementAxis; sign: 1 | -1 } {
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

/** No minus before nothing: JSON would not keep it. */
const signed = (amount: number, sign: 1 | -1) => (amount === 0 ? 0 : amount * sign);

/** The change that the texts make; null while they make none. The direction gives an amount its sign. */
export function soundChange(draft: Draft): Change | null {
  const { what, kind } = draft;
  const [tooth, amount, mm, stage] = [draft.tooth, draft.amount, draft.mm, draft.stage].map(numberOf);
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

/** What is sent. A text that is no number goes as it is: the server names the field. */
export function changeOf(draft: Draft): unknown {
  const sound = soundChange(draft);
  if (sound) return sound;
  const { what, kind } = draft;
  const tooth = numberOf(draft.tooth) ?? draft.tooth;
  if (what === 'attachment') return { what, tooth, on: draft.on === 'on' };
  if (what === 'ipr') return { what, contact: contactOf(draft.contact), mm: numberOf(draft.mm) ?? draft.mm };
  const { axis, sign } = axisOf(draft.direction);
  const amount = numberOf(draft.amount);
  const stage = draft.stage.trim() === '' ? {} : { stage: numberOf(draft.stage) ?? draft.stage };
  return { what, tooth, axis, kind, amount: amount === null ? draft.amount : signed(amount, sign), ...stage };
}
