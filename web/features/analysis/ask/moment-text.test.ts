import { expect, test } from 'vitest';
import { momentText } from './moment-text.ts';

const answered = { position: '9f86d081-12', clock: '2026-12-01T10:42:00Z' };

test('a position has the time of the answer on the screen', () => {
  expect(momentText('9f86d081-12', answered)).toBe('2026-12-01 10:42 (UTC+0) · 9f86d081-12');
  expect(momentText('9f86d081-11', answered)).toBe('9f86d081-11');
  expect(momentText('2026-12-01', undefined)).toBe('2026-12-01');
});
