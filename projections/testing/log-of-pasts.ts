/** A log with a case at every status and after every action, and the people of these pasts. It never changes by chance. */
import { actions, type NamedAction } from '#events/case/decider.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { chatStreamOf, conversationIdOfCase } from '#events/chat/conversation.ts';
import { dataRequestStreamOf } from '#events/dataRequest/stream.ts';
import type { EventPayload, NewEvent } from '#events/envelope.ts';
import { directoryStream } from '#events/person/events.ts';
import type { Viewer } from '#events/person/position.ts';
import { questionStreamOf } from '#events/question/events.ts';
import { type CasePast, caseId, decideExample, pastAt, recordEvents } from '#events/testing/past.ts';
import { everybody, servingOrgByOrg } from '#events/testing/people.ts';
import { now } from '#events/testing/world.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { EventStore } from '#services/eventstore/port.ts';

/** The pasts at every status, and the pasts of every action's example with its events. */
function allPasts(): CasePast[] {
  const examples = (Object.keys(actions) as NamedAction[]).map(action => {
    const { past, events, viewer } = decideExample(action);
    return recordEvents(past, events, viewer.id);
  });
  return [...Object.values(pastAt), ...examples];
}

const addedPerson = ({ id, position, orgId, serves }: Viewer): EventPayload => ({
  type: 'PersonAdded',
  data: { personId: id, orgId, position, serves: [...serves], trialUntil: null },
  personal: { userName: id, name: id, phone: null, email: null },
});
const addedOrganisation = ([orgId, by]: [string, string]): EventPayload => ({
  type: 'OrganisationAdded',
  data: { orgId, name: orgId, servedBy: by, zone: 'Asia/Shanghai' },
});
const message: EventPayload = {
  type: 'MessageSent',
  data: { client: '', files: [], refs: [], replyTo: null, mentions: [] },
  personal: { text: '第 3 步', names: [] },
};

/** A doctor's request for the patient's copy. */
const requestedCopy = (id: string): EventPayload => ({
  type: 'DataRequested',
  data: {
    ...{ request: 1, kind: 'copy', cases: [id], ownerId: 'p-doctor', servedBy: 'main' },
    ...{ colleagueId: null, keptElsewhere: false, lang: 'en' },
  },
  personal: { reason: '患者要求' },
});

const savedQuestion: EventPayload = {
  type: 'QuestionSaved',
  data: { questionId: 'q-1', ownerId: 'p-analyst' },
  personal: {
    ...{ title: '等待最久', sql: 'SELECT $status', params: { status: { type: 'status', value: 17 } } },
    chart: { kind: 'bar', x: 'status', y: 'cases' },
  },
};

export async function createLogOfPasts(): Promise<EventStore> {
  const log = createMemoryStore({ id: 'log-of-pasts' });
  const append = (stream: string, events: readonly EventPayload[], head: { by: string; subject: string }) =>
    log.append(
      stream,
      'any',
      events.map((e, i): NewEvent => ({ at: now, ...head, ...e, id: `${stream}-${i}` })),
    );
  const directory = [
    ...Object.entries(servingOrgByOrg).map(addedOrganisation),
    ...everybody.map(addedPerson),
  ];
  await append(directoryStream, directory, { by: 'system', subject: 'people' });
  const idOf = (n: number) => `P${String(n).padStart(5, '2')}`;
  for (const [n, past] of allPasts().entries()) {
    const id = idOf(n);
    // The boundary: the events of a past, renamed from the case that all pasts share.
    const events = JSON.parse(JSON.stringify(past).replaceAll(caseId, id)) as (EventPayload & {
      by: string;
    })[];
    await append(caseStreamOf(id), events, { by: 'system', subject: id });
    await append(chatStreamOf(conversationIdOfCase(id)), [message], { by: 'p-doctor', subject: id });
  }
  const asked = idOf(0);
  await append(dataRequestStreamOf(asked), [requestedCopy(asked)], { by: 'p-doctor', subject: asked });
  await append(questionStreamOf('q-1'), [savedQuestion], { by: 'p-analyst', subject: 'p-analyst' });
  return log;
}
