/**
 * Statuses must be written by name in code. A bare number needs the specification to be understood, and its
 * uses cannot be searched.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = ['events', 'projections', 'services', 'web', 'infra/e2e', 'infra/walks', 'infra/pictures'];
/** Exempt: the table of statuses, and its test against the specification. */
const exempt = /^events\/case\/status(\.test)?\.ts$/;

/** Code positions that hold a status. HTTP statuses and exit codes have one digit or three. */
const bare = [
  /\bstatus\)? *(?:===|!==|[<>]=?) *[1-3]\d\b/,
  /\b(?:status|prior): [1-3]\d\b/,
  /\b(?:from|reaches): \[[^\]]*\b\d+\b/,
  /\bdata: \{ to: \d+ as?/,
  /\b(?:at|buttons|statuses)\[[1-3]\d\]/,
  /\[(?:\d+, )*[1-3]\d(?:, \d+)*\]\.includes\(\w+\.status\)/,
];

/** A list of numbers that is searched for a status. */
const bareList =
  /^const (\w+)\b[^=\n]*= \[[^\]]*\b\d\d?\b[^\]]*\];(?=[\s\S]*\b\1\.includes\((?:\w+\.)*status\))/gm;

const bareStatuses = (text: string): string[] => [
  ...text.split('\n').filter(line => bare.some(pattern => pattern.test(line))),
  ...[...text.matchAll(bareList)].map(([line]) => line),
];

it('the status rule finds bare case statuses, but no HTTP statuses or retainer statuses', () => {
  const wrong = [
    'if (s.status === 27) return;',
    "  from: [12, 21], by: ['owner']",
    '  status: 13,',
    'at[25]',
  ];
  expect(bareStatuses(wrong.join('\n'))).toEqual(wrong);
  const list = 'const treated: readonly number[] = [23, 25];';
  expect(bareStatuses(`${list}\nreturn treated.includes(s.status);`)).toEqual([list]);
  expect(bareStatuses(`${list}\nreturn treated.includes(s.tooth);`)).toEqual([]);
  expect(bareStatuses('answer.status === 200;\norder.status === 4;\nfrom: [ToSubmit]')).toEqual([]);
});

it('code and tests write case statuses by name, never as a number', () => {
  const files = folders
    .flatMap(folder => readdirSync(root + folder, { recursive: true }).map(path => `${folder}/${path}`))
    .filter(path => /\.tsx?$/.test(path) && !exempt.test(path));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap(path => {
    const lines = bareStatuses(readFileSync(root + path, 'utf8'));
    return lines.map(line => `${path}: ${line.trim()}`);
  });
  expect(found, 'name these statuses: Status.X of events/case/status.ts').toEqual([]);
});
