import { describe, expect, it } from 'vitest';
import { openSourceFiles } from './sources.ts';
import { fileOf, filesAsZip, type NamedFile, packZip, refusalIssuesOf } from './testing/files.ts';
import { readZipEntries, unpackEntry } from './zip.ts';

const bytes = (size: number, at = (i: number) => (i * 7919) % 251) =>
  Uint8Array.from({ length: size }, (_, i) => at(i));
const blob = (zip: Uint8Array<ArrayBuffer>) => new Blob([zip]);
async function whole(zip: Blob): Promise<[string, Uint8Array][]> {
  const found: [string, Uint8Array][] = [];
  for (const entry of await readZipEntries(zip)) {
    const parts: Uint8Array[] = [];
    for await (const piece of unpackEntry(zip, entry)) parts.push(piece.slice());
    found.push([entry.name, Uint8Array.from(parts.flatMap(part => [...part]))]);
  }
  return found;
}
/** Overwrites a number at an offset of the first directory entry of a zip, or of its local header. */
function tampered(
  zip: Uint8Array<ArrayBuffer>,
  where: 'entry' | 'local',
  offset: number,
  value: number,
  width: 2 | 4,
) {
  const out = zip.slice();
  const view = new DataView(out.buffer);
  const at = where === 'local' ? 0 : view.getUint32(out.length - 22 + 16, true);
  if (width === 2) view.setUint16(at + offset, value, true);
  else view.setUint32(at + offset, value, true);
  return out;
}

describe('a zip', () => {
  const files: NamedFile[] = [
    ['a/one.stl', bytes(300_000)],
    ['two.stl', bytes(10)],
    ['none.stl', bytes(0)],
  ];
  it.each([0, 6] as const)('packed at level %d gives its files back', async level => {
    expect(await whole(blob(packZip(files, level)))).toEqual(files.map(([name, content]) => [name, content]));
  });
  it('with names in a Chinese Windows encoding is read', async () => {
    const zip = packZip([['AAAA.stl', bytes(10)]]);
    const gbk = [0xc9, 0xcf, 0xd1, 0xc0]; // 上牙
    for (let at = 0; at < zip.length - 4; at++)
      if (zip.slice(at, at + 4).every(byte => byte === 0x41)) zip.set(gbk, at);
    expect((await readZipEntries(blob(zip))).map(({ name }) => name)).toEqual(['上牙.stl']);
  });

  it.each([
    [
      'that would unpack to more than all plans',
      tampered(packZip(files), 'entry', 24, 0xfffffff0, 4),
      'file: archive-bomb',
    ],
    [
      'with an extreme compression ratio',
      packZip([['u1.stl', new Uint8Array(8 * 2 ** 20)]]),
      'file: archive-bomb',
    ],
    ['with zip64 sizes', tampered(packZip(files), 'entry', 24, 0xffffffff, 4), 'file: archive-bomb'],
    ['that is encrypted', tampered(packZip(files), 'entry', 8, 1, 2), 'file: archive-encrypted'],
    ['packed by LZMA', tampered(packZip(files), 'entry', 10, 14, 2), 'file: archive-method'],
    ['with an archive inside', packZip([['inner.zip', bytes(10)]]), 'file: archive-nested'],
    ['with `../`', packZip([['../../u1.stl', bytes(10)]]), 'file: archive-path'],
    ['with `..\\`', packZip([['..\\u1.stl', bytes(10)]]), 'file: archive-path'],
    ['with a name of a Windows machine', packZip([['\\\\server\\u1.stl', bytes(10)]]), 'file: archive-path'],
    ['with an absolute name', packZip([['/root/u1.stl', bytes(10)]]), 'file: archive-path'],
    ['with a drive', packZip([['c:/u1.stl', bytes(10)]]), 'file: archive-path'],
    ['that is truncated', packZip(files).slice(0, -30), 'file: archive-broken'],
    ['that has no directory', bytes(500), 'file: archive-broken'],
    ['with a damaged directory entry', tampered(packZip(files), 'entry', 0, 0, 4), 'file: archive-broken'],
  ])('%s is refused', async (_, zip, issue) => {
    expect(await refusalIssuesOf(readZipEntries(blob(zip)))).toEqual([issue]);
  });
  it.each([
    ['is larger than stated', tampered(packZip(files), 'entry', 24, 100_000, 4), 'file: archive-bomb'],
    ['is smaller than stated', tampered(packZip(files), 'entry', 24, 400_000, 4), 'file: archive-broken'],
    ['does not match its checksum', tampered(packZip(files), 'entry', 16, 1, 4), 'file: archive-broken'],
    ['has a damaged local header', tampered(packZip(files), 'local', 0, 0, 4), 'file: archive-broken'],
    ['is damaged', tampered(packZip(files), 'local', 60, 0xffffffff, 4), 'file: archive-broken'],
  ])('with a file that %s is refused while it is read', async (_, zip, issue) => {
    expect(await refusalIssuesOf(whole(blob(zip)))).toEqual([issue]);
  });
  it('of thousands of files is refused', async () => {
    const many = Array.from({ length: 2001 }, (_, i): NamedFile => [`${i}.stl`, bytes(1)]);
    expect(await refusalIssuesOf(readZipEntries(blob(packZip(many))))).toEqual(['file: archive-many']);
  });
});

describe('the files given', () => {
  it('are one zip or several files, never files beside a zip', async () => {
    expect((await openSourceFiles([filesAsZip([['u1.stl', bytes(9)]])])).map(({ name }) => name)).toEqual([
      'u1.stl',
    ]);
    const both = await openSourceFiles([fileOf(['u1.stl', bytes(9)]), fileOf(['u2.stl', bytes(9)])]);
    expect(both.map(({ name, size }) => [name, size])).toEqual([
      ['u1.stl', 9],
      ['u2.stl', 9],
    ]);
  });
  it('may not have paths that leave their folder', async () => {
    expect(await refusalIssuesOf(openSourceFiles([fileOf(['../u1.stl', bytes(9)])]))).toEqual([
      'file: archive-path',
    ]);
  });
});
