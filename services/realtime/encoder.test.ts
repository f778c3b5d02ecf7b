import { Server } from 'socket.io';
import { expect, it } from 'vitest';
import { encodePacket } from './encoder.ts';

/** Socket.IO's own encoder: the reference for the wire format. */
const theirs = (new Server() as unknown as { encoder: { encode: typeof encodePacket } }).encoder;

it.each([
  ['connected', { type: 0, nsp: '/', data: { sid: 'x' } }],
  ['left', { type: 1, nsp: '/' }],
  [
    'an event',
    { type: 2, nsp: '/', data: ['rows', { position: 'a-1', rows: [{ row: null }, { row: '张伟' }] }] },
  ],
  ['an event to be answered', { type: 2, nsp: '/', id: 7, data: ['presence', []] }],
  ['an answer', { type: 3, nsp: '/', id: 0, data: [{ ok: true }] }],
  ['a refusal', { type: 4, nsp: '/', data: { message: 'refused', data: { code: 101014 } } }],
  ['another namespace', { type: 4, nsp: '/admin', data: { message: 'Invalid namespace' } }],
])('encodes like Socket.IO: %s', (_what, packet) => {
  expect(encodePacket(packet)).toEqual(theirs.encode(packet));
});
