import { describe, expect, it } from 'vitest';
import {
  chatLimits,
  editedMessageInputSchema,
  newMessageInputSchema,
  readMarksInputSchema,
} from './message.ts';

const client = '6f1c2e54-9c0b-4d3a-8f11-2a7d5b9c0e41';
const ref = { caseId: 'ABCDEF' };
const takes = (more: object) => newMessageInputSchema.safeParse({ client, ...more }).success;

describe('a message', () => {
  it('has content: visible text, a file or a reference', () => {
    for (const said of [
      { text: '好' },
      { files: ['f'] },
      { refs: [ref] },
      { text: '', files: ['f'] },
      { text: ' \u200b', refs: [ref] },
    ])
      expect(takes(said)).toBe(true);
    for (const said of [
      {},
      { text: '' },
      { text: '\u3164\u2060' },
      { files: [], refs: [] },
      { mentions: ['p'] },
      { replyTo: 'm' },
    ])
      expect(takes(said)).toBe(false);
  });

  it('is accepted up to its limits', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `p${i}`);
    const { text, files, refs, mentions } = chatLimits;
    for (const [at, over] of [
      [{ text: '齿'.repeat(text) }, { text: '齿'.repeat(text + 1) }],
      [{ files: many(files) }, { files: many(files + 1) }],
      [{ refs: Array(refs).fill(ref) }, { refs: Array(refs + 1).fill(ref) }],
      [
        { text: 'x', mentions: many(mentions) },
        { text: 'x', mentions: many(mentions + 1) },
      ],
    ] as const)
      expect([takes(at), takes(over)]).toEqual([true, false]);
  });

  it('refers only to places that can exist', () => {
    for (const more of [
      {},
      { list: 'targets' },
      { version: 1, stage: 0 },
      { stage: 200 },
      { tooth: 48 },
      { tooth: 11 },
    ])
      expect(takes({ refs: [{ ...ref, ...more }] })).toBe(true);
    for (const more of [
      { list: 'drafts' },
      { version: 0 },
      { version: 1.5 },
      { stage: -1 },
      { stage: 201 },
      { tooth: 19 },
      { note: '' },
      { caseId: '' },
    ])
      expect(takes({ refs: [{ ...ref, ...more }] })).toBe(false);
  });

  it.each(['', 'x', client.toUpperCase(), `${client} `, client.slice(1)])(
    'needs a uuid of its own: %j is refused',
    other => expect(newMessageInputSchema.safeParse({ client: other, text: 'x' }).success).toBe(false),
  );

  it('is edited to visible text only', () => {
    expect(editedMessageInputSchema.safeParse({ text: 'x' }).success).toBe(true);
    for (const text of ['', ' ', '\u200b', 'x'.repeat(chatLimits.text + 1), 7])
      expect(editedMessageInputSchema.safeParse({ text }).success).toBe(false);
  });
});

it.each([
  { got: -1, read: 0 },
  { got: 0, read: 0.5 },
  { got: 1 },
  { got: '1', read: 1 },
  { got: 1, read: 1, by: 'x' },
  { got: Number.NaN, read: 1 },
])('read marks are message numbers: %j is refused', mark =>
  expect(readMarksInputSchema.safeParse(mark).success).toBe(false),
);
