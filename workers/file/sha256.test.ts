import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSha256Hasher } from './sha256.ts';

test("createSha256Hasher equals Node's SHA-256 for any chunk sizes", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
  fc.assert(
    fc.property(pieces, parts => {
      const [hash, reference] = [createSha256Hasher(), createHash('sha256')];
      for (const part of parts) {
        hash.update(part);
        reference.update(part);
      }
      expect(hash.hex()).toBe(reference.digest('hex'));
    }),
    { numRuns: 500, seed: 5 },
  );
});

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128])(
  'createSha256Hasher hashes %i bytes like Node',
  length => {
    const bytes = new Uint8Array(length).fill(0x61);
    const hash = createSha256Hasher();
    hash.update(bytes);
    expect(hash.hex()).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);
