/**
 * The tus 1.0 protocol at /api/uploads: creation, resuming, termination. The rules of uploads are in files/.
 */
import { Hono } from 'hono';
import { limits } from '#events/case/limits.ts';
import { badField, errors, Refusal } from '#events/errors.ts';
import { toWirePosition } from '#events/wire.ts';
import type { Uploads } from '#services/files/uploads.ts';
import { type ApiContext, type ApiEnv, viewerOfRequest } from '../http/context.ts';

export type UploadsApiDeps = {
  uploads: Uploads;
  logId: string;
};

const version = '1.0.0';
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoded(key: string, value: string): string {
  if (!base64.test(value)) throw badField('Upload-Metadata', 'metadata-format', { key });
  try {
    return utf8.decode(Buffer.from(value, 'base64'));
  } catch {
    throw badField('Upload-Metadata', 'metadata-format', { key });
  }
}

/** Parses `key base64, key base64`, the format of tus. @throws Refusal badInput */
function readMetadata(header: string | undefined): Record<string, string> {
  const pairs = (header ?? '').split(',').filter(pair => pair.trim() !== '');
  const metadata: Record<string, string> = Object.create(null);
  for (const pair of pairs) {
    const [key = '', value = '', more] = pair.trim().split(/ +/);
    if (more !== undefined || key in metadata) throw badField('Upload-Metadata', 'metadata-format', { key });
    metadata[key] = decoded(key, value);
  }
  return { ...metadata };
}

/** Reads a non-negative integer from a header. @throws Refusal badInput */
function count(c: ApiContext, name: string): number {
  const text = c.req.header(name);
  if (text === undefined) throw badField(name, 'required');
  if (!/^\d{1,15}$/.test(text)) throw badField(name, 'wrong-type');
  return Number(text);
}

/** Refuses a wrong tus version with 412, as tus demands. OPTIONS needs none. */
function speaksTus(c: ApiContext): Response | undefined {
  c.header('Tus-Resumable', version);
  c.header('Cache-Control', 'no-store');
  if (c.req.header('tus-resumable') === version) return undefined;
  c.header('Tus-Version', version);
  const { code } = errors.wrongVersion;
  return c.json({ code, message: `Tus-Resumable: ${version}`, data: null }, 412);
}

function options(c: ApiContext): Response {
  c.header('Tus-Resumable', version);
  c.header('Tus-Version', version);
  c.header('Tus-Extension', 'creation,termination');
  c.header('Tus-Max-Size', String(limits.stlBytes));
  return c.body(null, 204);
}

/**
 * Sub-application at `/api/uploads`. Its guard, which accepts only the Authorization header, is mounted
 * before it.
 */
export function createUploadsApi(deps: UploadsApiDeps): Hono<ApiEnv> {
  const { uploads } = deps;
  const app = new Hono<ApiEnv>();
  const at = (c: ApiContext, offset: number, position?: bigint) => {
    c.header('Upload-Offset', String(offset));
    if (position !== undefined) c.header('X-Position', toWirePosition(deps.logId, position));
  };
  app.options('/*', options);
  app.use('/*', async (c, next) => {
    if (c.req.method === 'OPTIONS') return next();
    return speaksTus(c) ?? next();
  });
  app.post('/', async c => {
    if (c.req.header('upload-defer-length')) throw badField('Upload-Length', 'required');
    const metadata = readMetadata(c.req.header('upload-metadata'));
    const record = await uploads.begin(viewerOfRequest(c), { metadata, size: count(c, 'Upload-Length') });
    c.header('Location', `/api/uploads/${record.id}`);
    return c.body(null, 201);
  });
  // Hono answers HEAD with the GET route.
  app.get('/:id', async c => {
    if (c.req.method !== 'HEAD') throw new Refusal('notFound');
    const { record, offset, position } = await uploads.progress(viewerOfRequest(c), c.req.param('id'));
    at(c, offset, position);
    c.header('Upload-Length', String(record.size));
    return c.body(null, 200);
  });
  app.patch('/:id', async c => {
    if (c.req.header('content-type') !== 'application/offset+octet-stream')
      throw new Refusal('wrongMediaType', { issues: [{ path: 'Content-Type', issue: 'not-a-choice' }] });
    const { offset, position } = await uploads.receive(
      viewerOfRequest(c),
      c.req.param('id'),
      count(c, 'Upload-Offset'),
      c.req.raw.body,
    );
    at(c, offset, position);
    return c.body(null, 204);
  });
  app.delete('/:id', async c => {
    await uploads.abandon(viewerOfRequest(c), c.req.param('id'));
    return c.body(null, 204);
  });
  return app;
}
