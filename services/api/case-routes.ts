/** One case: its page, its history, and its commands. */
import type { CaseState } from '#events/case/case.ts';
import { actions, moveFileInputSchema, type NamedAction } from '#events/case/decider.ts';
import { actionNames, isAction } from '#events/case/rules.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PresentCtx } from '#projections/present.ts';
import { momentQuerySchema } from '#projections/view-routes.ts';
import type { CommandResult } from '../command/handler.ts';
import { defineBody } from '../http/body.ts';
import { etagOf, presentCommandedCase } from './answer-formats.ts';
import { type ActionStep, commandRoute, stepRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { modelExportRoutes } from './model-export-routes.ts';
import { parsePointInTime } from './point-in-time.ts';
import type { Route } from './route.ts';
import { sectionRoutes } from './section-routes.ts';
import { createCaseUnknownRefusal, findVisibleCase, parseCaseId } from './visible-case.ts';

/**
 * A case as the viewer may see it, now or at a point in time. Refuses an invisible case before it reads the
 * query.
 * @throws Refusal caseUnknown, positionForeign, badInput
 */
export async function readCaseViewAt(
  { models }: Pick<ApiDeps, 'models'>,
  ctx: PresentCtx,
  caseId: string,
  asked: () => string | undefined,
): Promise<CaseView> {
  const now = models.caseView(ctx, caseId);
  if (!now) throw createCaseUnknownRefusal();
  const asOf = asked();
  if (asOf === undefined) return now;
  const point = parsePointInTime(models, ctx.viewer, asOf);
  const position = typeof point === 'bigint' ? point : (await models.past.moment(point)).position;
  const then = await models.caseViewAsOf(ctx, caseId, position);
  if (!then) throw createCaseUnknownRefusal();
  return then;
}

function readRoutes(deps: ApiDeps): Route[] {
  const { models } = deps;
  return [
    signedGet({
      path: '/api/cases/:id',
      rule: 'session',
      tag: 'case',
      summary: 'A case as this person may see it, now or as it stood (`asOf`: a position or an ISO time).',
      query: momentQuerySchema,
      answer: ({ ctx, param, query }) =>
        readCaseViewAt(deps, ctx, parseCaseId(param('id')), () => query().asOf),
      etag: view => etagOf(view.revision, view),
    }),
    signedGet({
      path: '/api/cases/:id/lineage',
      rule: 'session',
      tag: 'case',
      summary: 'The first case and its refinements, in their order, as far as this person sees them.',
      answer: ({ ctx, param }) => {
        const items = models.lineage(ctx, parseCaseId(param('id')));
        if (!items) throw createCaseUnknownRefusal();
        return { items };
      },
    }),
    signedGet({
      path: '/api/cases/:id/history',
      rule: 'session',
      tag: 'case',
      summary: 'Every event of the case: position, type, when, who, what changed.',
      answer: ({ ctx, param }) => {
        const items = models.history(ctx, parseCaseId(param('id')));
        if (!items) throw createCaseUnknownRefusal();
        return { items };
      },
    }),
  ];
}

const isNamedAction = (name: string): name is NamedAction => isAction(name) && name !== 'edit';

const steps: Record<string, ActionStep> = Object.fromEntries(
  actionNames.filter(isNamedAction).map(name => {
    const { input, example } = actions[name];
    return [name, { action: name, input, example, summary: `The action "${name}" of the lifecycle.` }];
  }),
);

const actionRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  stepRoute(deps, once, {
    path: '/api/cases/:id/actions/:action',
    tag: 'actions',
    summary: 'Does an action of the lifecycle.',
    steps,
    of: id => ({ caseId: parseCaseId(id) }),
    etag: ({ state }) => `"${state.revision}"`,
  });

function fileRoutes(deps: ApiDeps, once: RunIdempotently): Route[] {
  const { perform } = deps;
  const file = {
    path: '/api/cases/:id/files/:fileId',
    rule: 'session' as const,
    tag: 'files',
    to: ({ param }: UnparsedCommandRequest) => ({
      caseId: parseCaseId(param('id')),
      fileId: param('fileId'),
    }),
    answer: ({ state }: CommandResult<CaseState>, { viewer }: UnparsedCommandRequest) =>
      presentCommandedCase(viewer, state),
  };
  return [
    signedGet({
      path: '/api/cases/:id/files',
      rule: 'session',
      tag: 'files',
      summary: 'The files that are attached to the case and open to this person.',
      answer: call => ({ items: findVisibleCase(deps, call).files }),
    }),
    commandRoute(deps, once, {
      ...file,
      method: 'put',
      summary:
        'Moves a file of a draft to another slot of its kind, a picture to that of any picture; what stands there takes its place.',
      body: defineBody(moveFileInputSchema, { slot: 'mouth-left' }),
      decide: ({ key, viewer, target, input }) => perform.moveFile(viewer, { ...key, ...target, input }),
    }),
    commandRoute(deps, once, {
      ...file,
      method: 'delete',
      summary: 'Takes a file off a draft.',
      decide: ({ key, viewer, target }) => perform.removeFile(viewer, { ...key, ...target }),
    }),
  ];
}

function planRoutes(deps: ApiDeps): Route[] {
  return [
    signedGet({
      path: '/api/cases/:id/plans',
      rule: 'session',
      tag: 'case',
      summary: 'Every version of the plan and of the target position, with their reviews.',
      answer: call => {
        const { plans: items, targets, approved } = findVisibleCase(deps, call);
        return { items, targets, approved };
      },
    }),
    signedGet({
      path: '/api/cases/:id/shipments',
      rule: 'session',
      tag: 'case',
      summary: 'Batches and shipments, and what is still to be produced.',
      answer: call => {
        const { shipments: items, batch, batches, remaining } = findVisibleCase(deps, call);
        return { items, batch, batches, remaining };
      },
    }),
  ];
}

export function caseRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    ...readRoutes(deps),
    ...sectionRoutes(deps, once),
    ...fileRoutes(deps, once),
    ...planRoutes(deps),
    ...modelExportRoutes(deps),
    actionRoute(deps, once),
  ];
}
