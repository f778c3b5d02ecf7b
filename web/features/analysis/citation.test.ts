import { expect, it } from 'vitest';
import { citationOfExport, citationOfQuestion } from './citation.ts';

const log = { log: 'b1', position: 'b1-9', definition: 'd1' };

it('names the log, the position and the tables first, for questions as for exports', () => {
  expect(citationOfQuestion({ ...log, question: 'q1' })).toBe(
    'Archline, log b1, position b1-9, tables d1, question SHA-256 q1',
  );
  const made = { ...log, clock: '2026-05-01T00:00:00.000Z', format: 'xes' as const, file: null };
  expect(citationOfExport({ ...made, from: '2026-01-01T00:00:00.000Z', to: null })).toBe(
    'Archline, log b1, position b1-9 (2026-05-01T00:00:00.000Z), tables d1, xes from 2026-01-01T00:00:00.000Z to the end',
  );
});
