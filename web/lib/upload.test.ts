import { expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import type { FileKind } from '#events/case/options.ts';
import { discardStoppedUpload, findStoppedUploads, type StoppedUploadDeps } from './stopped-uploads.ts';
import { findFaultBeforeUpload } from './upload.ts';

const said = (name: string, kind: FileKind, size = 1) => {
  const fault = findFaultBeforeUpload({ name, size }, kind);
  return fault && `${fault.code} ${fault.issues.map(i => `${i.path} ${i.issue}`)}`;
};

test.each([
  ['upper.STL', 'stl', 'sent'],
  ['upper.ply', 'stl', 'sent'],
  ['smile.JPEG', 'photo', 'sent'],
  ['records.tar.gz', 'archive', 'sent'],
  ['anything at all', 'chat', 'sent'],
  ['upper.step', 'stl', '103005 file not-model'],
  ['smile.svg', 'photo', '103005 file not-image'],
  ['smile.heic', 'radiograph', '103005 file not-image'],
  ['letter.docx', 'archive', '103005 file not-archive'],
  [`${'n'.repeat(296)}.stl`, 'stl', '104000 filename too-long'],
  ['../upper.stl', 'stl', '104000 filename file-name-path'],
] as const)('the check of the file %s as %s: %s', (name, kind, expected) => {
  expect(said(name, kind) ?? 'sent').toBe(expected);
});

test('the size of a file is checked before the file is read', () => {
  expect(said('a.stl', 'stl', 0)).toBe('104005 file empty-file');
  expect(said('a.stl', 'stl', limits.stlBytes)).toBeNull();
  expect(said('a.stl', 'stl', limits.stlBytes + 1)).toBe('104003 file file-too-large');
  expect(said('a.png', 'photo', limits.photoBytes + 1)).toBe('104003 file file-too-large');
  // An OBJ is converted to STL before it is sent; only the size of the STL is limited.
  expect(said('a.obj', 'stl', 2 * limits.stlBytes)).toBeNull();
});

/** A browser store with these uploads, and a server with an answer per URL. */
function world(entries: Record<string, unknown>, answers: Record<string, Response>) {
  const map = new Map(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]));
  const calls: string[] = [];
  const deps: StoppedUploadDeps = {
    store: {
      get length() {
        return map.size;
      },
      key: i => [...map.keys()][i] ?? null,
      getItem: key => map.get(key) ?? null,
      removeItem: key => void map.delete(key),
    },
    call: async (method, url) => {
      calls.push(`${method} ${url}`);
      const answer = answers[url];
      if (!answer) throw new TypeError('Failed to fetch');
      return answer;
    },
  };
  return { deps, calls, keys: () => [...map.keys()] };
}

const entry = (id: string, caseId = 'C2K7QM') => ({
  size: 200,
  uploadUrl: `/api/uploads/${id}`,
  creationTime: 'Fri Nov 20 2026',
  metadata: { caseId, kind: 'stl', slot: 'upper', filename: `${id}.stl` },
});
const at = (offset: number) => new Response(null, { headers: { 'Upload-Offset': String(offset) } });

test('findStoppedUploads lists interrupted uploads with their progress and removes those that the server lost', async () => {
  const { deps, keys } = world(
    {
      'tus::archline-a::1': entry('half'),
      'tus::archline-b::2': entry('gone'),
      'tus::archline-c::3': entry('away'),
      'tus::archline-d::4': entry('other', 'CXXXXX'),
      'tus::archline-e::5': { nobody: 'knows' },
      'archline.act': 7,
    },
    {
      '/api/uploads/half': at(124),
      '/api/uploads/gone': new Response(null, { status: 404 }),
      '/api/uploads/other': at(10),
    },
  );
  expect(await findStoppedUploads(deps, 'C2K7QM')).toEqual([
    {
      key: 'tus::archline-a::1',
      url: '/api/uploads/half',
      name: 'half.stl',
      kind: 'stl',
      slot: 'upper',
      size: 200,
      sent: 124,
    },
  ]);
  expect(keys()).not.toContain('tus::archline-b::2');
  expect(keys()).toContain('tus::archline-c::3');
});

test('an interrupted upload is discarded once', async () => {
  const { deps, calls, keys } = world(
    { 'tus::archline-a::1': entry('half') },
    { '/api/uploads/half': at(124) },
  );
  const [upload] = await findStoppedUploads(deps, 'C2K7QM');
  if (!upload) throw new Error('none found');
  await discardStoppedUpload(deps, upload);
  await discardStoppedUpload(deps, upload);
  expect(keys()).toEqual([]);
  expect(calls).toEqual(['HEAD /api/uploads/half', 'DELETE /api/uploads/half']);
});
