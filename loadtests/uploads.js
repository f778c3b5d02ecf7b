/**
 * k6: uploads of models of SIZE_MB=200 that are interrupted CUTS=20 times: the connection breaks in the
 * middle of a body, the page asks for the server's offset and resumes there. UPLOADS=3 users at once. The
 * stored SHA-256 must equal the original.
 */
import crypto_ from 'k6/crypto';
import { Counter, Trend } from 'k6/metrics';
import { answerData, callApi, countFailure } from './lib/api.js';
import { beginUpload, requestUploadOffset, sendBytes } from './lib/tus.js';
import { allUsers, nodeUrlOf, numberSetting, signInDemo, usersOfVirtualUser } from './lib/users.js';

const people = numberSetting('UPLOADS', 3);
const size = numberSetting('SIZE_MB', 200) * 1_000_000;
const cuts = numberSetting('CUTS', 20);
const minutes = numberSetting('MINUTES', 5);

/** Maximum size of one request body: k6 keeps it in memory. */
const mostBytes = 20_000_000;
const wholeMs = 120_000;
const [head, facet] = [84, 50];
/**
 * Number of facets in the repeated strip. Whole facets, so that a file of any length repeats one pattern
 * after the head.
 */
const facets = 20_000;
const whole = Math.floor((size - head) / facet);
const length = head + whole * facet;

const uploadS = new Trend('upload_s');
const cut = new Counter('cuts');
/** Interruptions after which the server had a part of the body. */
const midway = new Counter('cuts_midway');
const equal = new Counter('equal');

export const options = {
  scenarios: {
    uploads: { executor: 'per-vu-iterations', vus: people, iterations: 1, maxDuration: `${minutes}m` },
  },
  summaryTrendStats: ['p(50)', 'p(95)', 'max', 'count'],
  thresholds: {
    equal: [`count==${people}`],
    cuts: [`count==${people * cuts}`],
    cuts_midway: ['count>0'],
    errors: ['count==0'],
    upload_s: [`max<=${minutes * 60}`],
  },
};

export const setup = signInDemo;

/** A model's head and its repeated strip of facets; `salt` makes models differ. */
function model(salt) {
  const start = new Uint8Array(head);
  new DataView(start.buffer).setUint32(80, whole, true);
  start[0] = 65 + salt;
  const strip = new Uint8Array(facets * facet);
  const view = new DataView(strip.buffer);
  const corners = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0];
  for (let n = 0; n < facets; n++)
    for (const [i, value] of corners.entries())
      view.setFloat32(n * facet + i * 4, value + (i > 2 ? n % 60 : 0), true);
  return { start, strip };
}

/** `count` bytes of the file from an offset. */
function bytesOf({ start, strip }, from, count) {
  const out = new Uint8Array(Math.min(count, length - from));
  let at = 0;
  if (from < head) {
    out.set(start.subarray(from, Math.min(head, from + out.length)));
    at = Math.min(head - from, out.length);
  }
  while (at < out.length) {
    const inStrip = (from + at - head) % strip.length;
    const part = strip.subarray(inStrip, Math.min(strip.length, inStrip + out.length - at));
    out.set(part, at);
    at += part.length;
  }
  return out.buffer;
}

function sha256(file) {
  const hash = crypto_.createHash('sha256');
  const step = 10_000_000;
  for (let from = 0; from < length; from += step) hash.update(bytesOf(file, from, step));
  return hash.digest('hex');
}

/**
 * Sends chunks that are interrupted until all cuts are done, then the rest. Each chunk starts at the server's
 * offset.
 */
async function pour(user, path, file) {
  let [offset, broken, patience] = [0, 0, 32];
  while (offset < length) {
    const left = length - offset;
    const bytes = bytesOf(file, offset, Math.min(mostBytes, Math.ceil(left / (cuts - broken + 1))));
    const cutting = broken < cuts;
    const sent = await sendBytes(user, path, offset, bytes, cutting ? patience : wholeMs);
    const asked = await requestUploadOffset(user, path);
    const reached = Number(asked.headers['Upload-Offset']);
    if (asked.status !== 200 || !(reached >= offset))
      throw new Error(`stands at ${reached}, after ${offset}`);
    if (sent.status === 0 && cutting) {
      broken += 1;
      cut.add(1);
      if (reached > offset && reached < offset + bytes.byteLength) midway.add(1);
    } else if (sent.status !== 204) throw new Error(`PATCH: ${sent.status} ${sent.error || sent.body}`);
    // Adapts the timeout so that a cut falls inside the body: shorter if the chunk was complete, longer if
    // nothing arrived.
    if (cutting)
      patience = sent.status === 204 ? Math.max(1, patience / 2) : patience * (reached > offset ? 1 : 1.5);
    offset = reached;
  }
}

async function run(user) {
  const file = model(user.n);
  const wanted = sha256(file);
  const made = answerData(await callApi(user, 'POST', '/api/cases', { body: {} }));
  const from = Date.now();
  const target = { caseId: made.caseId, kind: 'stl', slot: 'upper', filename: 'upper.stl' };
  const path = await beginUpload(user, length, target);
  await pour(user, path, file);
  uploadS.add((Date.now() - from) / 1000);
  const kept = await callApi(user, 'HEAD', path.replace('uploads', 'files'), { pattern: '/api/files/:id' });
  const same = kept.headers.Etag === `"${wanted}"` && Number(kept.headers['Content-Length']) === length;
  if (same) equal.add(1);
  else
    countFailure('file', `${kept.headers.Etag} of ${kept.headers['Content-Length']} bytes is not ${wanted}`);
}

export default async function uploads(demo) {
  const doctors = allUsers(demo).filter(({ position }) => position === 'Doctor');
  for (const one of usersOfVirtualUser(doctors, __VU - 1, people, people))
    await run({ ...one, url: nodeUrlOf(one.n) }).catch(error => countFailure('upload', error.message));
}
