/** A case's archive whose reader stops early. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { CaseView } from '#projections/case/view.ts';
import { streamZip } from '../files/zip.ts';
import { type ArchiveDeps, createArchiveEntries } from './case-archive.ts';

const files = ['a', 'b', 'c'].map(letter => letter.repeat(64));
// The parts of a case that the archive reads.
const view = { caseId: 'CASE22', revision: -1, facts: { orgId: 'main' }, header: {} } as unknown as CaseView;
const asked = { view, at: '2026-11-20T08:00:00.000Z', by: 'p-doctor', hidden: false };

test('an interrupted archive leaves no file open, wherever it stops', async () => {
  for (let chunks = 1; ; chunks++) {
    const opened: Readable[] = [];
    const read = () => {
      const bytes = Readable.from([Buffer.from('one'), Buffer.from('two')]);
      opened.push(bytes);
      return bytes;
    };
    const parts: ArchiveDeps = {
      store: { id: 'log', read: async function* () {} },
      blobs: { size: async () => 6, read },
    };
    const zip = streamZip(createArchiveEntries(parts, asked, new Map(files.map(sha256 => [sha256, []]))));
    let left = chunks;
    for await (const _ of zip) if (--left === 0) break;
    expect([chunks, opened.filter(bytes => !bytes.destroyed).length]).toEqual([chunks, 0]);
    if (left > 0) {
      expect(opened).toHaveLength(files.length);
      return;
    }
  }
});
