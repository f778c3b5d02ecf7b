/**
 * A semaphore for expensive work that serves waiting people round-robin, each in the order of their own requests. One
 * person's queue delays another only by the work that already runs.
 */
import { Refusal } from '#events/errors.ts';

export type FairSemaphoreOptions = {
  /** Limit of running work of all people together. */
  atOnce: number;
  /** Limit of running work, for one person. Default: `atOnce`. */
  perPersonAtOnce?: number;
  /** Limit of running and waiting work for one person; more is refused with tooMany. */
  perPerson: number;
  /** Limit of waiting work for all people; more is refused with busy. Default: unlimited. */
  waitMost?: number;
};

export type FairSemaphore = {
  /** @throws Refusal tooMany, busy; the signal's reason while it waits; errors of `work` */
  run<T>(by: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Number of a person's running and waiting requests. */
  held(by: string): number;
};

/** Retry time of a refusal, in seconds. */
const retryAfter = 2;

type Person = { running: number; waiting: (() => void)[] };

export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  const { atOnce, perPerson, perPersonAtOnce = atOnce, waitMost = Number.POSITIVE_INFINITY } = options;
  /** People in the order in which they are served next. */
  const people = new Map<string, Person>();
  let [running, waiting] = [0, 0];

  const personOf = (by: string): Person => {
    const known = people.get(by) ?? { running: 0, waiting: [] };
    people.set(by, known);
    return known;
  };
  const forget = (by: string, { running: own, waiting: left }: Person) => {
    if (own === 0 && left.length === 0) people.delete(by);
  };
  const begin = (person: Person) => {
    running += 1;
    person.running += 1;
  };
  const next = () => {
    for (const [by, person] of people) {
      if (running >= atOnce) return;
      if (person.running >= perPersonAtOnce) continue;
      const go = person.waiting.shift();
      if (!go) continue;
      waiting -= 1;
      begin(person);
      // Moves the person to the end of the round.
      people.delete(by);
      people.set(by, person);
      go();
      return next();
    }
  };
  const wait = (by: string, person: Person, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        person.waiting.splice(person.waiting.indexOf(go), 1);
        waiting -= 1;
        forget(by, person);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      person.waiting.push(go);
      waiting += 1;
    });

  const held = (by: string) => {
    const person = people.get(by);
    return person ? person.running + person.waiting.length : 0;
  };
  return {
    held,
    async run(by, work, signal) {
      signal?.throwIfAborted();
      if (held(by) >= perPerson) throw new Refusal('tooMany', { retryAfter });
      const person = personOf(by);
      if (running < atOnce && person.running < perPersonAtOnce) begin(person);
      else if (waiting >= waitMost) {
        forget(by, person);
        throw new Refusal('busy', { retryAfter });
      } else await wait(by, person, signal);
      try {
        return await work();
      } finally {
        running -= 1;
        person.running -= 1;
        forget(by, person);
        next();
      }
    },
  };
}
