/** The table in the code says what lifecycle.md's table says: no more, no less. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Allowed, allowed, copy, original, tableOf } from '../testing/lifecycle.ts';
import { actionNames, rulesOf } from './rules.ts';

const line = (a: Allowed) =>
  `${a.action} at ${a.from} by ${a.who} to ${a.to.join(' or ')}${a.waits ? ', waits' : ''}${a.byPersonOnly ? ', after a person' : ''}`;

/** The rules of rules.ts, said in the words of the table. */
const coded: Allowed[] = actionNames.flatMap(action =>
  rulesOf(action).flatMap(rule =>
    rule.from.flatMap(from =>
      rule.by.map(who => ({
        action,
        from,
        who,
        to: rule.to.map(to => (to === 'same' ? String(from) : String(to))).sort(),
        waits: rule.waits?.includes(who) ?? false,
        byPersonOnly: rule.when === 'not after modelsRefused',
      })),
    ),
  ),
);

describe('the transition table', () => {
  it('is read whole from lifecycle.md', () => {
    expect(new Set(allowed.map(a => a.action))).toEqual(new Set(actionNames));
    expect(allowed.every(a => a.to.length > 0)).toBe(true);
  });
  it('allows and promises exactly the same as the table in the code', () => {
    const [code, table] = [coded.map(line), allowed.map(line)];
    expect({
      'in events/case/rules.ts alone': code.filter(l => !table.includes(l)),
      'in events/case/lifecycle.table.md alone': table.filter(l => !code.includes(l)),
    }).toEqual({ 'in events/case/rules.ts alone': [], 'in events/case/lifecycle.table.md alone': [] });
    expect(new Set(code).size).toBe(code.length);
    expect(table).toHaveLength(code.length);
  });
  it('is kept here word for word', ({ skip }) => {
    if (!existsSync(original)) skip('NOT RUN: ../shared/spec/lifecycle.md is not here');
    const lines = (text: string) => text.trimEnd().split('\n');
    const [kept, said] = [lines(readFileSync(copy, 'utf8')), lines(tableOf(readFileSync(original, 'utf8')))];
    expect({
      'in lifecycle.table.md alone': kept.filter(l => !said.includes(l)),
      'in ../shared/spec/lifecycle.md alone': said.filter(l => !kept.includes(l)),
    }).toEqual({ 'in lifecycle.table.md alone': [], 'in ../shared/spec/lifecycle.md alone': [] });
    expect(kept.length).toBe(said.length);
  });
});
