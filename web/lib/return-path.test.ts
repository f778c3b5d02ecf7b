import { describe, expect, test } from 'vitest';
import { loginPath, safeReturnPath } from './return-path.ts';

describe('the return path after sign-in', () => {
  test.each(['/caseList', '/caseDetail?id=ABC234&section=images', '/userMessage?page=2#x'])(
    'keeps %s',
    path => expect(safeReturnPath(path)).toBe(path),
  );
  test.each([
    ['nothing', null],
    ['empty', ''],
    ['another site', 'https://evil.example/workbench'],
    ['another site without its scheme', '//evil.example'],
    ['a backslash for a slash', '/\\evil.example'],
    ['a backslash further on', '/a\\..\\..\\evil.example'],
    ['a tab, which browsers drop', '/\t/evil.example'],
    ['a line break', '/caseList\r\nSet-Cookie: a=b'],
    ['a script', 'javascript:alert(1)'],
    ['a path that climbs to another site', '/..//evil.example'],
    ['the login itself', '/login?returnTo=/login'],
    ['an answer of the API', '/api/cases'],
    ['a relative path', 'caseList'],
    ['no end', `/${'a'.repeat(600)}`],
  ])('rejects %s and returns the workbench', (_, path) => expect(safeReturnPath(path)).toBe('/workbench'));
});

test('the login address carries the return path and the reason only when they are needed', () => {
  expect(loginPath('/caseDetail?id=ABC234', 'expired')).toBe(
    '/login?returnTo=%2FcaseDetail%3Fid%3DABC234&why=expired',
  );
  expect(loginPath('/workbench')).toBe('/login');
  expect(loginPath(null, 'out')).toBe('/login?why=out');
  expect(loginPath('//evil.example', 'expired')).toBe('/login?why=expired');
});
