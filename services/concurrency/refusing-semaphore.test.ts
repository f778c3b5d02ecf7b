/** Concurrent request bodies: limited per person and per node, and refused beyond that. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createTusClient,
  openUploadWorld,
  statusAndIssueOf,
  type TestViewerName,
  type UploadWorld,
} from '../files/testing.ts';
import { createRefusingSemaphore } from './refusing-semaphore.ts';

const bytes = 10;
let world: UploadWorld;
beforeEach(() => {
  world = openUploadWorld();
});
afterEach(() => world.close());

/** A body that sends one byte and then hangs. `read` resolves when reading of the body has begun. */
function hanging() {
  let asked: () => void = () => {};
  const read = new Promise<void>(resolve => {
    asked = resolve;
  });
  const state = { read: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: controller => {
        if (state.read) {
          asked();
          return new Promise<void>(() => {});
        }
        state.read = true;
        return controller.enqueue(new Uint8Array(1));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read, state };
}

it('a request body above the person’s or the node’s limit is refused before a byte is read, and accepted later', async () => {
  const { app } = world.open({ bodies: createRefusingSemaphore({ person: 2, node: 3 }) });
  const begun = async (who: TestViewerName) => {
    const c = createTusClient(app, who);
    const { headers } = await c.begin({ purpose: 'chat', kind: 'chat' }, bytes);
    return { url: headers.get('location') ?? '', c };
  };
  const hang = async (who: TestViewerName) => {
    const { url, c } = await begun(who);
    const { body, read } = hanging();
    const answer = c.patch(url, 0, body);
    await read;
    return { url, c, answer };
  };
  const refused = async (who: TestViewerName) => {
    const { url, c } = await begun(who);
    const { body, state } = hanging();
    const answer = await c.patch(url, 0, body);
    expect([await answer.clone().json(), state.read]).toMatchObject([{ data: { retryAfter: 2 } }, false]);
    return statusAndIssueOf(answer);
  };
  const first = await hang('doctor');
  await hang('doctor');
  expect(await refused('doctor')).toBe('429 104007');
  await hang('doctor2');
  expect(await refused('technician')).toBe('503 104013');

  // A retry of the same upload aborts its hanging body and takes over its slot.
  expect((await first.c.head(first.url)).headers.get('upload-offset')).toBe('1');
  expect(await statusAndIssueOf(await first.answer)).toBe('409 103004');
  const again = await first.c.patch(first.url, 1, new Uint8Array(3));
  expect(again.headers.get('upload-offset')).toBe('4');
});
