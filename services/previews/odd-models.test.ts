import { beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '#events/errors.ts';
import { createStlCheck } from '#events/file/stl.ts';
import { inspectForUpload } from '#workers/file/inspect.ts';
import { oddModels } from '../../infra/testing/generate/odd-models.ts';
import { parseModelBytes, whenPreviewReady } from './parse-model.ts';

beforeAll(whenPreviewReady);

/** The browser's verdict before a file is sent. */
async function inBrowser(bytes: Buffer): Promise<string> {
  const file = new File([Uint8Array.from(bytes)], 'upper.stl');
  const answer = await inspectForUpload(file, { kind: 'stl', slot: 'upper' }, () => {});
  return 'ready' in answer ? 'taken' : `${answer.refused.refusal} ${answer.refused.issues[0]?.issue}`;
}

/** The server's verdict: by the check at the upload's last byte, then by the preview at status 12. */
function onServer(bytes: Buffer): string {
  try {
    const check = createStlCheck(bytes.length);
    check.write(bytes);
    check.end();
    parseModelBytes(bytes);
    return 'taken';
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `${error.refusal} ${error.data?.issues?.[0]?.issue}`;
  }
}

describe('browser and server give the same verdict', () => {
  it.each(Object.entries(oddModels))('%s', async (_name, { bytes, verdict }) => {
    const file = bytes();
    expect(await inBrowser(file)).toBe(verdict);
    expect(onServer(file)).toBe(verdict);
  });
});

it.each([
  ['every triangle twice', 4, 4],
  ['a tetrahedron', 4, 0],
])('%s: the preview has each triangle once', (name, kept, repeats) => {
  const bytes = oddModels[name]?.bytes() ?? Buffer.alloc(0);
  expect(parseModelBytes(bytes).findings).toMatchObject({ kept, repeats });
});
