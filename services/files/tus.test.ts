/** The browser's tus client over real HTTP, with a server that crashes in between and restarts. */

import { serve } from '@hono/node-server';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { binaryStl, createWavyTube, stlWithWrongCount } from '../../infra/testing/generate/stl.ts';
import { createCaseWithFacts, openUploadWorld, type UploadWorld } from './testing.ts';

const caseId = 'C2K7QM';
let world: UploadWorld;
beforeEach(() => {
  world = openUploadWorld();
  world.cases.set(caseId, createCaseWithFacts({ status: Status.ClinicalInfoIncomplete }));
});
afterEach(() => world.close());

type Server = { url: string; stop: () => Promise<void> };

function listen(): Promise<Server> {
  return new Promise(resolve => {
    const server = serve({ fetch: world.open().app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}/api/uploads`,
        stop: () =>
          new Promise(done => {
            server.close(() => done());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      }),
    );
  });
}

type Options = ConstructorParameters<typeof Upload>[1];
const metadata = { caseId, kind: 'stl', slot: 'upper', filename: 'upper.stl' };

/** Sends a file. Resolves with the upload's address, or with the answer that refused it. */
function send(
  bytes: Buffer,
  options: Options,
): Promise<{ url: string | null; status?: number; body?: string }> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      metadata,
      retryDelays: null,
      chunkSize: 300_000,
      ...options,
      onSuccess: () => resolve({ url: upload.url }),
      onError: error => {
        if (!('originalResponse' in error) || !error.originalResponse) return reject(error);
        const { originalResponse: answer } = error;
        resolve({ url: upload.url, status: answer.getStatus(), body: answer.getBody() });
      },
    });
    upload.start();
  });
}

it('a model of 2 MB survives a crash of the server after its first half', async () => {
  const bytes = binaryStl(createWavyTube(40_000));
  const first = await listen();
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: first.url,
      metadata,
      chunkSize: 300_000,
      retryDelays: null,
      onError: reject,
      onChunkComplete: (_size, accepted) => {
        if (accepted < 900_000) return;
        void upload.abort();
        resolve(upload.url ?? '');
      },
    });
    upload.start();
  });
  await first.stop();
  expect(world.cases.get(caseId)?.files).toEqual([]);

  const second = await listen();
  const done = await send(bytes, { uploadUrl: url.replace(first.url, second.url) });
  await second.stop();
  expect(done.status).toBeUndefined();
  expect(world.cases.get(caseId)?.files).toMatchObject([{ slot: 'upper', size: bytes.length }]);
});

it('a refused model states the reason in its last answer', async () => {
  const server = await listen();
  const { status, body } = await send(stlWithWrongCount(9), { endpoint: server.url });
  await server.stop();
  expect([status, JSON.parse(body ?? '').data.issues[0].issue]).toEqual([422, 'stl-length']);
});

it('a model above the size limit is refused before it is sent', async () => {
  const server = await listen();
  const { status } = await send(Buffer.alloc(0), { endpoint: server.url, uploadSize: 209_715_201 });
  await server.stop();
  expect(status).toBe(413);
});
