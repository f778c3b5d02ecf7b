/**
 * Who takes part in which conversation: position × kind × status × before or after the first message. The table is kept
 * in rights.snap.md, and each cell is checked against "Who sees a case" of lifecycle.md.
 */
import { expect, it } from 'vitest';
import { Status, statusCodes } from '#events/case/status.ts';
import {
  caseConversationKinds,
  conversationKindNames,
  type ConversationKind as Kind,
} from '#events/chat/kinds.ts';
import {
  accessFactsAtStatus,
  isCaseSeen,
  type ViewerRelation,
  viewerRelations,
} from '#events/testing/relations.ts';
import { roomsSeeingCase } from '../rooms.ts';
import { takesPartInConversation } from './participation.ts';

const kinds = ['service', 'case', 'internal', 'production'] as const satisfies readonly Kind[];

/** The product's answer for the doctor's service conversation and for the case's conversations. */
const actual = (
  kind: Kind,
  { viewer, ...relation }: ViewerRelation,
  status: Status,
  count: number,
): boolean => {
  const { facts } = accessFactsAtStatus({ viewer, ...relation }, status);
  const { ownerId, servedBy } = facts;
  return takesPartInConversation(viewer, {
    kind,
    ownerId,
    servedBy,
    count,
    rooms: kind === 'service' ? [] : roomsSeeingCase(facts),
  });
};

/**
 * The expected answer: the doctor and assistants; the desk that serves them; for a case's conversation those who see
 * the case, except that the manufacturer is only in its own thread, and the doctor's side only in the case's own
 * conversation. Analysts take part in none.
 */
function expected(kind: Kind, relation: ViewerRelation, status: Status, count: number): boolean {
  const { viewer } = relation;
  const { facts, words } = accessFactsAtStatus(relation, status);
  if (viewer.position === 'Analyst' || ['the system', 'the patient'].includes(relation.name)) return false;
  const desk = ['Service', 'SuperMechanic'].includes(viewer.position) && viewer.orgId === facts.servedBy;
  if (kind === 'service') return words.includes('owner') || words.includes('helper') || desk;
  const asked = desk && count > 0;
  if (kind === 'case')
    return viewer.position !== 'VendorAdmin' && (isCaseSeen(words, viewer, facts) || asked);
  const ownSide = ['Doctor', 'Assistant', 'Designer'].includes(viewer.position);
  if (ownSide || !isCaseSeen(words, viewer, facts)) return false;
  return kind === 'internal' ? viewer.position !== 'VendorAdmin' : facts.produced || facts.retained;
}

const people = viewerRelations.filter(({ name }) => !['the system', 'the patient'].includes(name));

function runs(codes: readonly Status[]): string {
  if (codes.length === statusCodes.length) return 'always';
  if (codes.length === 0) return 'never';
  const found: [first: Status, last: Status][] = [];
  for (const code of codes) {
    const last = found.at(-1);
    if (last && statusCodes.indexOf(code) === statusCodes.indexOf(last[1]) + 1) last[1] = code;
    else found.push([code, code]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

const at = (kind: Kind, relation: ViewerRelation, count: number) =>
  runs(statusCodes.filter(status => actual(kind, relation, status, count)));

function table(): string {
  const textOf = (r: ViewerRelation) =>
    [
      at('service', r, 0),
      at('case', r, 0),
      at('case', r, 1),
      at('internal', r, 1),
      at('production', r, 1),
    ].join(' | ');
  const rows = [...Map.groupBy(people, textOf)].map(
    ([cells, same]) => `| ${same.map(r => r.name).join('; ')} | ${cells} |`,
  );
  return [
    `Written by rights.test.ts (\`${command}\`): who is in the doctor's conversation with technical service, and in those of a case at which statuses.`,
    '',
    '| who | technical service | the case, before anybody asked | the case, once somebody has asked | internal notes | the laboratory and the manufacturer |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const command = 'npx vitest run projections/chat/rights.test.ts -u';

it('matches the table in rights.snap.md', async () => {
  const said = `projections/chat/rights.snap.md is not what participation.ts allows; if it should be: \`${command}\``;
  await expect(table(), said).toMatchFileSnapshot('./rights.snap.md');
});

it.each(kinds)('%s: gives everybody’s rights at every status, before and after the first message', kind => {
  const wrong = people.flatMap(r =>
    statusCodes.flatMap(status =>
      [0, 1]
        .filter(count => actual(kind, r, status, count) !== expected(kind, r, status, count))
        .map(count => `${r.name} at ${status}, ${count} said`),
    ),
  );
  expect(wrong).toEqual([]);
});

it('has a row of rights for every kind', () => expect(kinds).toEqual(conversationKindNames));

it('excludes everybody from a deleted case, and members of other organisations everywhere', () => {
  const facts = {
    ...accessFactsAtStatus(people[0] ?? never(), Status.ToAccept).facts,
    produced: true,
    deleted: true,
  };
  for (const kind of caseConversationKinds) {
    const gone = { kind, ...facts, rooms: roomsSeeingCase(facts), count: 5 };
    expect(people.filter(({ viewer }) => takesPartInConversation(viewer, gone))).toEqual([]);
  }
  const others = people.filter(r => r.name.endsWith('other organisation'));
  expect(others).toHaveLength(10);
  const seen = others.filter(r => kinds.some(kind => statusCodes.some(status => actual(kind, r, status, 5))));
  expect(seen).toEqual([]);
});

const never = (): never => {
  throw new Error('no relations');
};
