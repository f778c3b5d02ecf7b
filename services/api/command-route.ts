/**
 * Routes that run a command. Each declares its target, its decision and its answer. The order of steps is
 * common to all: path, raw body, idempotency key, rights, parsed body.
 */
import type * as z from 'zod/mini';
import type { CaseState } from '#events/case/case.ts';
import { actions, type NamedAction } from '#events/case/decider.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import { type BodySchema, defineBody, readBodyOrRefusal } from '../http/body.ts';
import type { AccessRule } from '../http/context.ts';
import { answerOk } from '../http/envelope.ts';
import { presentCommandedCase } from './answer-formats.ts';
import type {
  AnswerFieldsBesidesCase,
  CaseCommandPath,
  CommandAnswer,
  CommandedCase,
} from './command-answers.ts';
import type { ApiDeps } from './deps.ts';
import type { RunIdempotently } from './idempotency.ts';
import { type HttpMethod, type Route, type SignedCall, signedRoute } from './route.ts';
import { assertCaseVisible, parseCaseId } from './visible-case.ts';

type Schema = z.ZodMiniType;

/** A command's request and its viewer. Neither its path nor its body is parsed. */
export type UnparsedCommandRequest = Pick<SignedCall<unknown, unknown>, 'c' | 'viewer' | 'ctx' | 'param'>;

/** A command's request with its `target`, the thing that the path names. */
type Sent<T> = UnparsedCommandRequest & { target: T };

/** `input` may be the refusal of an unreadable body; `parse` throws it, after the checks of rights. */
export type CommandCall<T> = Sent<T> & { key: CommandKey; input: unknown };

type Answer<M extends CommandMethod, P extends string> = CommandAnswer<`${Uppercase<M>} ${P}`>;
type CommandMethod = Exclude<HttpMethod, 'get'>;

type CommandRoute<
  B extends Schema,
  T,
  R extends CommandResult<unknown>,
  M extends CommandMethod,
  P extends string,
> = {
  method: M;
  path: P;
  rule: Exclude<AccessRule, 'public'>;
  tag: string;
  summary: string;
  body?: BodySchema<B>;
  rights?: Route['rights'];
  described?: Route['described'];
  held?: boolean;
  /** Finds the target that the path names. @throws Refusal before the body is read */
  to: (request: UnparsedCommandRequest) => T | Promise<T>;
  /** Schema for form fields, if it depends on the path. Default: the body's. */
  schemaFor?: (target: T) => Schema;
  /** Converts the body to the command's input. Default: unchanged. */
  inputOf?: (body: unknown, target: T) => unknown;
  decide: (call: CommandCall<T>) => Promise<R>;
  answer: (result: R, sent: Sent<T>) => NoInfer<Answer<M, P>> | Promise<NoInfer<Answer<M, P>>>;
  /** ETag of the command's result, sent as a header and in the answer. */
  etag?: (result: R) => string;
};

type RouteDeps = Pick<ApiDeps, 'models' | 'words'>;

/** A route of one command. A client may repeat it with its Idempotency-Key. */
export const commandRoute = <
  B extends Schema,
  T,
  R extends CommandResult<unknown>,
  const M extends CommandMethod = CommandMethod,
  const P extends string = string,
>(
  deps: RouteDeps,
  once: RunIdempotently,
  { to, schemaFor, inputOf = body => body, decide, answer, etag, ...described }: CommandRoute<B, T, R, M, P>,
): Route =>
  signedRoute({
    ...described,
    handle: async call => {
      const target = await to(call);
      const sent = { ...call, target };
      const schema = schemaFor?.(target) ?? described.body?.schema;
      const input = schema ? inputOf(await readBodyOrRefusal(call.c, schema), target) : null;
      const result = await once(call.c, call.viewer.id, input, key => decide({ ...sent, key, input }));
      const data: object | null = await answer(result, sent);
      const { position } = result;
      if (!etag) return answerOk(call.c, deps, data, { position });
      return answerOk(call.c, deps, { ...data, etag: etag(result) }, { position, etag: etag(result) });
    },
  });

type ActionDeps = RouteDeps & Pick<ApiDeps, 'perform' | 'streams'>;

/** Required if the path's answer is declared with other fields than the case's. */
type More<P extends CaseCommandPath, Args extends unknown[]> = keyof AnswerFieldsBesidesCase<P> extends never
  ? { more?: undefined }
  : { more: (...args: Args) => AnswerFieldsBesidesCase<P> };

/** Cast at the boundary: `More` demands the fields that the answer has besides the case. */
const answerWith = <P extends CaseCommandPath>(
  shown: CommandedCase,
  more: AnswerFieldsBesidesCase<P> | undefined,
) => ({ ...shown, ...more }) as Answer<'post', P>;

type ActionRoute<P extends CaseCommandPath> = More<P, [state: CaseState, caseId: string]> & {
  path: P;
  tag: string;
  summary: string;
  action: NamedAction;
  etag?: (result: CommandResult<CaseState>) => string;
};

/** A route of one action on the case that its path names. */
export const actionRoute = <P extends CaseCommandPath>(
  deps: ActionDeps,
  once: RunIdempotently,
  { path, action, more, ...described }: ActionRoute<P>,
): Route =>
  commandRoute(deps, once, {
    ...described,
    path,
    method: 'post',
    rule: 'session',
    body: defineBody(actions[action].input, actions[action].example),
    to: ({ param }) => parseCaseId(param('id')),
    decide: ({ key, viewer, target: caseId, input }) =>
      deps.perform.perform(viewer, { ...key, caseId, action, input }),
    answer: ({ state }, { viewer, target: caseId }) =>
      answerWith<P>(presentCommandedCase(viewer, state), more?.(state, caseId)),
  });

/** A step of an order: its action, input, example and summary. */
export type ActionStep = { action: NamedAction; input: Schema; example: unknown; summary: string };

type StepRoute<P extends CaseCommandPath> = More<P, [target: { caseId: string; part?: number }]> & {
  /** Ends in `/actions/:action`. */
  path: P;
  tag: string;
  summary: string;
  steps: Readonly<Record<string, ActionStep>>;
  /** Case and part that the path's id names. @throws Refusal caseUnknown */
  of: (id: string) => { caseId: string; part?: number };
  /** Field of the action's input that holds the part. */
  field?: string;
  etag?: (result: CommandResult<CaseState>) => string;
};

/** Adds the path's part to the action's input. Passes non-objects through; the schema rejects them later. */
function withPart(body: unknown, field: string | undefined, part: number | undefined): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (field === undefined || isRefusal(body) || !isObject) return body;
  return field in body ? badField(field, 'unknown-field') : { ...body, [field]: part };
}

/** A route of the steps of a case or of one of its orders. The path's last segment names the step. */
export const stepRoute = <P extends CaseCommandPath>(
  deps: ActionDeps,
  once: RunIdempotently,
  { path, of, steps, field, more, ...described }: StepRoute<P>,
): Route =>
  commandRoute(deps, once, {
    ...described,
    path,
    method: 'post',
    rule: 'session',
    described: Object.entries(steps).map(([name, { summary, input: schema, example }]) => ({
      path: path.replace(':action', name),
      summary,
      body: { schema, example },
    })),
    to: async ({ param, viewer }) => {
      const named = of(param('id'));
      const name = param('action');
      const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
      if (step) return { ...named, step };
      await assertCaseVisible(deps, viewer, named.caseId);
      throw new Refusal('notFound');
    },
    schemaFor: ({ step }) => step.input,
    inputOf: (body, { part }) => withPart(body, field, part),
    decide: ({ key, viewer, target, input }) =>
      deps.perform.perform(viewer, { ...key, caseId: target.caseId, action: target.step.action, input }),
    answer: ({ state }, { viewer, target }) =>
      answerWith<P>(presentCommandedCase(viewer, state), more?.(target)),
  });
