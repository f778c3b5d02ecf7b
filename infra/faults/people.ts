/** People who go on working whatever dies: each act has one key, and is sent again, to any node, until it is answered. */
import { commandIdOf, eventIdOf } from '#services/command/command-ids.ts';
import { seededRandom } from '#services/eventstore/crash/seeded-random.ts';
import { attached } from '../actors/http.ts';
import { type Answer, Client, signIn } from '../testing/client.ts';
import { smallArch } from '../testing/models.ts';
import { pause } from './fault.ts';

/** A command that was answered with yes; `event` is the id of its first event. */
export type Acknowledged = { event: string; what: string; tries: number };
export type Kept = { id: string; bytes: Buffer; by: string };

export type Told = {
  acknowledged: Acknowledged[];
  /** Files whose last byte was taken. */
  files: Kept[];
  /** Answers that no fault explains. */
  odd: string[];
  /** Requests that were not answered, or with "not now". */
  unanswered: number;
  /** Milliseconds of each act, from the first try to its yes. */
  took: number[];
};

export type AtWork = {
  told: Told;
  /** Resolves once so many more acts are acknowledged. @throws Error where nothing is for so long */
  more(count: number): Promise<void>;
  stop(): Promise<Told>;
};

/** Those who act; each has cases of their own. */
export const actors = ['doctor', 'doctor2', 'other', 'assistant'] as const;
const models = 24;
const patienceMs = 300_000;
/** To be sent again: the server cannot now, or another node is at it. */
const later = (http: number) => http >= 500 || [423, 429].includes(http);

const letters = (n: number) => n.toString(26).replaceAll(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');

type Sent = Pick<Acknowledged, 'tries'> & { answer: Answer };

function createPerson(
  name: string,
  token: string,
  urls: readonly string[],
  { told, ended, rested }: { told: Told; ended: () => boolean; rested: () => Promise<void> },
) {
  const random = seededRandom(urls.length + name.length * 7919 + (name.codePointAt(0) ?? 0));
  const clients = urls.map(url => Object.assign(new Client(url), { token }));
  const any = () => clients[Math.floor(random() * clients.length)] ?? clients[0] ?? new Client('');

  /** Sends until somebody answers; undefined where it is over before. */
  const sent = async (send: (client: Client) => Promise<Answer>): Promise<Sent | undefined> => {
    for (let tries = 1; ; tries++) {
      const answer = await send(any()).catch(() => undefined);
      if (answer?.token) for (const client of clients) client.token = answer.token;
      if (answer && !later(answer.http)) return { answer, tries };
      told.unanswered++;
      if (ended()) return undefined;
      await pause();
    }
  };
  /** Does one act under one key. */
  const act = async (what: string, key: string, send: (client: Client) => Promise<Answer>) => {
    await rested();
    const began = performance.now();
    const done = await sent(send);
    if (!done) return undefined;
    const { answer, tries } = done;
    if (answer.code !== 0) {
      told.odd.push(`${what} by ${name}, ${tries} times: ${answer.http} ${answer.text.slice(0, 200)}`);
      return undefined;
    }
    told.took.push(performance.now() - began);
    told.acknowledged.push({ event: eventIdOf(commandIdOf(`p-${name}`, key), 0), what, tries });
    return answer;
  };
  const keyed = (key: string) => ({ 'Idempotency-Key': key });

  const begin = async () => {
    const key = crypto.randomUUID();
    const answer = await act('a case', key, client => client.post('/api/cases', {}, keyed(key)));
    return answer && String(answer.data.caseId);
  };
  const write = async (caseId: string, n: number) => {
    const key = crypto.randomUUID();
    const patient = { name: `王小明${letters(n)}`, gender: 1, birthDate: '2001-04-12', doctor: '李文清' };
    return act('a section', key, client => client.put(`/api/cases/${caseId}/patient`, patient, keyed(key)));
  };
  /** A node knows a conversation once it has come to what began it: whoever opens a page there waits for that. */
  const say = async (caseId: string, n: number, position: string) => {
    const message = { client: crypto.randomUUID(), text: `第 ${n} 句话` };
    await act('a message', `case.${caseId}\n${message.client}`, async client => {
      const open = await client.get(`/api/cases/${caseId}`, { 'X-Position': position });
      return open.http === 200 ? client.post(`/api/chats/case.${caseId}/messages`, message) : open;
    });
  };
  /** An upload that is cut is begun anew: its bytes count where the last one was taken. */
  const upload = async (caseId: string, n: number) => {
    const bytes = smallArch(n % models);
    const target = { caseId, kind: 'stl', slot: 'upper', filename: 'upper.stl' } as const;
    while (!ended()) {
      const id = await attached(any(), bytes, target).catch(() => undefined);
      if (id) return void told.files.push({ id, bytes, by: name });
      told.unanswered++;
      await pause();
    }
  };
  const work = async () => {
    for (let n = 0; !ended(); n++) {
      const caseId = await begin();
      if (!caseId) continue;
      const written = await write(caseId, n);
      // Unanswered because the work has ended: there is no position to read from.
      if (!written) continue;
      await say(caseId, n, written.position ?? '');
      if (n % 3 === 0) await upload(caseId, n);
      await write(caseId, n + 1);
    }
  };
  return { work };
}

/**
 * Begins, over several nodes. Who signs in has to find one that answers.
 * @param ahead people rest once so many acts more than `more` asks for are acknowledged; default they never rest
 */
export async function peopleAtWork(
  urls: readonly string[],
  ahead = Number.POSITIVE_INFINITY,
): Promise<AtWork> {
  const told: Told = { acknowledged: [], files: [], odd: [], unanswered: 0, took: [] };
  let ended = false;
  let asked = 0;
  const rested = async () => {
    while (!ended && told.acknowledged.length >= asked + ahead) await pause();
  };
  const tokens = await Promise.all(
    actors.map(async name => [name, (await signIn(urls[0] ?? '', name)).token] as const),
  );
  const works = Promise.all(
    tokens.map(([name, token]) =>
      createPerson(name, token, urls, { told, ended: () => ended, rested }).work(),
    ),
  );
  // Told where it is waited for.
  works.catch(() => undefined);
  return {
    told,
    more: async count => {
      const wanted = told.acknowledged.length + count;
      asked = wanted;
      const end = performance.now() + patienceMs;
      while (told.acknowledged.length < wanted) {
        if (performance.now() > end)
          throw new Error(`nobody gets on: ${told.unanswered} requests were not answered`);
        await pause();
      }
    },
    stop: async () => {
      ended = true;
      await works;
      return told;
    },
  };
}
