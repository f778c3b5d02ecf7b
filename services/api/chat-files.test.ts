/** Files of conversations: available to the conversation's people only, until their message is taken back. */

import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt } from '#events/testing/past.ts';
import { createSvg } from '../../infra/testing/generate/image.ts';
import { encodePng, encodePngChunk, pngSignature } from '../seed/png.ts';
import { type ArticleTestServer, openArticleTestServer } from './testing/articles.ts';
import { performAction } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import type { TestPersonName } from './testing/test-server.ts';

let world: ArticleTestServer;
beforeEach(async () => {
  world = await openArticleTestServer();
});
afterEach(() => world.close());

const own = 'service.p-doctor';
const picture = new Uint8Array(encodePng(2, 2, new Uint8Array(12)));

/** A small PNG that decodes to 81 megapixels of black, one bit each. */
function bomb(): Uint8Array {
  const [side, row] = [9000, Math.ceil(9000 / 8) + 1];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const chunks: [string, Buffer][] = [
    ['IHDR', head],
    ['IDAT', deflateSync(Buffer.alloc(row * side))],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([pngSignature, ...chunks.map(([name, body]) => encodePngChunk(name, body))]);
}

const upload = (bytes: Uint8Array, as: TestPersonName, filename = 'a.png') =>
  world.upload(bytes, { purpose: 'chat', kind: 'chat', filename }, as);
async function say(as: TestPersonName, id: string, files: string[]): Promise<string> {
  const body = { client: crypto.randomUUID(), files };
  const { data } = await world.bench.post<{ id: string }>(`/api/chats/${id}/messages`, { as, body });
  return data.id;
}
const given = async (as: TestPersonName, file: string) =>
  (await world.bench.send('GET', `/api/files/${file}`, { as })).status;

describe('a file of a chat message', () => {
  it('is closed to its sender after the case went to somebody else', async () => {
    const caseId = await createCaseWithPast(world.bench, pastAt[Status.PlanUnderDesign]);
    const file = await upload(picture, 'technician');
    expect(await given('technician', file)).toBe(200);
    await say('technician', `case.${caseId}`, [file]);
    expect([await given('technician', file), await given('doctor', file)]).toEqual([200, 200]);
    const to = { technicianId: 'p-technician2', note: '王硕休假' };
    expect((await performAction(world.bench, 'supervisor', caseId, 'reassign', to)).status).toBe(200);
    expect([await given('technician', file), await given('technician2', file)]).toEqual([404, 200]);
  });

  it('is sent without a photo’s location and camera, as a whole and in ranges', async () => {
    const exif = { IFD0: { Make: 'CAMERA-make' }, IFD3: { GPSAreaInformation: 'PLACE-of-the-clinic' } };
    const blank = { width: 24, height: 16, channels: 3, background: 'white' } as const;
    const photo = await sharp({ create: blank }).withExif(exif).jpeg().toBuffer();
    const file = await upload(photo, 'doctor', 'a.jpg');
    await say('doctor', own, [file]);
    const bytesOf = async (headers = {}) => {
      const answer = await world.bench.send('GET', `/api/files/${file}`, { as: 'service', headers });
      return Buffer.from(await answer.arrayBuffer());
    };
    const whole = await bytesOf();
    expect(photo.includes('CAMERA-make')).toBe(true);
    for (const secret of ['CAMERA-make', 'PLACE-of']) expect(whole.includes(secret)).toBe(false);
    expect(whole.length).toBe(photo.length);
    expect((await bytesOf({ range: 'bytes=10-99' })).equals(whole.subarray(10, 100))).toBe(true);
  });

  it('is closed to everybody after its message was taken back', async () => {
    const file = await upload(picture, 'doctor');
    const message = await say('doctor', own, [file]);
    expect(await given('service', file)).toBe(200);
    await world.bench.del(`/api/chats/${own}/messages/${message}`, { as: 'supervisor' });
    expect([await given('service', file), await given('doctor', file)]).toEqual([404, 404]);
  });

  it('belongs to one conversation, even if it is sent to two at once', async () => {
    const file = await upload(picture, 'doctor');
    const id = `case.${await createCaseWithPast(world.bench, pastAt[Status.PlanUnderDesign])}`;
    const said = await Promise.all([say('doctor', own, [file]), say('doctor', id, [file])]);
    expect(said.filter(Boolean)).toHaveLength(1);
  });

  it('is closed to everybody after its patient is erased', async () => {
    const caseId = await createCaseWithPast(world.bench, pastAt[Status.PlanUnderDesign]);
    const file = await upload(picture, 'doctor');
    await say('doctor', `case.${caseId}`, [file]);
    const { keyring, models } = world.bench.deps;
    await keyring.eraseSubject(caseId);
    await models.refold(caseId);
    expect([await given('service', file), await given('doctor', file)]).toEqual([404, 404]);
  });
});

it('has no preview if a few kilobytes decode to hundreds of megabytes; the next file has one', async () => {
  const bytes = bomb();
  expect(bytes.length).toBeLessThan(20_000);
  const files = [await upload(bytes, 'doctor'), await upload(picture, 'doctor')];
  await say('doctor', own, files);
  const preview = (file: string) => world.bench.send('GET', `/api/files/${file}/picture`, { as: 'service' });
  const answers = [];
  for (const file of files) answers.push((await preview(file)).status);
  expect(answers).toEqual([404, 200]);
});

it('is not drawn if an SVG poses as a photo: it could reference other files', async () => {
  const shape =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
  for (const begin of ['<!--ftyp-->', '<!--    WEBP-->']) {
    const file = await upload(Buffer.from(begin + shape), 'doctor', 'a.heic');
    const answer = await world.bench.send('GET', `/api/files/${file}/picture`, { as: 'doctor' });
    expect([begin, answer.status]).toEqual([begin, 404]);
  }
});

it.each<[string, Uint8Array]>([
  ['an SVG', createSvg()],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
])('%s is sent as an inert attachment, never displayed', async (_what, bytes) => {
  const file = await upload(bytes, 'doctor', 'a.svg');
  const answer = await world.bench.send('GET', `/api/files/${file}`, { as: 'doctor' });
  const headers = [
    'content-type',
    'content-disposition',
    'x-content-type-options',
    'content-security-policy',
  ];
  expect(headers.map(name => answer.headers.get(name))).toEqual([
    'application/octet-stream',
    'attachment; filename="chat-chat.bin"',
    'nosniff',
    "default-src 'none'; sandbox",
  ]);
  expect((await world.bench.send('GET', `/api/files/${file}/picture`, { as: 'doctor' })).status).toBe(404);
});
