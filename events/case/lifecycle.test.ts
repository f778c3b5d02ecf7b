/** The table in the code says what lifecycle.md's table and additions.table.md say: no more, no less. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Allowed, additions, allowed, allowedBy, expectSame } from '../testing/lifecycle.ts';
import { actionNames, isAction, rulesOf } from './rules.ts';

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
    const told = new Set(allowed.map(a => a.action));
    const lacking = actionNames.filter(name => !told.has(name));
    expect(lacking, `lifecycle.table.md has no line for ${lacking.join(', ')}`).toEqual([]);
    expect([...told].filter(name => !isAction(name))).toEqual([]);
    expect(allowed.every(a => a.to.length > 0)).toBe(true);
  });
  it('allows and promises exactly the same as the table in the code', () => {
    const [code, table] = [coded.map(line), allowed.map(line)];
    expectSame({ 'rules.ts': code, 'lifecycle.table.md': table });
    expect(new Set(code).size).toBe(code.length);
    expect(table).toHaveLength(code.length);
  });
  it('is added to by what is done beside a plan alone: it moves no status, and nobody waits for it', () => {
    const added = allowedBy(readFileSync(additions, 'utf8'));
    expect(added.length).toBeGreaterThan(0);
    expect(added.filter(a => a.waits || a.to.join() !== String(a.from))).toEqual([]);
    const aside = actionNames.filter(name => rulesOf(name).every(rule => rule.aside));
    expect([...new Set(added.map(a => a.action))].sort()).toEqual(aside.sort());
  });
});
