/** A GET route whose `data` has the type that `answers.ts` declares for its path. */
import type * as z from 'zod/mini';
import { type ApiContext, presentationContextOf, sessionOfRequest } from '../http/context.ts';
import { answerOk } from '../http/envelope.ts';
import { isNotModified } from './answer-formats.ts';
import type { AnswerData, ReadPath } from './answers.ts';
import {
  createCallReaders,
  type Route,
  type RouteCall,
  type RouteDeps,
  type RouteDescription,
  type SignedCall,
} from './route.ts';

type Schema = z.ZodMiniType;

type Get<P extends ReadPath, Q extends Schema> = Omit<
  RouteDescription<Q, Schema>,
  'path' | 'media' | 'body'
> & {
  path: P;
};
type Data<P extends ReadPath> = AnswerData<P> | Promise<AnswerData<P>>;

type SignedGet<P extends ReadPath, Q extends Schema> = Get<P, Q> & {
  rule: Exclude<Route['rule'], 'public'>;
  answer: (call: SignedCall<z.infer<Q>, unknown>) => Data<P>;
  /** ETag of the answer, for clients that have it cached. */
  etag?: (data: AnswerData<P>) => string;
  /** Log position of the answer. Default: that of the rows. */
  position?: (data: AnswerData<P>) => bigint;
};
type PublicGet<P extends ReadPath, Q extends Schema> = Get<P, Q> & {
  answer: (call: RouteCall<z.infer<Q>, unknown>) => Data<P>;
  /** True if the answer names the rows' log position. */
  positioned?: boolean;
};

type Sent<D> = {
  c: ApiContext;
  deps: RouteDeps;
  position?: (data: D) => bigint;
  etag?: (data: D) => string;
};

function send<D>(data: D | Promise<D>, { c, deps, position, etag: etagOf }: Sent<D>) {
  const sent = (read: D): Response => {
    const etag = etagOf?.(read);
    if (etag && isNotModified(c, etag)) return c.body(null, 304, { ETag: etag });
    return answerOk(c, deps, read, { etag, ...(position && { position: position(read) }) });
  };
  // Trap: awaiting a value that is already read lets the rows move on before their position is taken.
  return data instanceof Promise ? data.then(sent) : sent(data);
}

/** A GET route without a session. */
export function publicGet<P extends ReadPath, Q extends Schema>(def: PublicGet<P, Q>): Route {
  const { answer, positioned = false, ...described } = def;
  return {
    ...described,
    method: 'get',
    rule: 'public',
    answer: (c, deps) =>
      send(answer(createCallReaders(def, c)), {
        c,
        deps,
        ...(positioned && { position: deps.models.position }),
      }),
  };
}

/** A GET route for signed-in people, or for some positions. Its answer names the rows' log position. */
export function signedGet<P extends ReadPath, Q extends Schema>(def: SignedGet<P, Q>): Route {
  const { answer, etag, position, ...described } = def;
  return {
    ...described,
    method: 'get',
    answer: (c, deps) => {
      const session = sessionOfRequest(c);
      const call = {
        ...createCallReaders(def, c),
        session,
        viewer: session.viewer,
        ctx: presentationContextOf(c, deps),
      };
      return send(answer(call), { c, deps, etag, position: position ?? deps.models.position });
    },
  };
}
