/** Field schemas shared by sections, actions and accounts. A custom issue's message is a dictionary word (`issue:<word>`). */
import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { type OptionList, options } from './options.ts';
import { type Reason, type ReasonedAction, reasonsByAction } from './reasons.ts';

const word = (pattern: RegExp, error: string) => z.regex(pattern, { error });

/** Pattern of letters with combining marks. Excludes filler letters, which are invisible. */
const letters = '(?:(?!\\p{DI})\\p{L}\\p{M}*)+';
const namePattern = new RegExp(`^${letters}(?:[ ·'’-]${letters})*$`, 'u');

/** A person's name: letters of any script, inner single spaces, `·`, `-`, `'`; under 60 characters (counted as code points). */
export const personNameSchema = z
  .string()
  .check(word(namePattern, 'name-letters'), z.maxLength(limits.nameMax, { error: 'name-long' }));

const dayFormat = /^\d{4}-\d{2}-\d{2}$/;
/** True for a day that exists, and for text in another format, which the format check rejects. */
export const isDay = (s: string) => {
  if (!dayFormat.test(s)) return true;
  const [y = 0, m = 0, d = 0] = s.split('-').map(Number);
  const date = new Date(Date.UTC(y, m - 1, d));
  return date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d && y >= 1900;
};

const MOMENT_LENGTH = 40;

/** True for a day or an ISO time. Date.parse accepts 31 February as a day in March. */
export const isDayOrTime = (s: string): boolean =>
  s.length <= MOMENT_LENGTH &&
  /^\d{4}-\d{2}-\d{2}(T|$)/.test(s) &&
  isDay(s.slice(0, 10)) &&
  !Number.isNaN(Date.parse(s));

/** An existing calendar day, yyyy-mm-dd. */
export const daySchema = z
  .string()
  .check(word(dayFormat, 'date-format'), z.refine(isDay, { error: 'date-invalid' }));

/** A mobile or landline number, with an optional extension. */
export const phoneSchema = z
  .string()
  .check(word(/^\+?\d[\d -]{4,18}\d(?: ?(?:ext\.?|转|-|#) ?\d{1,6})?$/u, 'phone-format'));
/** Characters forbidden in an e-mail address: control and invisible characters, and separators of address lists. */
const noAddress = '\\s@<>()[\\]\\\\,;:"\\p{Cc}\\p{Cf}\\p{Cs}';
const emailPattern = new RegExp(`^[^${noAddress}]{1,64}@[^${noAddress}.]+(?:\\.[^${noAddress}.]+)+$`, 'u');
export const emailSchema = z.string().check(word(emailPattern, 'email-format'), z.maxLength(254));
export const zipCodeSchema = z.string().check(word(/^[A-Za-z0-9][A-Za-z0-9 -]{2,9}$/, 'zip-format'));
export const trackingNumberSchema = z
  .string()
  .check(word(new RegExp(`^[A-Z0-9-]{${limits.trackingMin},${limits.trackingMax}}$`), 'tracking-format'));

/** True if a text has a visible character. Spaces, control characters and combining marks alone are invisible. */
export const hasVisibleCharacter = (s: string): boolean => /[^\s\p{DI}\p{Cc}\p{Cf}\p{M}\u2800]/u.test(s);
const visible = z.refine<string>(hasVisibleCharacter, { error: 'blank' });

/**
 * Forbidden characters in text: control characters, bidirectional overrides (they disguise words), and lone surrogates
 * and noncharacters (a workbook cannot contain them).
 */
const unshown =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\p{NChar}\\p{Cs}';
const breaks = '\\n\\r\\t\\u2028\\u2029';
const shown = new RegExp(`^[^${unshown}]*$`, 'u');
const unbroken = new RegExp(`^[^${breaks}]*$`, 'u');
const noControls = word(shown, 'control-characters');
const oneLine = word(unbroken, 'control-characters');

const neverOnALine = new RegExp(`[${unshown}${breaks}]`, 'gu');
/** Removes the characters that `lineSchema` refuses, for names that a program supplies. */
export const toOneLine = (s: string): string => s.replace(neverOnALine, '').trim();

/** One line of free text of at most so many characters, not blank. */
export const lineSchemaUpTo = (max: number) =>
  z.string().check(z.maxLength(max), visible, noControls, oneLine);
/** One line of free text, not blank. */
export const lineSchema = lineSchemaUpTo(200);
/** Free text, not blank. */
export const textSchema = z.string().check(z.maxLength(limits.textMax), visible, noControls);
/** Free text of a draft, which may be empty. */
export const draftTextSchemaUpTo = (max: number) => z.string().check(z.maxLength(max), noControls);
/** One line of free text of a draft, which may be empty. */
export const draftLineSchemaUpTo = (max: number) => z.string().check(z.maxLength(max), noControls, oneLine);
/** A note to a review, refusal or request: not blank. */
export const noteSchema = z.string().check(z.maxLength(limits.noteMax), visible, noControls);

/** Schema of one key of a list in options.ts. */
export const optionKeySchemaFor = <L extends OptionList>(list: L) =>
  z.literal(options[list] as unknown as [(typeof options)[L][number]]);

/** Returns the keyed list of an option's schema. Compares by identity, because two lists may have the same keys. */
export const optionListOf = (keys: unknown): OptionList | undefined =>
  (Object.keys(options) as OptionList[]).find(list => Object.is(options[list], keys));

const distinct = z.refine<readonly unknown[]>(list => new Set(list).size === list.length, {
  error: 'repeated',
});

/** Schema of several keys of a list in options.ts, without repetition. */
export const optionKeysSchemaFor = <L extends OptionList>(list: L, max: number = options[list].length) =>
  z.array(optionKeySchemaFor(list)).check(z.maxLength(max), distinct);

/** Schema of one to three of the reasons that an action offers; absent if none is given. */
export const reasonsSchemaFor = (action: ReasonedAction) => {
  const offered: readonly Reason[] = reasonsByAction[action];
  return z.optional(
    z.array(z.literal(offered as [Reason])).check(z.minLength(1), z.maxLength(limits.reasons), distinct),
  );
};

/** Schema of the reasons of a recorded event; absent in older events. */
export const recordedReasonsSchema = z.optional(optionKeysSchemaFor('reason', limits.reasons));

/** Schema of several of the given words, without repetition. */
export const distinctChoicesSchemaFor = <W extends string>(words: readonly W[]) =>
  z.array(z.enum(words)).check(z.maxLength(words.length), distinct);

/** Schema of a list of ids, without repetition. */
export const idsSchema = z
  .array(z.string().check(z.minLength(1), z.maxLength(64)))
  .check(z.maxLength(100), distinct);
export const idSchema = z.string().check(z.minLength(1), z.maxLength(64));

/** A count of stages in one arch. */
export const stageCountSchema = z.int().check(z.minimum(0), z.maximum(200));
/** A range of stages, including its first and last. */
export const stageRangeSchema = z
  .strictObject({
    from: z.int().check(z.minimum(1), z.maximum(200)),
    to: z.int().check(z.minimum(1), z.maximum(200)),
  })
  .check(z.refine(r => r.from <= r.to, { error: 'range-order', path: ['to'] }));
export type StageRange = z.infer<typeof stageRangeSchema>;
export { distinct };
