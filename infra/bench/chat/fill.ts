/** Fills a data folder with doctors, their assistants and a service desk, and signs each of them in. */

import { serviceConversationId } from '#events/chat/conversation.ts';
import type { NewEvent } from '#events/envelope.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { parseEnv } from '#services/settings/env.ts';
import { assembleServer } from '#services/start/assemble-server.ts';
import type { ServerParts } from '#services/start/server-parts.ts';
import { openServerPorts } from '#services/start/server-ports.ts';
import type { PageGroup, PageSession } from '../../../loadtests/chat/job.ts';

const orgId = 'clinics';
/**
 * Doctors in a page group. Few, because a desk page opens all conversations of its group, and a page may open only so
 * many.
 */
const DOCTORS = 8;

/** Participants of each conversation of ten, apart from its doctor. */
export type ConversationParticipantCounts = { assistants: number; desk: number };
export const conversationsPerGroup = DOCTORS;
export const countPagesPerGroup = ({ assistants, desk }: ConversationParticipantCounts) =>
  DOCTORS * (1 + assistants) + desk;

type Person = { id: string; position: 'Doctor' | 'Assistant' | 'Service'; serves: string[]; rooms: string[] };

function groupOf(n: number, { assistants, desk }: ConversationParticipantCounts): Person[] {
  const doctors = Array.from({ length: DOCTORS }, (_, i) => `d-${n}-${i}`);
  const many = (count: number, person: (i: number) => Person) =>
    Array.from({ length: count }, (_, i) => person(i));
  return [
    ...doctors.map((id): Person => {
      return { id, position: 'Doctor', serves: [], rooms: [serviceConversationId(id)] };
    }),
    ...doctors.flatMap(doctor =>
      many(assistants, i => {
        const rooms = [serviceConversationId(doctor)];
        return { id: `${doctor}-${i}`, position: 'Assistant', serves: [doctor], rooms };
      }),
    ),
    ...many(desk, i => {
      return {
        id: `s-${n}-${i}`,
        position: 'Service',
        serves: [],
        rooms: doctors.map(serviceConversationId),
      };
    }),
  ];
}

/** Assistants of all doctors of the first group. Each opens its eight conversations. */
const helpers = (count: number): Person[] =>
  Array.from({ length: count }, (_, i): Person => {
    const serves = Array.from({ length: DOCTORS }, (_doctor, d) => `d-0-${d}`);
    return { id: `h-${i}`, position: 'Assistant', serves, rooms: serves.map(serviceConversationId) };
  });

const added = ({ id, position, serves }: Person, i: number): DirectoryEvent => ({
  type: 'PersonAdded',
  data: { personId: id, orgId, position, serves, trialUntil: null },
  personal: { userName: `user-${i}`, name: `张${String.fromCharCode(0x4e00 + i)}`, phone: null, email: null },
});

async function addPeople({ people }: ServerParts, persons: readonly Person[]): Promise<void> {
  const organisation = { orgId, name: '诊所', servedBy: orgId, zone: 'Asia/Shanghai' };
  await people.change({
    commandId: crypto.randomUUID(),
    by: 'system',
    decide: () => [{ type: 'OrganisationAdded', data: organisation }, ...persons.map(added)],
  });
}

const seatsOf = ({ sessions }: ServerParts, persons: readonly Person[]): Promise<PageSession[]> =>
  Promise.all(persons.map(async ({ id, rooms }) => ({ token: (await sessions.begin(id)).token, rooms })));

export type FilledChats = { groups: PageGroup[]; stalling: PageSession[] };

/**
 * Creates people and sessions. Sessions last a quarter of an hour, so the load must start soon. @param more
 * adds further data to the folder
 */
export async function fillChats(
  dataDir: string,
  size: { groups: number; shape: ConversationParticipantCounts; stalling?: number },
  more: (deps: ServerParts) => Promise<void> = async () => undefined,
): Promise<FilledChats> {
  const { deps, close } = await assembleServer(
    await openServerPorts(parseEnv({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' })),
  );
  try {
    const groups = Array.from({ length: size.groups }, (_, n) => groupOf(n, size.shape));
    const stalling = helpers(size.stalling ?? 0);
    await addPeople(deps, [...groups.flat(), ...stalling]);
    await more(deps);
    const seats = await Promise.all(groups.map(group => seatsOf(deps, group)));
    return { groups: seats.map(each => ({ seats: each })), stalling: await seatsOf(deps, stalling) };
  } finally {
    await close();
  }
}

/** Writes a conversation with these messages. */
export async function fillConversation(
  { store, clock }: ServerParts,
  conversation: string,
  texts: readonly string[],
  by: readonly string[],
) {
  const [, subject = ''] = conversation.split('.');
  const AT_ONCE = 1000;
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const events = texts.slice(from, from + AT_ONCE).map(
      (text, i): NewEvent => ({
        ...{
          type: 'MessageSent',
          id: crypto.randomUUID(),
          by: by[(from + i) % by.length] ?? '',
          subject,
        },
        at: new Date(clock.now() - (texts.length - from - i) * 60_000).toISOString(),
        data: { client: crypto.randomUUID(), refs: [], replyTo: null, mentions: [], files: [] },
        personal: { text, names: [] },
      }),
    );
    await store.append(`chat-${conversation}`, 'any', events);
  }
}
