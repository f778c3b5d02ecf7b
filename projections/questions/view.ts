/** The view `questions`: saved questions of analysts, in the lists of their owners and of the organisations they are shared with. */
import * as z from 'zod/mini';
import { analystPositions } from '#events/analysis/rights.ts';
import { limits } from '#events/case/limits.ts';
import { type QuestionContent, questionStreamPrefix } from '#events/question/events.ts';
import { evolveQuestion, mayReadQuestion, type SavedQuestion } from '#events/question/saved-question.ts';
import { recordOf } from '#events/streams.ts';
import type { PersonRef } from '../caseList/item.ts';
import type { ListPage } from '../contract.ts';
import type { PresentCtx } from '../present.ts';
import { ownQuestionsRoom, sharedQuestionsRoom } from '../rooms.ts';
import { isDefined, type ViewRowReads } from '../row-access.ts';
import { type FoldedView, presentToNobody } from '../view.ts';
import { pagingParamSchemas, type ViewRouteCall } from '../view-routes.ts';

/** A saved question in a list. `savedAt`: ISO time. */
export type QuestionItem = {
  id: string;
  title: string;
  owner: PersonRef;
  mine: boolean;
  shared: boolean;
  savedAt: string;
  revision: number;
};
export type QuestionDetail = QuestionItem & QuestionContent;

const query = z.strictObject({ ...pagingParamSchemas, of: z.optional(z.enum(['mine', 'shared'])) });

export function presentQuestion(question: SavedQuestion, { viewer, person }: PresentCtx): QuestionDetail {
  const { id, ownerId, sharedWith, removed: _removed, ...shown } = question;
  return {
    id,
    ...shown,
    owner: person(ownerId),
    mine: ownerId === viewer.id,
    shared: sharedWith === viewer.orgId,
  };
}

function itemOf(question: SavedQuestion, ctx: PresentCtx): QuestionItem {
  const { sql: _sql, params: _params, chart: _chart, asOf: _asOf, ...item } = presentQuestion(question, ctx);
  return item;
}

function answer({ own, ctx, query: asked }: ViewRouteCall<never, typeof query>): ListPage<QuestionItem> {
  const { page = 1, size = limits.pageSize, of = 'mine' } = asked;
  const { id, orgId } = ctx.viewer;
  const { ids, total } = own.pageOfIds({
    list: of === 'mine' ? 'ownQuestions' : 'sharedQuestions',
    rooms: [of === 'mine' ? ownQuestionsRoom(id) : sharedQuestionsRoom(orgId)],
    sort: 'savedAt',
    descending: true,
    offset: (page - 1) * size,
    limit: size,
  });
  const found = ids.map(one => own.find<SavedQuestion>('questions', one)?.row).filter(isDefined);
  return { items: found.map(row => itemOf(row, ctx)), total, page, size };
}

export type QuestionReads = {
  /** Returns a question; undefined if it is hidden from the viewer or does not exist. */
  question(ctx: PresentCtx, id: string): QuestionDetail | undefined;
  /** Number of questions that a person has. */
  questionsOf(personId: string): number;
};

export const questionsView = {
  name: 'questions',
  version: 1,
  keep: 200,
  follows: [questionStreamPrefix],
  keys: event => [recordOf('question', event).data.questionId],
  fold: (row, event) => evolveQuestion(row, recordOf('question', event)) ?? null,
  lists: { ownQuestions: ['savedAt'], sharedQuestions: ['savedAt'] },
  sights: ({ ownerId, sharedWith, removed, savedAt }) => {
    if (removed) return [];
    const place = { group: 'saved', sort: { savedAt } };
    const own = { list: 'ownQuestions', room: ownQuestionsRoom(ownerId), ...place };
    if (sharedWith === null) return [own];
    return [own, { list: 'sharedQuestions', room: sharedQuestionsRoom(sharedWith), ...place }];
  },
  // Questions belong to no patient. A text that names one is sealed with the key of the question's owner.
  impersonal: true,
  present: presentToNobody,
  asks: {
    path: '/api/analysis/questions',
    rule: analystPositions,
    tag: 'analysis',
    summary:
      'Saved questions without their texts, the last saved first: the own ones (`of=mine`), or those shared with the organisation (`of=shared`).',
    query,
    answer,
  },
  reads: ({ find, histogram }: ViewRowReads<never>): QuestionReads => ({
    question: (ctx, id) => {
      const row = find<SavedQuestion>('questions', id)?.row;
      return row && mayReadQuestion(ctx.viewer, row) ? presentQuestion(row, ctx) : undefined;
    },
    questionsOf: personId => histogram('ownQuestions', ownQuestionsRoom(personId)).get('saved') ?? 0,
  }),
} satisfies FoldedView<SavedQuestion, never>;
