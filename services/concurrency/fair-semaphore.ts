/**
 * Limits how much expensive work runs at once, fairly: people who wait take turns, each in the order of their own
 * requests, so that one person's queue delays another by no more than what runs already.
 */
import { Refusal } from '#events/errors.ts';

export type FairOptions = {
  /** Running at once, of all. */
  atOnce: number;
  /** Running at once, of one person. Default: as many as of all. */
  perPersonAtOnce?: number;
  /** Running and waiting, of one person; more are refused with tooMany. */
  perPerson: number;
  /** Waiting, of all; more are refused with busy. Default: no bound beside the one of each person. */
  waitMost?: number;
};

export type FairSemaphore = {
  /** @throws Refusal tooMany, busy; the signal's reason while it waits; whatever `work` throws */
  run<T>(by: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many of a person run or wait. */
  held(by: string): number;
};

/** Seconds. */
const retryAfter = 2;

type Person = { running: number; waiting: (() => void)[] };

export function createFairSemaphore(options: FairOptions): FairSemaphore {
  const { atOnce, perPerson, perPersonAtOnce = atOnce, waitMost = Number.POSITIVE_INFINITY } = options;
  /** In the order of their turns. */
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
      // To the end of the order, behind everybody else who waits.
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
