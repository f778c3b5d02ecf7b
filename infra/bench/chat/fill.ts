/** A data folder with doctors, their assistants and a service desk, and a session for each of them. */

import { serviceConversation } from '#events/chat/conversation.ts';
import type { NewEvent } from '#events/envelope.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { parseEnv } from '#services/settings/env.ts';
import { assembleServer } from '#services/start/assemble-server.ts';
import type { ServerParts } from '#services/start/server-parts.ts';
import { openPorts } from '#services/start/server-ports.ts';
import type { Seat, Ward } from '../../../loadtests/chat/job.ts';

const orgId = 'clinics';
/** Doctors of a ward: a page may have so many conversations open, and those of the desk have all of the ward's. */
const DOCTORS = 8;

/** Who is in each conversation of ten beside its doctor. */
export type Shape = { assistants: number; desk: number };
export const roomsOfWard = DOCTORS;
export const pagesOfWard = ({ assistants, desk }: Shape) => DOCTORS * (1 + assistants) + desk;

type Person = { id: string; position: 'Doctor' | 'Assistant' | 'Service'; serves: string[]; rooms: string[] };

function wardOf(n: number, { assistants, desk }: Shape): Person[] {
  const doctors = Array.from({ length: DOCTORS }, (_, i) => `d-${n}-${i}`);
  const many = (count: number, person: (i: number) => Person) =>
    Array.from({ length: count }, (_, i) => person(i));
  return [
    ...doctors.map((id): Person => {
      return { id, position: 'Doctor', serves: [], rooms: [serviceConversation(id)] };
    }),
    ...doctors.flatMap(doctor =>
      many(assistants, i => {
        const rooms = [serviceConversation(doctor)];
        return { id: `${doctor}-${i}`, position: 'Assistant', serves: [doctor], rooms };
      }),
    ),
    ...many(desk, i => {
      return { id: `s-${n}-${i}`, position: 'Service', serves: [], rooms: doctors.map(serviceConversation) };
    }),
  ];
}

/** Assistants of all the doctors of the first ward: they have its eight conversations open. */
const helpers = (count: number): Person[] =>
  Array.from({ length: count }, (_, i): Person => {
    const serves = Array.from({ length: DOCTORS }, (_doctor, d) => `d-0-${d}`);
    return { id: `h-${i}`, position: 'Assistant', serves, rooms: serves.map(serviceConversation) };
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

const seatsOf = ({ sessions }: ServerParts, persons: readonly Person[]): Promise<Seat[]> =>
  Promise.all(persons.map(async ({ id, rooms }) => ({ token: (await sessions.begin(id)).token, rooms })));

export type Filled = { wards: Ward[]; stalling: Seat[] };

/** Sessions hold for a quarter of an hour: the load begins soon. @param more what else the folder is to hold */
export async function fillChats(
  dataDir: string,
  size: { wards: number; shape: Shape; stalling?: number },
  more: (deps: ServerParts) => Promise<void> = async () => undefined,
): Promise<Filled> {
  const { deps, close } = await assembleServer(
    await openPorts(parseEnv({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error' })),
  );
  try {
    const wards = Array.from({ length: size.wards }, (_, n) => wardOf(n, size.shape));
    const stalling = helpers(size.stalling ?? 0);
    await addPeople(deps, [...wards.flat(), ...stalling]);
    await more(deps);
    const seats = await Promise.all(wards.map(ward => seatsOf(deps, ward)));
    return { wards: seats.map(each => ({ seats: each })), stalling: await seatsOf(deps, stalling) };
  } finally {
    await close();
  }
}

/** A conversation of so many messages, written in one go. */
export async function fillHistory(
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
          v: 1,
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
