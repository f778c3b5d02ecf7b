/**
 * Users who keep working during faults. Each command has one idempotency key and is retried on any node until
 * it is answered.
 */
import { commandIdOf, eventIdOf } from '#services/command/command-ids.ts';
import { createSeededRandom } from '#services/eventstore/crash/seeded-random.ts';
import { uploadFile } from '../actors/http.ts';
import { type ApiAnswer, Client, signIn } from '../testing/client.ts';
import { createSmallArchStl } from '../testing/models.ts';
import { pauseBriefly } from './fault.ts';

/** A command answered with success. `event` is the id of its first event. */
export type AcknowledgedCommand = { event: string; what: string; tries: number };
export type UploadedFile = { id: string; bytes: Buffer; by: string };

/** Answers to the commands of a workload so far. */
export type WorkloadResults = {
  acknowledged: AcknowledgedCommand[];
  /** Files whose upload was acknowledged. */
  files: UploadedFile[];
  /** Answers that no fault explains. */
  odd: string[];
  /** Number of requests that were not answered, or refused temporarily. */
  unanswered: number;
  /** Milliseconds of each command, from the first try to the acknowledgement. */
  took: number[];
};

export type Workload = {
  record: WorkloadResults;
  /**
   * Resolves after `count` more commands are acknowledged. @throws Error if they take longer than
   * `patienceMs`
   */
  more(count: number): Promise<void>;
  stop(): Promise<WorkloadResults>;
};

/** Users who send commands. Each user has their own cases. */
export const workloadUserNames = ['doctor', 'doctor2', 'other', 'assistant'] as const;
const models = 24;
const patienceMs = 300_000;
/**
 * Whether a status is temporary: the server is unavailable, or another node holds the lock. The request is
 * retried.
 */
const later = (http: number) => http >= 500 || [423, 429].includes(http);

const letters = (n: number) => n.toString(26).replaceAll(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '');

type Sent = Pick<AcknowledgedCommand, 'tries'> & { answer: ApiAnswer };

function createPerson(
  name: string,
  token: string,
  urls: readonly string[],
  {
    record,
    ended,
    waitForDemand,
  }: { record: WorkloadResults; ended: () => boolean; waitForDemand: () => Promise<void> },
) {
  const random = createSeededRandom(urls.length + name.length * 7919 + (name.codePointAt(0) ?? 0));
  const clients = urls.map(url => Object.assign(new Client(url), { token }));
  const any = () => clients[Math.floor(random() * clients.length)] ?? clients[0] ?? new Client('');

  /** Retries until a node answers. Returns undefined if the workload ends first. */
  const sent = async (send: (client: Client) => Promise<ApiAnswer>): Promise<Sent | undefined> => {
    for (let tries = 1; ; tries++) {
      const answer = await send(any()).catch(() => undefined);
      if (answer?.token) for (const client of clients) client.token = answer.token;
      if (answer && !later(answer.http)) return { answer, tries };
      record.unanswered++;
      if (ended()) return undefined;
      await pauseBriefly();
    }
  };
  /** Sends one command under one idempotency key. */
  const act = async (what: string, key: string, send: (client: Client) => Promise<ApiAnswer>) => {
    await waitForDemand();
    const began = performance.now();
    const done = await sent(send);
    if (!done) return undefined;
    const { answer, tries } = done;
    if (answer.code !== 0) {
      record.odd.push(`${what} by ${name}, ${tries} times: ${answer.http} ${answer.text.slice(0, 200)}`);
      return undefined;
    }
    record.took.push(performance.now() - began);
    record.acknowledged.push({ event: eventIdOf(commandIdOf(`p-${name}`, key), 0), what, tries });
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
  /**
   * Opens the case before writing, because a node knows a conversation only after it has read the event that
   * began it.
   */
  const say = async (caseId: string, n: number, position: string) => {
    const message = { client: crypto.randomUUID(), text: `第 ${n} 句话` };
    await act('a message', `case.${caseId}\n${message.client}`, async client => {
      const open = await client.get(`/api/cases/${caseId}`, { 'X-Position': position });
      return open.http === 200 ? client.post(`/api/chats/case.${caseId}/messages`, message) : open;
    });
  };
  /** Restarts an interrupted upload. The file counts once its last byte is acknowledged. */
  const upload = async (caseId: string, n: number) => {
    const bytes = createSmallArchStl(n % models);
    const target = { caseId, kind: 'stl', slot: 'upper', filename: 'upper.stl' } as const;
    while (!ended()) {
      const id = await uploadFile(any(), bytes, target).catch(() => undefined);
      if (id) return void record.files.push({ id, bytes, by: name });
      record.unanswered++;
      await pauseBriefly();
    }
  };
  const work = async () => {
    for (let n = 0; !ended(); n++) {
      const caseId = await begin();
      if (!caseId) continue;
      const written = await write(caseId, n);
      // The write is unanswered because the workload has ended, so no position exists to read from.
      if (!written) continue;
      await say(caseId, n, written.position ?? '');
      if (n % 3 === 0) await upload(caseId, n);
      await write(caseId, n + 1);
    }
  };
  return { work };
}

/**
 * Signs the users in and starts their work over several nodes. The first node must be up.
 * @param ahead users pause when this many commands more than `more` asked for are acknowledged; by default
 * they never pause
 */
export async function startWorkload(
  urls: readonly string[],
  ahead = Number.POSITIVE_INFINITY,
): Promise<Workload> {
  const record: WorkloadResults = { acknowledged: [], files: [], odd: [], unanswered: 0, took: [] };
  let ended = false;
  let asked = 0;
  const waitForDemand = async () => {
    while (!ended && record.acknowledged.length >= asked + ahead) await pauseBriefly();
  };
  const tokens = await Promise.all(
    workloadUserNames.map(async name => [name, (await signIn(urls[0] ?? '', name)).token] as const),
  );
  const works = Promise.all(
    tokens.map(([name, token]) =>
      createPerson(name, token, urls, { record, ended: () => ended, waitForDemand }).work(),
    ),
  );
  // `stop` rethrows the error. The catch only prevents an unhandled rejection.
  works.catch(() => undefined);
  return {
    record,
    more: async count => {
      const wanted = record.acknowledged.length + count;
      asked = wanted;
      const end = performance.now() + patienceMs;
      while (record.acknowledged.length < wanted) {
        if (performance.now() > end)
          throw new Error(`no progress: ${record.unanswered} requests were not answered`);
        await pauseBriefly();
      }
    },
    stop: async () => {
      ended = true;
      await works;
      return record;
    },
  };
}
