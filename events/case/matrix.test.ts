/** Permission matrix, status × action × relation: snapshot in matrix.snap.md, each cell checked against lifecycle.md. */
import { describe, expect, it } from 'vitest';
import { permittedTransitions } from '../testing/lifecycle.ts';
import {
  accessFactsAtStatus,
  isCaseSeen,
  type ViewerRelation,
  viewerRelations,
} from '../testing/relations.ts';
import { isWaitingForViewer, listActionsFor, type PermissionVerdict, permissionFor } from './permissions.ts';
import { type Action, actionNames } from './rules.ts';
import { type Status, statusCodes } from './status.ts';

/** Permission according to the text of lifecycle.md's table. */
function expected(action: Action, relation: ViewerRelation, status: Status): PermissionVerdict {
  const { facts, words } = accessFactsAtStatus(relation, status);
  if (!isCaseSeen(words, relation.viewer, facts)) return 'unseen';
  const mine = permittedTransitions.filter(a => a.action === action && words.includes(a.who));
  if (mine.length === 0) return 'never';
  const now = mine.filter(a => a.from === status);
  const held = facts.archived ? action !== 'archive' : action !== 'unarchive';
  return now.length > 0 && held ? 'yes' : 'notNow';
}

const actual = (action: Action, relation: ViewerRelation, status: Status) =>
  permissionFor(relation.viewer, action, accessFactsAtStatus(relation, status).facts);

const answers: readonly PermissionVerdict[] = ['yes', 'notNow', 'never', 'unseen'];

/** Formats statuses as ranges: `0–9, 20`. Codes without a status do not interrupt a range. */
function runs(codes: readonly Status[]): string {
  const found: [first: Status, last: Status][] = [];
  for (const code of codes) {
    const last = found.at(-1);
    if (last && statusCodes.indexOf(code) === statusCodes.indexOf(last[1]) + 1) last[1] = code;
    else found.push([code, code]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

/** Cells of one row. The most frequent answer is `else`, so that a new status changes only the rows it affects. */
function told(action: Action, relation: ViewerRelation): string[] {
  const by = Map.groupBy(statusCodes, s => actual(action, relation, s));
  const count = (answer: PermissionVerdict) => by.get(answer)?.length ?? 0;
  const usual = answers.toSorted((a, b) => count(b) - count(a))[0];
  return answers.map(answer => (answer === usual ? 'else' : runs(by.get(answer) ?? [])));
}

function table(): string {
  const rows = actionNames.flatMap(action => {
    const byCells = Map.groupBy(viewerRelations, relation => told(action, relation).join(' | '));
    return [...byCells].map(([cells, same]) => [action, same.map(r => r.name).join('; '), cells]);
  });
  const shortened = (names: string) =>
    names.replace(/(?:[A-Za-z]+, other organisation(?:; )?){10}/, 'other organisation');
  return [
    `Written by matrix.test.ts (\`${command}\`): the statuses at which each person gets which answer.`,
    '',
    '| action | who | may do it | not now (409) | never theirs (403) | does not see the case (404) |',
    '|---|---|---|---|---|---|',
    ...rows.map(([action, who = '', cells]) => `| ${action} | ${shortened(who)} | ${cells} |`),
    '',
  ].join('\n');
}

const command = 'npx vitest run events/case/matrix.test.ts -u';

describe('the permission matrix', () => {
  it('equals matrix.snap.md', async () => {
    const said = `events/case/matrix.snap.md is not what rules.ts allows; if it should be: \`${command}\``;
    await expect(table(), said).toMatchFileSnapshot('./matrix.snap.md');
  });
  it.each(actionNames)('agrees with lifecycle.md on %s for every person and status', action => {
    const cells = viewerRelations.flatMap(r => statusCodes.map(s => ({ who: r.name, status: s, r })));
    const wrong = cells
      .map(c => ({ ...c, is: actual(action, c.r, c.status), should: expected(action, c.r, c.status) }))
      .filter(c => c.is !== c.should)
      .map(c => `${c.who} at ${c.status}: ${c.is}, not ${c.should}`);
    expect(wrong, `permissions.ts and lifecycle.table.md differ on ${action}: ${wrong[0]}, …`).toEqual([]);
  });
  it('gives no action to other organisations, in any position', () => {
    const others = viewerRelations.filter(r => r.name.endsWith('other organisation'));
    expect(others).toHaveLength(10);
    const seen = others.flatMap(r =>
      statusCodes.flatMap(s => listActionsFor(r.viewer, accessFactsAtStatus(r, s).facts)),
    );
    expect(seen).toEqual([]);
  });
});

describe('Action required', () => {
  it('is shown to exactly the people whom lifecycle.md marks as waiting', () => {
    const wrong: string[] = [];
    for (const relation of viewerRelations)
      for (const status of statusCodes) {
        const { facts, words } = accessFactsAtStatus(relation, status);
        const should =
          isCaseSeen(words, relation.viewer, facts) &&
          permittedTransitions.some(a => a.from === status && a.waits && words.includes(a.who));
        if (isWaitingForViewer(relation.viewer, facts) !== should)
          wrong.push(`${relation.name} at ${status}`);
      }
    expect(wrong, '`waits` of rules.ts and the last column of lifecycle.table.md differ').toEqual([]);
  });
  it('is shown only to people with an open action', () => {
    const idle = viewerRelations.flatMap(r =>
      statusCodes
        .filter(
          s =>
            isWaitingForViewer(r.viewer, accessFactsAtStatus(r, s).facts) &&
            listActionsFor(r.viewer, accessFactsAtStatus(r, s).facts).length === 0,
        )
        .map(s => `${r.name} at ${s}`),
    );
    expect(idle).toEqual([]);
  });
});
