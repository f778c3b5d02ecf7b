import { describe, expect, it } from 'vitest';
import { checkExportEndings } from './export-endings.ts';

const check = (text: string) => checkExportEndings([{ path: 'web/lib/a.ts', text }]);

describe('the ending of an exported name', () => {
  it.each([
    ['export const caseNote = z.string();', 'Schema'],
    ['export const parcel: Parcel = z.strictObject({ weight: z.number() });', 'Schema'],
    ['export const openPanel = atom(false);', 'Atom'],
    ["export const caseRow = (id: string) =>\n  queryOptions({ queryKey: ['case', id] });", 'Query'],
    ["export function caseRow(id: string) {\n  return queryOptions({ queryKey: ['case', id] });\n}", 'Query'],
  ])('is demanded of %s', (text, ending) => {
    const [, name] = /(?:const|function) (\w+)/.exec(text) ?? [];
    expect(check(text)).toEqual([`web/lib/a.ts: the name "${name}" must end in ${ending}`]);
  });

  it.each([
    'export const caseNoteSchema = z.string();',
    'export type CaseNote = z.infer<typeof caseNoteSchema>;',
    'export const openPanelAtom = atom(false);',
    "export const caseRowQuery = (id: string) => queryOptions({ queryKey: ['case', id] });",
    'const caseNote = z.string();',
    "export const useCaseRow = (id: string) => useQuery(queryOptions({ queryKey: ['case', id] }));",
  ])('is right in %s', text => {
    expect(check(text)).toEqual([]);
  });

  it('is not demanded of the name before the one that makes a query', () => {
    expect(
      check("export const size = 20;\nexport const rowsQuery = queryOptions({ queryKey: ['rows'] });"),
    ).toEqual([]);
  });
});
