import { expect, test } from 'vitest';
import { nearest, posterUrl } from './Scene.tsx';

test.each([
  [[0, 6, 12, 18, 24], 0, 0],
  [[0, 6, 12, 18, 24], 3, 0],
  [[0, 6, 12, 18, 24], 4, 6],
  [[0, 6, 12, 18, 24], 24, 24],
  [[0, 6, 12, 18, 24], 99, 24],
  [[0, 8], 5, 8],
  [[], 5, 0],
])('of %j the picture of stage %i is that of %i', (posters, stage, shown) =>
  expect(nearest(posters, stage)).toBe(shown),
);

test('a picture lies beside the plan', () =>
  expect(posterUrl('/api/shares/k/files/plan.json', 6)).toBe('/api/shares/k/files/poster-6.webp'));
