/**
 * Checks that every event shape ever written still parses and folds. golden/v1.ndjson is history: add a line for a new
 * shape (`-u` does), never change one. If this test fails, the change needs a lift in events/upcasters.ts.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressEvents } from '../address/events.ts';
import { momentMarkEvents } from '../analysis/mark-events.ts';
import { auditEvents } from '../audit/events.ts';
import { amendEvents, chatEvents, claimEvents, seenEvents } from '../chat/events.ts';
import { dataRequestEvents } from '../dataRequest/events.ts';
import { deskEvents } from '../desk/events.ts';
import type { RawEvent } from '../envelope.ts';
import { toLogPosition } from '../log-position.ts';
import { mailEvents } from '../mail/events.ts';
import { articleEvents } from '../news/events.ts';
import { notebookKeyEvents } from '../notebookKey/events.ts';
import { noticeEvents } from '../notice/events.ts';
import { emptyDirectory, evolveDirectory } from '../person/directory.ts';
import { dataAccessEvents, directoryEvents, inboxEvents, sessionEvents } from '../person/events.ts';
import { reviewEvents } from '../plan/live-review.ts';
import { presetEvents } from '../preset/events.ts';
import { questionEvents } from '../question/events.ts';
import { releaseEvents } from '../release/events.ts';
import { shareEvents } from '../share/events.ts';
import { caseId, decideExample } from '../testing/past.ts';
import { now } from '../testing/world.ts';
import { upcaster } from '../upcasters.ts';
import { type CaseRecord, foldCase, initialCaseState } from './case.ts';
import { actions, type NamedAction } from './decider.ts';
import type { EventDefinition } from './event-definition.ts';
import { caseEvents } from './stream.ts';

type Family = 'case' | 'directory' | 'person' | 'beside' | 'chat';
type Written = Omit<RawEvent, 'stream' | 'revision' | 'position'> & { of: Family };
const text = readFileSync(new URL('./golden/v1.ndjson', import.meta.url), 'utf8');
const golden: Written[] = text
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));

const streamFamilies: Record<Family, Record<string, EventDefinition>> = {
  case: caseEvents,
  directory: directoryEvents,
  person: {
    ...sessionEvents,
    ...inboxEvents,
    ...dataAccessEvents,
    ...presetEvents,
    ...addressEvents,
    ...mailEvents,
    ...noticeEvents,
    ...momentMarkEvents,
    ...notebookKeyEvents,
  },
  /** Streams of live reviews, share links, service desks, articles, data requests, saved questions, the audit and releases. */
  beside: {
    ...reviewEvents,
    ...shareEvents,
    ...deskEvents,
    ...articleEvents,
    ...dataRequestEvents,
    ...questionEvents,
    ...auditEvents,
    ...releaseEvents,
  },
  chat: { ...chatEvents, ...amendEvents, ...claimEvents, ...seenEvents },
};
const names = Object.keys(streamFamilies) as Family[];

/** Golden events of one family as read from the log: in one stream, upcast to the current shape. */
const recorded = (name: Family) =>
  golden
    .filter(e => e.of === name)
    .map(({ of, ...e }, i) =>
      upcaster.upcast({ ...e, stream: of, revision: i, position: toLogPosition(i + 1) }),
    );

/** Event types without a golden line of their current version. */
const lacking = (name: Family): string[] => {
  const versions = new Set(golden.filter(e => e.of === name).map(({ type, v }) => `${type} ${v}`));
  return Object.keys(streamFamilies[name]).filter(
    type => !versions.has(`${type} ${upcaster.versionOf(type)}`),
  );
};

/** Returns a golden line for a type, made by the example of its action. @throws Error if no example makes one */
function lineOf(type: string, n: number): string {
  for (const action of Object.keys(actions) as NamedAction[]) {
    const { events, viewer } = decideExample(action);
    const event = events.find(e => e.type === type);
    if (!event) continue;
    const id = `00000000-0000-5000-8000-${n.toString(16).padStart(12, '0')}`;
    const head = { of: 'case', type, id, v: upcaster.versionOf(type), at: now, by: viewer.id };
    return `${JSON.stringify({ ...head, ...event, subject: caseId })}\n`;
  }
  throw new Error(`no action's example makes ${type}: write its line into golden/v1.ndjson by hand`);
}

describe.each(names)('golden events of %s', name => {
  it('have types that still exist', () => {
    expect(recorded(name).filter(e => !Object.hasOwn(streamFamilies[name], e.type))).toEqual([]);
  });
  it.each(recorded(name).map(e => [e.type, e] as const))(
    '%s parses: data, sealed part and erased part',
    (type, e) => {
      const { data, personal, erased } = streamFamilies[name][type] ?? {};
      expect(data?.parse(e.data)).toEqual(e.data);
      expect(personal === undefined).toBe(e.personal === undefined);
      expect(personal?.parse(e.personal)).toEqual(e.personal);
      expect(personal?.safeParse(erased).success ?? true).toBe(true);
      expect(e.v).toBe(upcaster.versionOf(type));
    },
  );
});

describe('golden events', () => {
  it('include every event type in its current version', async () => {
    const added = names.flatMap(lacking);
    const said = `golden/v1.ndjson has no ${added}: \`npx vitest run events/case/golden.test.ts -u\` adds the line`;
    const whole = text + added.map((type, i) => lineOf(type, golden.length + i + 1)).join('');
    await expect(whole, said).toMatchFileSnapshot('./golden/v1.ndjson');
  });
  // Cast: the events parsed above, typed for the folds.
  const cases = recorded('case') as unknown as CaseRecord[];
  it('fold into a case, each leading to its recorded status', () => {
    let state = initialCaseState;
    for (const e of cases) {
      const before = state.status;
      state = foldCase(state, [e]);
      expect(state.status).toBe('to' in e.data ? e.data.to : before);
    }
    expect(state).toMatchObject({
      caseId: 'CASE22',
      deleted: true,
      produced: true,
      assigneeId: 'p-technician2',
      batches: 2,
      plans: [{ version: 1, name: '方案一' }],
      targets: [{ version: 1 }],
      completion: { outcome: 1, retainer: true, photos: [{ name: 'after.bin' }] },
    });
  });
  it('fold into a directory', () => {
    const events = recorded('directory') as unknown as Parameters<typeof evolveDirectory>[1][];
    const directory = events.reduce(evolveDirectory, emptyDirectory);
    expect(directory.people.get('p-doctor')).toMatchObject({
      userName: 'doctor',
      phone: '13812345679',
      frozen: false,
    });
    expect(directory.organisations.get('clinic')?.servedBy).toBe('main');
  });
});
