/** Uploads over tus, as the page sends them. */
import encoding from 'k6/encoding';
import http from 'k6/http';
import { callApi, countFailure, recordAnswerTime } from './api.js';

const tus = { 'Tus-Resumable': '1.0.0' };

/**
 * Begins an upload and resolves with its path. @param target `{ caseId, kind, slot?, filename }` @param
 * overtaken see `callApi`
 */
export async function beginUpload(user, size, target, overtaken) {
  const metadata = Object.entries(target)
    .map(([key, value]) => `${key} ${encoding.b64encode(String(value))}`)
    .join(',');
  const more = { ...tus, 'Upload-Length': String(size), 'Upload-Metadata': metadata };
  const made = await callApi(user, 'POST', '/api/uploads', { more, overtaken });
  return made.headers.Location;
}

/** Sends bytes from an offset. A timeout in ms interrupts them. */
export function sendBytes(user, path, offset, bytes, timeout) {
  const headers = {
    ...tus,
    Authorization: user.token,
    'Upload-Offset': String(offset),
    'Content-Type': 'application/offset+octet-stream',
  };
  const params = { headers, tags: { name: 'PATCH /api/uploads/:id' }, ...(timeout ? { timeout } : {}) };
  return http.asyncRequest('PATCH', `${user.url}${path}`, bytes, params);
}

/** Asks for the number of bytes that the server has. */
export function requestUploadOffset(user, path) {
  return callApi(user, 'HEAD', path, { pattern: '/api/uploads/:id', more: tus });
}

/** Uploads a small file in one piece. Resolves with the file's id. */
export async function uploadSmallFile(user, bytes, target, overtaken) {
  const path = await beginUpload(user, bytes.byteLength, target, overtaken);
  if (!path) return undefined;
  const sent = await sendBytes(user, path, 0, bytes);
  recordAnswerTime(sent.timings.duration, 'PATCH /api/uploads/:id');
  if (sent.status !== 204) countFailure('PATCH /api/uploads/:id', `${sent.status} ${sent.body}`);
  if (sent.headers['X-Position']) user.reached = sent.headers['X-Position'];
  return path.split('/').pop();
}
