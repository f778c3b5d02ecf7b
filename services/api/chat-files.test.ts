/** Files of conversations: whoever is in one has them, and nobody else; what was taken back takes them with it. */

import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt } from '#events/testing/past.ts';
import { svg } from '../../infra/testing/generate/image.ts';
import { encodePng, pngChunk, pngSignature } from '../seed/png.ts';
import { type ArticleBench, openArticles } from './testing/articles.ts';
import type { Name } from './testing/bench.ts';
import { caseWith } from './testing/given.ts';
import { act } from './testing/walk.ts';

let world: ArticleBench;
beforeEach(async () => {
  world = await openArticles();
});
afterEach(() => world.close());

const own = 'service.p-doctor';
const picture = new Uint8Array(encodePng(2, 2, new Uint8Array(12)));

/** A picture of few bytes that is 81 megapixels of black, of one bit each. */
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
  return Buffer.concat([pngSignature, ...chunks.map(([name, body]) => pngChunk(name, body))]);
}

const upload = (bytes: Uint8Array, as: Name, filename = 'a.png') =>
  world.upload(bytes, { purpose: 'chat', kind: 'chat', filename }, as);
async function say(as: Name, id: string, files: string[]): Promise<string> {
  const body = { client: crypto.randomUUID(), files };
  const { data } = await world.bench.post<{ id: string }>(`/api/chats/${id}/messages`, { as, body });
  return data.id;
}
const given = async (as: Name, file: string) =>
  (await world.bench.send('GET', `/api/files/${file}`, { as })).status;

describe('a file that was said', () => {
  it('is gone for its sender too, once the case is another’s', async () => {
    const caseId = await caseWith(world.bench, pastAt[Status.PlanUnderDesign]);
    const file = await upload(picture, 'technician');
    expect(await given('technician', file)).toBe(200);
    await say('technician', `case.${caseId}`, [file]);
    expect([await given('technician', file), await given('doctor', file)]).toEqual([200, 200]);
    const to = { technicianId: 'p-technician2', note: '王硕休假' };
    expect((await act(world.bench, 'supervisor', caseId, 'reassign', to)).status).toBe(200);
    expect([await given('technician', file), await given('technician2', file)]).toEqual([404, 200]);
  });

  it('is given out without the position and the camera of a photo, as a whole and in ranges', async () => {
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

  it('is nobody’s any more, once it was taken back', async () => {
    const file = await upload(picture, 'doctor');
    const message = await say('doctor', own, [file]);
    expect(await given('service', file)).toBe(200);
    await world.bench.del(`/api/chats/${own}/messages/${message}`, { as: 'supervisor' });
    expect([await given('service', file), await given('doctor', file)]).toEqual([404, 404]);
  });

  it('is of one conversation, also where it is said in two at once', async () => {
    const file = await upload(picture, 'doctor');
    const id = `case.${await caseWith(world.bench, pastAt[Status.PlanUnderDesign])}`;
    const said = await Promise.all([say('doctor', own, [file]), say('doctor', id, [file])]);
    expect(said.filter(Boolean)).toHaveLength(1);
  });

  it('is nobody’s once its patient is erased', async () => {
    const caseId = await caseWith(world.bench, pastAt[Status.PlanUnderDesign]);
    const file = await upload(picture, 'doctor');
    await say('doctor', `case.${caseId}`, [file]);
    const { keyring, models } = world.bench.deps;
    await keyring.eraseSubject(caseId);
    await models.refold(caseId);
    expect([await given('service', file), await given('doctor', file)]).toEqual([404, 404]);
  });
});

it('a picture of a few kilobytes that unfolds to hundreds of megabytes has no preview; the next one has', async () => {
  const bytes = bomb();
  expect(bytes.length).toBeLessThan(20_000);
  const files = [await upload(bytes, 'doctor'), await upload(picture, 'doctor')];
  await say('doctor', own, files);
  const preview = (file: string) => world.bench.send('GET', `/api/files/${file}/picture`, { as: 'service' });
  const answers = [];
  for (const file of files) answers.push((await preview(file)).status);
  expect(answers).toEqual([404, 200]);
});

it('a drawing that begins like a photo is not drawn: it could name what else lies there', async () => {
  const shape =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
  for (const begin of ['<!--ftyp-->', '<!--    WEBP-->']) {
    const file = await upload(Buffer.from(begin + shape), 'doctor', 'a.heic');
    const answer = await world.bench.send('GET', `/api/files/${file}/picture`, { as: 'doctor' });
    expect([begin, answer.status]).toEqual([begin, 404]);
  }
});

it.each<[string, Uint8Array]>([
  ['an SVG', svg()],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
])('%s is given out as an attachment that is none, never shown', async (_what, bytes) => {
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
