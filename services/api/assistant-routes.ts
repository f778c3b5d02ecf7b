/**
 * A doctor's assistants: the accounts that the doctor keeps, and those that colleagues share. Only the doctors served
 * see an assistant; the rights are in `events/person/assistants.ts`.
 */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import { assertUniqueAccount } from '#events/person/account-identity.ts';
import { accountLookupInputSchema, newAssistantInputSchema } from '#events/person/assistant-fields.ts';
import {
  type AssistantCommand,
  assertAssistantLimit,
  assistantsOf,
  requireFreezableAssistant,
  requireKeeperOfAssistant,
  requireOwnAssistant,
} from '#events/person/assistants.ts';
import type { Directory } from '#events/person/directory.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import { createRateLimit, type RateLimitOptions, type TakeRateToken } from '../concurrency/rate-limit.ts';
import { defineBody, emptyBody } from '../http/body.ts';
import { answerOk } from '../http/envelope.ts';
import { passwordSchema } from '../people/account-schemas.ts';
import { assistantRoute, assistantRule, presentAssistant } from './assistant-route.ts';
import { assistantSharingRoutes } from './assistant-sharing-routes.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { pageOfList } from './personal-list-routes.ts';
import { type Route, signedRoute } from './route.ts';

const tag = 'own';

const newAccount = z.strictObject({ ...newAssistantInputSchema.shape, password: passwordSchema });
const accountChange = z.partial(newAccount);

/** Names the login as the spec does. @throws Refusal userExists, phoneTaken */
function assertFree(d: Directory, who: Parameters<typeof assertUniqueAccount>[1], self?: string): void {
  try {
    assertUniqueAccount(d, who, self);
  } catch (error) {
    if (!isRefusal(error) || error.data?.issues?.[0]?.path !== 'userName') throw error;
    throw new Refusal(error.refusal, { issues: [{ path: 'userName', issue: 'account-repeated' }] });
  }
}

/**
 * Login, password and phone belong to the doctor who keeps the account. Trap: the phone receives the code for a new
 * password. The others may send it unchanged. @throws Refusal notFound, notPermitted
 */
function assertChangeable(
  d: Directory,
  command: AssistantCommand,
  asked: z.infer<typeof accountChange>,
): void {
  const { phone } = requireOwnAssistant(d, command);
  const { userName, password, phone: wanted = phone } = asked;
  if (userName !== undefined || password !== undefined || wanted !== phone)
    requireKeeperOfAssistant(d, command);
}

function listRoute({ people }: ApiDeps): Route {
  return signedGet({
    path: '/api/assistants',
    rule: [...assistantRule],
    tag,
    summary: 'The assistants who serve this doctor.',
    query: z.strictObject(pagingParamSchemas),
    answer: async ({ c, viewer, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const directory = await people.current();
      const seen = { viewer, hidden: c.get('hidden') };
      const all = assistantsOf(directory, viewer.id);
      return pageOfList(
        all.map(p => presentAssistant(directory, p, seen)),
        { page, size },
      );
    },
  });
}

const example: z.input<typeof newAssistantInputSchema> = {
  userName: 'min.li',
  password: 'archline1',
  name: '李敏',
  phone: '13900000021',
  address: '上海市静安区南京西路 1266 号 12 层',
};

/** Logins and phones that a doctor may try: enough for a clinic's staff, too few to look up a town's numbers. */
const lookupPace: RateLimitOptions = { burst: 40, perSecond: 1 / 60 };

function checkRoute(deps: ApiDeps, lookup: TakeRateToken): Route {
  return signedRoute({
    method: 'post',
    path: '/api/assistants/check',
    rule: [...assistantRule],
    tag,
    summary:
      'Whether a login and a phone are free, before the form is sent. `id`: the assistant who may have them.',
    body: defineBody(accountLookupInputSchema, { userName: 'min.zhou' }),
    handle: async ({ c, viewer, body }) => {
      const { id, ...who } = await body();
      lookup(viewer.id);
      const directory = await deps.people.current();
      if (id !== undefined) requireOwnAssistant(directory, { doctorId: viewer.id, personId: id });
      try {
        assertFree(directory, who, id);
      } catch (error) {
        if (!isRefusal(error) || error.refusal !== 'userExists') throw error;
        throw new Refusal('accountRepeated', error.data);
      }
      return answerOk(c, deps, null);
    },
  });
}

function createRoute(deps: ApiDeps, once: RunIdempotently, lookup: TakeRateToken): Route {
  return assistantRoute(deps, once, {
    method: 'post',
    path: '/api/assistants',
    summary: 'Creates an assistant’s account. The doctor keeps it.',
    body: defineBody(newAccount, example),
    decide: async ({ key, viewer, input }) => {
      const asked = parse(newAccount, input);
      lookup(viewer.id);
      const check = (d: Directory) => {
        assertAssistantLimit(d, viewer.id, 'userName');
        assertFree(d, asked, key.commandId);
      };
      // Derives the person's id from the command, so that a repetition creates the same person.
      const account = { ...asked, personId: key.commandId, orgId: viewer.orgId, serves: [viewer.id] };
      return deps.accounts.add({ ...key, by: viewer.id, check }, { ...account, position: 'Assistant' });
    },
  });
}

function changeRoute(deps: ApiDeps, once: RunIdempotently, lookup: TakeRateToken): Route {
  return assistantRoute(deps, once, {
    method: 'put',
    path: '/api/assistants/:id',
    summary:
      'Changes an assistant; what is left out stays. Login, password, phone: by the doctor who keeps the account. A new password ends its sessions.',
    body: defineBody(accountChange, { phone: '13900000022' }),
    decide: async ({ key, viewer, target: personId, input }) => {
      const command = { doctorId: viewer.id, personId };
      const asked = await parseInTurn(deps, command, { schema: accountChange, input });
      if (asked.userName !== undefined || asked.phone !== undefined) lookup(viewer.id);
      const check = (d: Directory) => {
        assertChangeable(d, command, asked);
        assertFree(d, asked, personId);
      };
      return deps.accounts.change({ ...key, by: viewer.id, check }, personId, asked);
    },
  });
}

/** Refuses missing rights before an invalid body. With a valid body, the decision checks the rights. */
async function parseInTurn<S extends z.ZodMiniType>(
  { people }: ApiDeps,
  command: AssistantCommand,
  { schema, input }: { schema: S; input: unknown },
): Promise<z.infer<S>> {
  try {
    return parse(schema, input);
  } catch (refusal) {
    requireOwnAssistant(await people.current(), command);
    throw refusal;
  }
}

function freezing(deps: ApiDeps, once: RunIdempotently, verb: 'freeze' | 'unfreeze'): Route {
  return assistantRoute(deps, once, {
    method: 'post',
    path: `/api/assistants/:id/${verb}`,
    summary:
      verb === 'freeze'
        ? 'Freezes an assistant’s account, at once. By the doctor who keeps it, unless an Admin froze it.'
        : 'Lets a frozen assistant in again, unless an Admin froze the account.',
    body: emptyBody,
    decide: async ({ key, viewer, target: personId, input }) => {
      const command = { doctorId: viewer.id, personId };
      await parseInTurn(deps, command, { schema: emptyBody.schema, input });
      return deps.accounts[verb](
        { ...key, by: viewer.id, check: d => void requireFreezableAssistant(d, command) },
        personId,
      );
    },
  });
}

export function assistantRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const lookup = createRateLimit(deps.clock, lookupPace);
  return [
    listRoute(deps),
    checkRoute(deps, lookup),
    createRoute(deps, once, lookup),
    changeRoute(deps, once, lookup),
    freezing(deps, once, 'freeze'),
    freezing(deps, once, 'unfreeze'),
    assistantRoute(deps, once, {
      method: 'delete',
      path: '/api/assistants/:id',
      summary:
        'Removes an assistant’s account, at once. By the doctor who keeps it. The name stays in histories.',
      decide: ({ key, viewer, target: personId }) => {
        const check = (d: Directory) => void requireKeeperOfAssistant(d, { doctorId: viewer.id, personId });
        return deps.accounts.remove({ ...key, by: viewer.id, check }, personId);
      },
    }),
    ...assistantSharingRoutes(deps, once),
  ];
}
