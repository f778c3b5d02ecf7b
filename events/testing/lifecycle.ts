/** Parses the transition table of lifecycle.md, to compare rules.ts with it. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** One permission of the table: an action at a status, by one actor, to some statuses. */
export type PermittedTransition = {
  action: string;
  from: number;
  /** Actor: owner, helper, assignee, asker, self, system, or a position. */
  who: string;
  /** Resulting statuses: codes, `prior`, `draft` (computed) or `gone`. An unchanged status is given as its code. */
  to: string[];
  /** Whether the case waits for this actor. */
  waits: boolean;
  /** Whether the permission excludes requests made by the system (refused models). */
  byPersonOnly: boolean;
};

export const lifecycleTableUrl = new URL('../case/lifecycle.table.md', import.meta.url);
/** The project's additions to the table, in the same format. */
export const additionsTableUrl = new URL('../case/additions.table.md', import.meta.url);

/** Extracts the lines of the transition table from lifecycle.md. */
export function transitionTableIn(document: string): string {
  const lines = document.slice(document.indexOf('## Transitions')).split('\n');
  const start = lines.findIndex(line => line.startsWith('|'));
  const length = lines.slice(start).findIndex(line => !line.startsWith('|'));
  return `${lines.slice(start, start + length).join('\n')}\n`;
}

const statuses = (cell: string): number[] =>
  [...cell.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, a, b]) => {
    const [first, last] = [Number(a), Number(b ?? a)];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });

const names: Record<string, string> = { 'who asked': 'asker', 'Designer on the own case': 'self' };
const people = (text: string) => text.split(',').map(word => names[word.trim()] ?? word.trim());

type Clause = { who: string[]; only?: { action?: string; at?: number } };

/** Parses the actors of a row: `SuperMechanic; Service at 10`, `owner, Admin; unarchive: Admin`, `the system: …`. */
function clauses(cell: string, before: Clause[]): Clause[] {
  if (cell === 'the same') return before;
  if (cell.startsWith('the system') || cell.startsWith('when ')) return [{ who: ['system'] }];
  if (cell.startsWith('the patient')) return [{ who: ['patient'] }];
  return cell.split(';').map(part => {
    const [, action, named] = /^\s*(\w+): (.+)$/.exec(part) ?? [];
    if (action && named) return { who: people(named), only: { action } };
    const [, placed, at] = /^(.+) at (\d+)$/.exec(part.trim()) ?? [];
    return placed ? { who: people(placed), only: { at: Number(at) } } : { who: people(part) };
  });
}

/** Parses the resulting statuses of a row for one status. An unchanged status becomes its code. */
function reaches(cell: string, from: number): string[] {
  if (cell.startsWith('computed')) return [from === 20 ? '20' : 'draft'];
  if (cell.startsWith('gone')) return ['gone'];
  if (cell === 'same') return [String(from)];
  const named = [...cell.matchAll(/\d+|prior/g)].map(m => m[0]);
  return [...new Set(named)].sort();
}

/** Parses whether the case waits for an actor: `yes`, `yes, 9 excepted`, `yes, for the owner`, `yes, at 30`. */
function waitsFor(cell: string, from: number, who: string): boolean {
  if (!cell.startsWith('yes') || cell.endsWith(`${from} excepted`)) return false;
  if (cell.includes('at ')) return cell.endsWith(`at ${from}`);
  return !cell.includes('for the owner') || who === 'owner';
}

/** Returns every permission of the table except `create`, which precedes the case. */
export function parsePermittedTransitions(table: string): PermittedTransition[] {
  const rows = table.trim().split('\n').slice(2);
  let before: Clause[] = [];
  return rows.flatMap(row => {
    const [from = '', action = '', who = '', needs = '', to = '', waits = ''] = row
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim());
    if (from === 'none') return [];
    before = clauses(who, before);
    const plain = action.replace(/\(.*\)/, '').trim();
    const actions = plain ? plain.split(',').map(name => name.trim()) : ['refinementEnded'];
    const byPersonOnly = needs.includes('not after modelsRefused');
    return actions.flatMap(name => {
      const own = before.filter(c => c.only?.action === name);
      const used = own.length > 0 ? own : before.filter(c => !c.only?.action);
      return statuses(from).flatMap(status =>
        used
          .filter(c => c.only?.at === undefined || c.only.at === status)
          .flatMap(c => c.who)
          .map(w => ({
            action: name,
            from: status,
            who: w,
            to: reaches(to, status),
            waits: waitsFor(waits, status, w),
            byPersonOnly,
          })),
      );
    });
  });
}

/** The permissions of lifecycle.md's table, then the project's additions. */
export const permittedTransitions: readonly PermittedTransition[] = [
  lifecycleTableUrl,
  additionsTableUrl,
].flatMap(table => parsePermittedTransitions(readFileSync(table, 'utf8')));

/** Expects two lists to have the same lines; the error shows the lines that only one list has. */
export function expectSameLines(lists: Record<string, readonly string[]>): void {
  const alone = Object.entries(lists).flatMap(([name, lines]) => {
    const others = Object.entries(lists).flatMap(([other, its]) => (other === name ? [] : its));
    return lines.filter(line => !others.includes(line)).map(line => `only in ${name}: ${line}`);
  });
  expect(alone, `${Object.keys(lists).join(' and ')} differ`).toEqual([]);
}
