/** Commands on the saved questions of analysts, each decided on the question's own stream. */
import type { Viewer } from '#events/person/position.ts';
import { questionStreamOf } from '#events/question/events.ts';
import { evolveQuestion, type SavedQuestion } from '#events/question/saved-question.ts';
import { addQuestion, changeQuestion, removeQuestion } from '#events/question/write.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { type CommandKey, type CommandResult, createCommandHandler } from '../command/handler.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { EventStore } from '../eventstore/port.ts';

type Result = CommandResult<SavedQuestion | undefined>;
type Change = CommandKey & { questionId: string; ifRevision?: number };

export type SavedQuestions = {
  /** The id of the new question is the command's. @throws Refusal badInput */
  add(viewer: Viewer, command: CommandKey & { input: unknown }): Promise<Result>;
  /** Saves the whole content, and restores a removed question. @throws Refusal notFound, notPermitted, badInput, staleQuestion */
  change(viewer: Viewer, command: Change & { input: unknown }): Promise<Result>;
  /** @throws Refusal notFound, notPermitted, staleQuestion */
  remove(viewer: Viewer, command: Change): Promise<Result>;
};

type Deps = {
  store: EventStore;
  clock: Clock;
  models: Pick<ReadModels, 'questionsOf' | 'reached'>;
};

/** Longest wait in ms for the rows of a person's questions before they are counted. */
const ROWS_MS = 2000;

export function createSavedQuestions(deps: Deps): SavedQuestions {
  const { store, models } = deps;
  const handler = createCommandHandler<'question', SavedQuestion | undefined>(deps, {
    kind: 'question',
    streamOf: questionStreamOf,
    empty: undefined,
    evolve: evolveQuestion,
    subjectOf: (_id, _state, { data }) => data.ownerId,
  });
  // The limit counts the questions of a person, which are streams of their own.
  const turns = createMutex();
  const counted = <T>({ id }: Viewer, work: (count: number) => Promise<T>): Promise<T> =>
    turns.hold(id, async () => {
      await models.reached(await store.head(), ROWS_MS);
      return work(models.questionsOf(id));
    });
  return {
    add: (viewer, { input, ...key }) =>
      counted(viewer, count =>
        handler.handle(key.commandId, { ...key, by: viewer.id }, () =>
          addQuestion(input, { viewer, questionId: key.commandId, count }),
        ),
      ),
    change: (viewer, { questionId, ifRevision, input, ...key }) =>
      counted(viewer, count =>
        handler.handle(questionId, { ...key, by: viewer.id }, state =>
          changeQuestion(state, input, { viewer, ifRevision, count }),
        ),
      ),
    remove: (viewer, { questionId, ifRevision, ...key }) =>
      handler.handle(questionId, { ...key, by: viewer.id }, state =>
        removeQuestion(state, { viewer, ifRevision }),
      ),
  };
}
