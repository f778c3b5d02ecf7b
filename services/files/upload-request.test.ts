import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { createCaseWithFacts, testViewers } from './testing.ts';
import { parseUploadRequest } from './upload-request.ts';

const metadata = { caseId: 'C2K7QM', kind: 'stl', slot: 'upper' };
const nameOf = async (filename: string) => {
  const asked = { metadata: { ...metadata, filename }, size: 84 };
  return (
    await parseUploadRequest(testViewers.doctor, asked, async () =>
      createCaseWithFacts({ status: Status.ClinicalInfoIncomplete }),
    )
  ).name;
};

test.each([
  ['upper.stl', 'upper.stl'],
  ['张 三 (1).stl', '张 三 (1).stl'],
  ['a..b.stl', 'a..b.stl'],
  ['scans/upper.stl', 'upper.stl'],
  [`${'n'.repeat(251)}.stl`, `${'n'.repeat(251)}.stl`],
  ['C:\\scans\\upper.stl', 'upper.stl'],
  ['two\r\nX-Lines: 1\n/of.stl', 'of.stl'],
  ['upper\r\nSet-Cookie: a.stl', 'upperSet-Cookie: a.stl'],
  ['upper\u202elts.exe', 'upperlts.exe'],
  ['\u0000upper\u0085\ud800.stl', 'upper.stl'],
  ['/', ''],
])('a file named %j is stored as %j', async (filename, name) => expect(await nameOf(filename)).toBe(name));

test.each([
  ['../../etc/passwd', 'file-name-path'],
  ['scans\\..\\upper.stl', 'file-name-path'],
  ['..', 'file-name-path'],
  [`${'n'.repeat(296)}.stl`, 'too-long'],
])('a file named %j is refused by its name', (filename, issue) =>
  expect(nameOf(filename)).rejects.toMatchObject({
    refusal: 'badInput',
    data: { issues: [{ path: 'filename', issue }] },
  }),
);
