/** Saved questions of analysts: kept by their owner, read by the owner and by those they are shared with. */
import { analystPositions } from '#events/analysis/rights.ts';
import { Refusal } from '#events/errors.ts';
import type { SavedQuestion } from '#events/question/saved-question.ts';
import { questionSaveInputSchema } from '#events/question/write.ts';
import { presentQuestion } from '#projections/questions/view.ts';
import { createSavedQuestions } from '../analysis/saved-questions.ts';
import type { CommandResult } from '../command/handler.ts';
import { defineBody } from '../http/body.ts';
import { etagOf, readIfMatch } from './answer-formats.ts';
import { commandRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const path = '/api/analysis/questions';
const described = { rule: analystPositions, tag: 'analysis' } as const;

const body = defineBody(questionSaveInputSchema, {
  title: 'Who waits longest',
  sql: 'SELECT case_id, entered_at FROM stays WHERE status = $status AND left_at IS NULL ORDER BY entered_at',
  params: { status: { type: 'status', value: 17 } },
  shared: true,
});

type Result = CommandResult<SavedQuestion | undefined>;

function answer({ state }: Result, { ctx }: UnparsedCommandRequest) {
  // Boundary: a question has a state after its first event.
  if (!state) throw new Refusal('notFound');
  return presentQuestion(state, ctx);
}
const etag = ({ revision }: Result) => `"${revision}"`;
const changed = ({ c, param }: UnparsedCommandRequest) => ({ questionId: param('id'), ...readIfMatch(c) });

export function questionRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const questions = createSavedQuestions(deps);
  return [
    signedGet({
      path: `${path}/:id`,
      ...described,
      summary: 'A saved question with its text: an own one, or one that is shared with the organisation.',
      answer: ({ ctx, param }) => {
        const found = deps.models.question(ctx, param('id'));
        if (!found) throw new Refusal('notFound');
        return found;
      },
      etag: shown => etagOf(shown.revision, shown),
    }),
    commandRoute(deps, once, {
      ...{ ...described, answer, etag, body },
      method: 'post',
      path,
      summary:
        'Saves a question with its parameters and its chart; with `shared`, for the organisation’s analysts too.',
      to: () => undefined,
      decide: ({ key, viewer, input }) => questions.add(viewer, { ...key, input }),
    }),
    commandRoute(deps, once, {
      ...{ ...described, answer, etag, body },
      method: 'put',
      path: `${path}/:id`,
      summary:
        'Saves an own question whole, and restores a removed one. If-Match refuses where it was saved since; without `shared`, that stays.',
      to: changed,
      inputOf: (sent, { refusal }) => refusal ?? sent,
      decide: ({ key, viewer, target, input }) =>
        questions.change(viewer, {
          ...key,
          questionId: target.questionId,
          ifRevision: target.ifRevision,
          input,
        }),
    }),
    commandRoute(deps, once, {
      ...described,
      method: 'delete',
      path: `${path}/:id`,
      summary: 'Removes an own question. Saving it again under its id restores it.',
      to: changed,
      decide: async ({ key, viewer, target: { questionId, ifRevision, refusal } }) => {
        if (refusal) throw refusal;
        return questions.remove(viewer, { ...key, questionId, ifRevision });
      },
      answer: (_result, { target }) => ({ id: target.questionId }),
    }),
  ];
}
