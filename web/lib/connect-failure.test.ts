import { expect, test } from 'vitest';
import { errors } from '#events/errors.ts';
import { connectFailure } from './connect-failure.ts';

const refusal = (data: unknown) => Object.assign(new Error('refused'), { data });

test.each([
  ['unreachable, and tried again', new Error('websocket error'), true, 'lost'],
  ['ended by the server', new Error('websocket error'), false, 'refused'],
  ['a session that is over', refusal({ code: errors.sessionEnded.code }), false, 'refused'],
  ['one page too many', refusal({ code: errors.tooMany.code }), false, 'full'],
  ['a refusal without a code', refusal(null), false, 'refused'],
  ['a refusal in words', refusal('tooMany'), true, 'refused'],
] as const)('a connection failure: %s', (_, error, active, why) => {
  expect(connectFailure(error, active)).toBe(why);
});
