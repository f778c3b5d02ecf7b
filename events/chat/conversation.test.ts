import { expect, it } from 'vitest';
import {
  amendStreamOf,
  chatStreamOf,
  claimStreamOf,
  conversationId,
  conversationIdOfCase,
  conversationOfStream,
  parseConversationId,
  seenStreamOf,
  serviceConversationId,
} from './conversation.ts';

it('its id survives its four streams', () => {
  for (const id of [conversationIdOfCase('VBXFT4'), serviceConversationId('p-doctor_2')]) {
    const of = parseConversationId(id);
    expect(of && conversationId(of)).toBe(id);
    for (const stream of [chatStreamOf, amendStreamOf, claimStreamOf, seenStreamOf])
      expect(conversationOfStream(stream(id))).toBe(id);
  }
  expect(parseConversationId('case.VBXFT4')).toEqual({ kind: 'case', id: 'VBXFT4' });
  expect(parseConversationId('service.p-doctor')).toEqual({ kind: 'service', id: 'p-doctor' });
});

it.each([
  '',
  'case',
  'case.',
  '.x',
  'room.x',
  'Case.x',
  'case.x.y',
  'case.x y',
  'case.x\n',
  ' case.x',
  'case.../x',
  `case.${'x'.repeat(65)}`,
])('%j is not a conversation id', id => expect(parseConversationId(id)).toBeUndefined());
