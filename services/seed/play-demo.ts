/** Plays the demo on an in-memory log: organisations and people, then all cases' steps in order of time. */
import { type Directory, emptyDirectory, evolveDirectory } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { encoderReady } from '#workers/mesh/write-glb.ts';
import { type Clock, createManualClock } from '../clock/clock.ts';
import { createCaseCommands } from '../command/case-commands.ts';
import { createCaseStreams } from '../command/case-streams.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import type { EventStore } from '../eventstore/port.ts';
import { createPeopleDirectory } from '../people/people-directory.ts';
import { appendServedRules } from '../release/record-rules.ts';
import { createArticleWriter } from './articles.ts';
import { type CasePlayer, createCasePlayer, type DemoPlayContext } from './case-player.ts';
import { type DemoCaseSpec, demoCases } from './cases.ts';
import { listConversationTurns } from './conversation-schedule.ts';
import { demoIdOf } from './demo-id.ts';
import { putStaffOnDuty, setUpDesk } from './desk.ts';
import { createFileContents, type FileContents } from './file-content.ts';
import { demoOrganisations, demoPeople } from './people.ts';
import { saveDemoLists } from './saved-lists.ts';
import { scheduleTurns } from './schedule.ts';
import { demoStepOf } from './steps.ts';

const beforeMs = 150 * 86_400_000;

/** Command of the directory. Its events' ids derive from it. */
const peopleCommand = '0d7c5a52-7a53-5c1e-9c0d-5b7d9e1f2a33';

function directoryEvents(): DirectoryEvent[] {
  return [
    ...demoOrganisations.map(data => ({ type: 'OrganisationAdded' as const, data: { ...data } })),
    ...demoPeople.map(({ personId, orgId, position, serves, ...contact }) => ({
      type: 'PersonAdded' as const,
      data: { personId, orgId, position, serves, trialUntil: null },
      personal: contact,
    })),
  ];
}

const fold = (events: readonly DirectoryEvent[]): Directory =>
  events.reduce((d, e, revision) => evolveDirectory(d, { ...e, revision }), emptyDirectory);

function stageOver(
  store: EventStore,
  clock: Clock,
  directory: Directory,
  contents: FileContents,
): DemoPlayContext {
  const players = new Map<string, CasePlayer>();
  const uploads: DemoPlayContext['uploads'] = new Map();
  // Serves streams from the players' states, so that no step reads a stream from its beginning.
  const streams = createCaseStreams(
    { store, clock },
    id => [...players.values()].find(p => p.state.caseId === id)?.state,
  );
  const perform = createCaseCommands({
    streams,
    directory: async () => directory,
    uploads: async (caseId, ids) => {
      const found = ids.map(id => uploads.get(id)).filter(u => u?.caseId === caseId);
      return new Map(found.flatMap(u => (u ? [[u.upload.id, u.upload] as const] : [])));
    },
    clock,
  });
  return { perform, clock, contents, uploads, kept: [], players };
}

export type PlayedDemo = { store: EventStore; stage: DemoPlayContext };

/** @param now time of the newest change; earlier steps fill the days before it */
export async function playDemo(
  now: number,
  specs: readonly DemoCaseSpec[] = demoCases,
  contents: FileContents = createFileContents(),
): Promise<PlayedDemo> {
  await encoderReady;
  const store = createMemoryStore();
  const clock = createManualClock(now - beforeMs);
  const events = directoryEvents();
  await createPeopleDirectory({ store, clock }).change({
    commandId: peopleCommand,
    by: 'system',
    decide: () => events,
  });
  await appendServedRules({ store, clock }, { commandId: demoIdOf('rules') });
  await saveDemoLists({ store, clock });
  await setUpDesk({ store, clock });
  const stage = stageOver(store, clock, fold(events), contents);
  for (const spec of specs) stage.players.set(spec.key, createCasePlayer(spec, stage));
  const writeArticles = createArticleWriter({ store, stage, clock }, now);
  const steps = scheduleTurns(specs, now).map(({ at, spec, step }) => ({
    at,
    play: async () => {
      const player = stage.players.get(spec.key);
      if (!player) return;
      if (step === 'adopt' || step === 'endParent') await player[step]();
      else await demoStepOf(step).play(player);
    },
  }));
  const turns = [...steps, ...listConversationTurns({ store, stage }, now)].sort((a, b) => a.at - b.at);
  for (const { at, play } of turns) {
    await writeArticles(at);
    clock.set(at);
    await play();
  }
  await writeArticles(now);
  clock.set(now);
  await putStaffOnDuty({ store, clock });
  return { store, stage };
}
