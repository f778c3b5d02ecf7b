/** The world of a walk: people, clock, ids, uploads, and the states that it folds. */
import { createHash } from 'node:crypto';
import type { DecisionContext, Upload } from '#events/case/action-definition.ts';
import { type CaseState, foldCase, initialCaseState } from '#events/case/case.ts';
import { productOfferOf } from '#events/case/offer.ts';
import type { FileKind, Slot } from '#events/case/options.ts';
import { type CaseEvent, caseStreamOf } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import type { Viewer } from '#events/person/position.ts';
import type { InputChoices } from '#events/script/inputs.ts';
import { createRandom, type Random } from '#events/script/random.ts';
import { peopleOfWalk } from './people.ts';

type WalkLog = {
  append(stream: string, expected: bigint | 'none' | 'any', events: NewEvent[]): Promise<unknown>;
};

export type WorldOptions = {
  seed: number;
  log: WalkLog;
  /** ISO time of the beginning. Each step takes a minute by default. */
  start?: string;
  minutes?: number;
};

const MINUTE_MS = 60_000;
const alphabet = [...'23456789ABCDEFGHJKMNPQRSTVWXYZ'];

export type World = ReturnType<typeof createWorld>;

export function createWorld({
  seed,
  log,
  start = '2026-09-01T01:00:00.000Z',
  minutes: each = 1,
}: WorldOptions) {
  const random = createRandom(seed);
  const states = new Map<string, CaseState>();
  const uploads = new Map<string, Upload>();
  let [minutes, ids] = [0, 0];
  const now = () => new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString();
  const nextId = (word: string) => `${word}-${seed}-${ids++}`;
  const newCaseId = (): string => {
    const id = Array.from({ length: 6 }, () => random.pick(alphabet)).join('');
    return states.has(id) ? newCaseId() : id;
  };
  const hand = createHand(random, uploads, nextId, now);
  const append = async (caseId: string, events: CaseEvent[], by: string) => {
    if (events.length === 0) return;
    const before = states.get(caseId) ?? initialCaseState;
    const where = { at: now(), by, subject: caseId };
    const records = events.map(e => ({ ...e, id: nextId('e'), ...where }));
    const after = records.map((e, i) => ({ ...e, revision: before.revision + 1 + i }));
    states.set(caseId, foldCase(before, after));
    await log.append(caseStreamOf(caseId), before.revision < 0 ? 'none' : BigInt(before.revision), records);
  };
  const people = peopleOfWalk();
  const byId = new Map(people.map(p => [p.id, p]));
  const ctxFor = (viewer: Viewer): DecisionContext => ({
    viewer,
    now: now(),
    today: hand.today,
    person: id => {
      const person = byId.get(id);
      return person && { ...person, active: !person.frozen };
    },
    upload: id => uploads.get(id),
    offer: productOfferOf(),
    digest: words => createHash('sha256').update(words.join('\n')).digest('hex'),
    childId: newCaseId(),
  });
  const tick = () => {
    minutes += each;
  };
  return { random, people, states, uploads, hand, now, tick, nextId, newCaseId, append, ctxFor };
}

/** Facts of an upload that decisions use. */
export function createTestUpload(id: string, kind: FileKind, slot: Slot | null): Upload {
  const sha256 = id.replaceAll(/[^0-9a-f]/g, '').padStart(64, '0');
  const name = `${slot ?? kind}-${id}.${kind === 'stl' ? 'stl' : 'jpg'}`;
  return { id, kind, slot, sha256, size: 1000, mime: 'application/octet-stream', name };
}

/** Inputs use the walk's randomness. An upload exists as soon as an input names it. */
function createHand(
  random: Random,
  uploads: Map<string, Upload>,
  nextId: (word: string) => string,
  now: () => string,
): InputChoices {
  return {
    random,
    technicians: ['technician', 'technician2'],
    upload: ({ kind, slot }) => {
      const id = nextId('f');
      uploads.set(id, createTestUpload(id, kind, slot));
      return id;
    },
    get today() {
      return now().slice(0, 10);
    },
  };
}
