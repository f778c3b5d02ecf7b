/** Keys of findings that a reviewer accepts knowingly: `request:3`, `velocity:13:4`. */
import * as z from 'zod/mini';
import { distinct } from '../case/fields.ts';
import { isFdi } from '../tooth/fdi.ts';

const number = /^[1-9]\d{0,4}$/;
const stage = /^(?:0|[1-9]\d?|1\d\d|200)$/;
const isTooth = (text: string) => /^\d\d$/.test(text) && isFdi(Number(text));
const isPair = (text: string) => {
  const teeth = text.split('-');
  return teeth.length === 2 && teeth[0] !== teeth[1] && teeth.every(isTooth);
};
const isStage = (text: string) => stage.test(text);
const isNumber = (text: string) => number.test(text);

/** Validators of each part after the kind. Words: web/features/review/red-items.ts. */
const kinds: Readonly<Record<string, readonly ((text: string) => boolean)[]>> = {
  /** An open change request, by its number. */
  request: [isNumber],
  /** A tooth that is faster than prescribed, and the first aligner. */
  velocity: [isTooth, isStage],
  /** Two teeth, the first aligner, and the greatest depth in hundredths of a millimetre. */
  collision: [isPair, isStage, isNumber],
  contacts: [text => text === 'unmeasured'],
  plan: [text => text === 'unread'],
  /**
   * Key of a deviation from the order, or of another patient's teeth. Its further parts are those of
   * web/features/review/order-text.ts.
   */
  order: [
    text => ['locked', 'extracted', 'ipr', 'attachment', 'class', 'teeth'].includes(text),
    text => /^[\w-]+$/.test(text),
  ],
};

function isKey(key: string): boolean {
  const [kind = '', ...rest] = key.split(':');
  const parts = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return parts?.length === rest.length && parts.every((is, at) => is(rest[at] ?? ''));
}

export const acknowledgedFindingsSchema = z
  .array(z.string().check(z.maxLength(64), z.refine(isKey, { error: 'not-a-choice' })))
  .check(z.maxLength(200), distinct);

/** Returns the request number of a key; undefined for other keys. */
export const requestNumberOfKey = (key: string): number | undefined =>
  key.startsWith('request:') ? Number(key.slice('request:'.length)) : undefined;
