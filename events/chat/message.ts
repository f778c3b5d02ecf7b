/** Schemas of messages, shared by the composer, the socket and the API. */
import * as z from 'zod/mini';
import { distinct, draftTextSchemaUpTo, hasVisibleCharacter } from '../case/fields.ts';
import { TEETH } from '../tooth/fdi.ts';

export const chatLimits = {
  /** Characters of a message: a page and a half of print. */
  text: 5000,
  files: 10,
  refs: 5,
  mentions: 20,
  /** Messages that a person may send per second, and in a burst. */
  perSecond: 10,
  burst: 30,
} as const;

/** A reference from a message to a case, a version of its plan or target, a stage, a tooth. */
export const chatRefSchema = z.strictObject({
  caseId: z.string().check(z.minLength(1), z.maxLength(16)),
  list: z.optional(z.enum(['plans', 'targets'])),
  version: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  stage: z.optional(z.int().check(z.minimum(0), z.maximum(200))),
  tooth: z.optional(z.literal([...TEETH])),
});
export type ChatRef = z.infer<typeof chatRefSchema>;

const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, { error: 'invalid' }));
const id = z.string().check(z.minLength(1), z.maxLength(64));
const text = draftTextSchemaUpTo(chatLimits.text);

const isSaid = ({
  text: said = '',
  files = [],
  refs = [],
}: {
  text?: string;
  files?: unknown[];
  refs?: unknown[];
}) => hasVisibleCharacter(said) || files.length + refs.length > 0;

/** A new message. `client`: the sender's own uuid. `files`: ids of finished uploads of kind chat. */
export const newMessageInputSchema = z
  .strictObject({
    client: uuid,
    text: z.optional(text),
    files: z.optional(z.array(id).check(z.maxLength(chatLimits.files), distinct)),
    refs: z.optional(z.array(chatRefSchema).check(z.maxLength(chatLimits.refs))),
    replyTo: z.optional(z.nullable(id)),
    mentions: z.optional(z.array(id).check(z.maxLength(chatLimits.mentions), distinct)),
  })
  .check(z.refine(isSaid, { error: 'blank', path: ['text'] }));
export type NewMessage = z.infer<typeof newMessageInputSchema>;

/** A new text for a sent message. */
export const editedMessageInputSchema = z.strictObject({
  text: text.check(z.refine(hasVisibleCharacter, { error: 'blank' })),
});

/** A person's read marks in a conversation, as message numbers. */
export const readMarksInputSchema = z.strictObject({
  got: z.int().check(z.minimum(0)),
  read: z.int().check(z.minimum(0)),
});
export type ReadMarksInput = z.infer<typeof readMarksInputSchema>;
