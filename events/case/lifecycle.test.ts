/** Checks that rules.ts equals the tables of lifecycle.md and additions.table.md. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  additionsTableUrl,
  expectSameLines,
  type PermittedTransition,
  parsePermittedTransitions,
  permittedTransitions,
} from '../testing/lifecycle.ts';
import { actionNames, isAction, rulesOf } from './rules.ts';

const line = (a: PermittedTransition) =>
  `${a.action} at ${a.from} by ${a.who} to ${a.to.join(' or ')}${a.waits ? ', waits' : ''}${a.byPersonOnly ? ', after a person' : ''}`;

/** The rules of rules.ts in the format of the table. */
const coded: PermittedTransition[] = actionNames.flatMap(action =>
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
  it('has a line for every action', () => {
    const told = new Set(permittedTransitions.map(a => a.action));
    const lacking = actionNames.filter(name => !told.has(name));
    expect(lacking, `lifecycle.table.md has no line for ${lacking.join(', ')}`).toEqual([]);
    expect([...told].filter(name => !isAction(name))).toEqual([]);
    expect(permittedTransitions.every(a => a.to.length > 0)).toBe(true);
  });
  it('equals the rules in rules.ts', () => {
    const [code, table] = [coded.map(line), permittedTransitions.map(line)];
    expectSameLines({ 'rules.ts': code, 'lifecycle.table.md': table });
    expect(new Set(code).size).toBe(code.length);
    expect(table).toHaveLength(code.length);
  });
  it('has additions only for actions beside the plan: no addition changes the status or has someone waiting', () => {
    const added = parsePermittedTransitions(readFileSync(additionsTableUrl, 'utf8'));
    expect(added.length).toBeGreaterThan(0);
    expect(added.filter(a => a.waits || a.to.join() !== String(a.from))).toEqual([]);
    const aside = actionNames.filter(name => rulesOf(name).every(rule => rule.aside));
    expect([...new Set(added.map(a => a.action))].sort()).toEqual(aside.sort());
  });
});
