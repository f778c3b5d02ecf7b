import { expect, test } from 'vitest';
import { type ErrorName, Refusal } from '#events/errors.ts';
import { classifyConnectFailure } from './connect-failure.ts';

const refusal = (data: unknown) => Object.assign(new Error('refused'), { data });
/** A refusal in the form that the server's sockets send. */
const refused = (name: ErrorName) => {
  const { code, refusal: sent } = new Refusal(name);
  return refusal({ code, refusal: sent });
};

test.each([
  ['unreachable, and tried again', new Error('websocket error'), true, 'lost'],
  ['ended by the server', new Error('websocket error'), false, 'refused'],
  ['a session that is over', refused('sessionEnded'), false, 'refused'],
  ['one page too many', refused('tooMany'), false, 'full'],
  ['a refusal without a code', refusal({}), false, 'refused'],
  ['a refusal in words', refusal('tooMany'), true, 'refused'],
  ['a refusal without data', refusal(null), false, 'refused'],
] as const)('a connection failure: %s', (_, error, active, why) => {
  expect(classifyConnectFailure(error, active)).toBe(why);
});
