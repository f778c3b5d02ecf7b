import { expect, test } from 'vitest';
import { toLogPosition } from '#events/log-position.ts';
import { encodeCaughtUp, encodeEvent } from '../../../infra/servers/log/answers.ts';
import { decodeReadAnswer, parseEvent } from './unparsed-event.ts';

const id = '6d9c7a52-3a8a-5a3e-9f0e-0d6a5a0f4b67';
const at = '2026-11-01T08:00:00.000Z';
/** A position greater than Number.MAX_SAFE_INTEGER. */
const FAR = '9007199254740993';

type Sent = { data: string; metadata: string; json: boolean; revision: number; position: string };

/** Decodes and parses an event as the server sends it. */
function received(sent: Partial<Sent>) {
  const { data = '{}', metadata = '{}', json = true, revision = 0, position = '8' } = sent;
  const { event } = decodeReadAnswer(
    encodeEvent({
      id,
      type: 'PatientNamed',
      stream: 'case-王',
      json,
      revision,
      created: 0,
      data: Buffer.from(data),
      metadata: Buffer.from(metadata),
      // Cast: encoded as text, because a number cannot hold it.
      position: position as unknown as number,
    }),
  );
  return event && parseEvent(event);
}

const own = {
  id,
  type: 'PatientNamed',
  stream: 'case-王',
  revision: 0,
  position: toLogPosition(8),
  data: {},
};

test.each<[string, Partial<Sent>, object]>([
  ['the first of a stream', {}, own],
  [
    'one with numbers that are large',
    { revision: 70_000, position: FAR },
    { revision: 70_000, position: BigInt(FAR) },
  ],
  [
    'one whose envelope is metadata',
    { metadata: JSON.stringify({ v: 1, at, by: '王' }) },
    { v: 1, at, by: '王' },
  ],
  ['one whose id is kept in metadata', { metadata: '{"id":"e1"}' }, { id: 'e1' }],
  ['data in two alphabets', { data: '{"name":"Wang 王🦷"}' }, { data: { name: 'Wang 王🦷' } }],
  ['data that is no object', { data: 'null' }, { data: null }],
  ['data that is cut off', { data: '{"name":' }, { data: '{"name":' }],
  ['metadata that is absent', { metadata: '' }, own],
  ['bytes of another program', { data: 'GIF', json: false }, { data: new Uint8Array(Buffer.from('GIF')) }],
])('decodes an event exactly as it was written: %s', (_, sent, expected) => {
  expect(received(sent)).toEqual({ ...own, ...expected });
});

test('returns no event for any other answer', () => {
  expect(decodeReadAnswer(encodeCaughtUp())).toEqual({});
});
