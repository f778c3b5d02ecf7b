import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RowsMessage } from '#events/wire.ts';
import { toWirePosition } from '#events/wire.ts';
import { areNamesMasked } from './masked-names.ts';
import { createSubmittedCase, openRealtimeWorld, type RealtimeWorld } from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeAll(async () => {
  world = await openRealtimeWorld();
  await createSubmittedCase(world);
});
afterAll(() => world.close());

test.each([
  [{}, {}, false],
  [{ hidden: true }, {}, true],
  [{ hidden: false }, { cookie: 'eyeHidden=1', 'x-eye': 'hidden' }, false],
  [{ hidden: 'no' }, {}, true],
  [{}, { 'x-eye': ' Hidden' }, true],
  [{}, { 'x-eye': 'open', cookie: 'eyeHidden=1' }, false],
  [{}, { cookie: 'lang=en; eyeHidden=1; theme=dark' }, true],
  [{}, { cookie: 'notEyeHidden=1; xeyeHidden=1' }, false],
  [{}, { cookie: 'eyeHidden=10' }, false],
])('handshake %o with headers %o masks names: %s', (auth, headers, hidden) =>
  expect(areNamesMasked({ auth, headers })).toBe(hidden),
);

test('masks rows by the cookie if the page does not send its eye', async () => {
  const { logId } = world.deps.models;
  const socket = io(world.url, {
    transports: ['websocket'],
    auth: { token: await world.tokenOf('doctor') },
    extraHeaders: { Cookie: 'eyeHidden=1' },
    forceNew: true,
  });
  const told = new Promise<RowsMessage>(resolve => socket.once('rows', resolve));
  await socket.emitWithAck('resume', { position: toWirePosition(logId, 1n) });
  const names = (await told).rows.flatMap(({ view, row }) =>
    view === 'caseList' && typeof row === 'object' && row !== null && 'patientName' in row
      ? [String(row.patientName)]
      : [],
  );
  socket.disconnect();
  expect(names.filter(Boolean)).not.toEqual([]);
  for (const name of names.filter(Boolean)) expect(name).toMatch(/^.\*\*$/u);
});
