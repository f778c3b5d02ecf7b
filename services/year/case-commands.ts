/**
 * Commands on the cases of a simulated year. The product's own decider decides each command on the state that the
 * product's fold computes. A command becomes one append.
 */
import { createHash } from 'node:crypto';
import type { DecisionContext, Upload } from '#events/case/action-definition.ts';
import { evolveCase } from '#events/case/case.ts';
import { attachFile, decide, type NamedAction, saveSection } from '#events/case/decider.ts';
import { productOfferOf } from '#events/case/offer.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import { type CaseEvent, caseStreamOf } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import type { Viewer } from '#events/person/position.ts';
import type { FileRequest, InputChoices } from '#events/script/inputs.ts';
import { inputOfAction } from '#events/script/script.ts';
import { eventIdOf } from '../command/command-ids.ts';
import type { CaseLife } from './case-life.ts';
import { createYearUpload } from './file-facts.ts';
import { isEmployed, type YearStaff } from './staff.ts';
import type { YearClock } from './year-clock.ts';
import type { YearIds } from './year-ids.ts';

/** One append to a stream, the result of a command. */
export type YearAppend = { stream: string; expected: 'none' | bigint; events: NewEvent[] };

type CommandDeps = {
  staff: YearStaff;
  clock: YearClock;
  ids: YearIds;
  append: (append: YearAppend) => void;
};

/** A command's id, and the id of the event that causes it. Default cause: the command. */
type CommandStamp = { id: string; cause?: string };

/**
 * An action. `by`: the recorded person, if the rules of that day allowed another person than today's rules. Default:
 * the viewer.
 */
type YearAct = { action: NamedAction; input: object; childId?: string; by?: string };

const offer = productOfferOf();
const digest = (words: readonly string[]) => createHash('sha256').update(words.join('\n')).digest('hex');

/** Removes undefined fields, which a JSON body cannot have. */
const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

/** Looks up people and uploads for decisions. */
function createContexts({ staff, clock }: CommandDeps, uploads: ReadonlyMap<string, Upload>) {
  const people = new Map(staff.people.map(person => [person.viewer.id, person]));
  const zones = new Map(staff.organisations.map(({ orgId, zone }) => [orgId, zone]));
  const person: DecisionContext['person'] = id => {
    const found = people.get(id);
    if (!found) return undefined;
    const { position, orgId } = found.viewer;
    return { id, position, orgId, active: isEmployed(found, clock.now()) };
  };
  const upload: DecisionContext['upload'] = id => uploads.get(id);
  return ({ state }: CaseLife, viewer: Viewer, childId = ''): DecisionContext => ({
    viewer,
    now: clock.at(),
    get today() {
      return clock.today(zones.get(state.orgId));
    },
    ...{ person, upload, offer, digest, childId },
  });
}

/** Creates the function that records a command's events in a case and in the log. */
function createRecorder({ clock, append }: CommandDeps) {
  return (life: CaseLife, events: readonly CaseEvent[], by: string, command: CommandStamp): void => {
    if (events.length === 0) return;
    const { revision } = life.state;
    const { id, cause = id } = command;
    const stamped = events.map((event, i) => {
      const stamp = { id: eventIdOf(id, i), at: clock.at(), by, cause, correlation: id };
      life.state = evolveCase(life.state, { ...event, ...stamp, revision: revision + 1 + i });
      return event.personal === undefined
        ? { ...event, ...stamp }
        : { ...event, ...stamp, subject: life.root };
    });
    const expected = revision < 0 ? 'none' : BigInt(revision);
    append({ stream: caseStreamOf(life.state.caseId), expected, events: stamped });
  };
}

export function createYearCommands(deps: CommandDeps) {
  const { clock, ids } = deps;
  /** Uploads of the command that is being decided. */
  const uploads = new Map<string, Upload>();
  const ctxOf = createContexts(deps, uploads);
  const record = createRecorder(deps);
  const commandOf = (life: CaseLife) => ids.of(`case ${life.number}/${life.commands++}`);

  const upload = (life: CaseLife, wish: FileRequest): Upload => {
    const id = ids.of(`case ${life.number}/file ${life.commands}/${uploads.size}`);
    const file = createYearUpload(id, wish, life.random);
    uploads.set(id, file);
    return file;
  };

  /**
   * Takes an action.
   * @returns the id of its first event
   * @throws Refusal
   */
  const act = (life: CaseLife, viewer: Viewer, action: NamedAction, input: object = {}): string =>
    actWith(life, viewer, { action, input });

  const actWith = (
    life: CaseLife,
    viewer: Viewer,
    { action, input, childId, by = viewer.id }: YearAct,
  ): string => {
    const id = commandOf(life);
    const events = decide(life.state, action, input, ctxOf(life, viewer, childId));
    uploads.clear();
    record(life, events, by, { id });
    return eventIdOf(id, 0);
  };

  return {
    record,
    commandOf,
    act,
    actWith,
    /** Uploads a file for the next action. @returns its id */
    upload: (life: CaseLife, wish: FileRequest): string => upload(life, wish).id,
    /** Takes an action with the generated input of events/script, in which `change` replaces fields. */
    script(life: CaseLife, viewer: Viewer, action: NamedAction, change: object = {}): void {
      const hand: InputChoices = {
        random: life.random,
        today: clock.today(),
        technicians: [],
        upload: wish => upload(life, wish).id,
      };
      act(life, viewer, action, defined({ ...inputOfAction(action, life.state, hand), ...change }));
    },
    save<S extends SectionName>(life: CaseLife, viewer: Viewer, section: S, value: Sections[S]): void {
      const events = saveSection(life.state, section, defined(value), ctxOf(life, viewer));
      record(life, events, viewer.id, { id: commandOf(life) });
    },
    attach(life: CaseLife, viewer: Viewer, wish: FileRequest): void {
      const events = attachFile(life.state, upload(life, wish), { viewer });
      uploads.clear();
      record(life, events, viewer.id, { id: commandOf(life) });
    },
  };
}
