/** The own account: profile, password, phone, e-mail and picture. */
import type * as z from 'zod/mini';
import { parse } from '#events/parse.ts';
import type { Person } from '#events/person/directory.ts';
import { organisationName } from '#events/person/organisation.ts';
import type { CommandKey } from '../command/handler.ts';
import { type BodySchema, defineBody } from '../http/body.ts';
import { type ApiContext, sessionOfRequest } from '../http/context.ts';
import { type AccountResult, isFirstCommandRun } from '../people/accounts.ts';
import {
  avatarSchema,
  emailChangeSchema,
  type OwnAccountActor,
  passwordChangeSchema,
  phoneChangeSchema,
  profileChangeSchema,
} from '../people/own-account.ts';
import { commandRoute } from './command-route.ts';
import { sendPasswordChanged, sendSignInChanged } from './contact-messages.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { presentOwnAccount } from './session-routes.ts';

const own = { rule: 'session', tag: 'session' } as const;

function presentProfile(c: ApiContext, { models }: ApiDeps, person: Person) {
  const known = models.directory().organisations.get(person.orgId);
  const organisation = known ? organisationName(known, c.get('lang')) : '';
  return { ...presentOwnAccount(c, person), organisation };
}

/** The session that acts, with its device if this person has used it before. */
export async function ownAccountActorOf(
  c: ApiContext,
  { cookies, devices }: ApiDeps,
): Promise<OwnAccountActor> {
  const { person, sessionId, held } = sessionOfRequest(c);
  return { person, sessionId, held, device: await devices.known(cookies.read(c, 'device'), person.userName) };
}

type Change<B extends z.ZodMiniType> = {
  method: 'put' | 'delete';
  path: `/api/profile${string}`;
  summary: string;
  body?: BodySchema<B>;
  run: (self: OwnAccountActor, key: CommandKey, input: unknown) => Promise<AccountResult>;
  /** Runs after the change, before the answer. */
  after?: (c: ApiContext, result: AccountResult) => Promise<void>;
};

/** A command on the own account, which answers with the profile. */
const changeRoute = <B extends z.ZodMiniType>(
  deps: ApiDeps,
  once: RunIdempotently,
  { run, after, ...described }: Change<B>,
): Route =>
  commandRoute(deps, once, {
    ...own,
    ...described,
    to: () => null,
    decide: async ({ c, key, input }) => run(await ownAccountActorOf(c, deps), key, input),
    answer: async (result, { c, viewer }) => {
      await after?.(c, result);
      return presentProfile(c, deps, result.state.people.get(viewer.id) ?? sessionOfRequest(c).person);
    },
  });

const examples = {
  profile: { name: '李明' },
  // The example sets the demo's password to its current value, so that sending it changes nothing.
  password: { oldPassword: 'archline1', password: 'archline1' },
  phone: { phone: '13900000010', code: '123456', oldPassword: 'archline1' },
  email: { email: 'li@clinic.example', code: '123456', oldPassword: 'archline1' },
  avatar: { file: '0190c2f4-0000-7000-8000-000000000000' },
};

function profileRoutes(deps: ApiDeps, once: RunIdempotently): Route[] {
  const { ownAccount, devices, cookies } = deps;
  return [
    signedGet({
      ...own,
      path: '/api/profile',
      summary: 'The own profile.',
      answer: ({ c, session: { person } }) => presentProfile(c, deps, person),
    }),
    changeRoute(deps, once, {
      method: 'put',
      path: '/api/profile',
      summary: 'Changes the own name or login; what is left out stays. A new login needs the password.',
      body: defineBody(profileChangeSchema, examples.profile),
      run: (self, key, input) => ownAccount.changeProfile(self, key, parse(profileChangeSchema, input)),
    }),
    changeRoute(deps, once, {
      method: 'put',
      path: '/api/profile/password',
      summary: 'Changes the own password and signs out everywhere else.',
      body: defineBody(passwordChangeSchema, examples.password),
      run: (self, key, input) => ownAccount.changePassword(self, key, parse(passwordChangeSchema, input)),
      after: async (c, result) => {
        const { person } = sessionOfRequest(c);
        // Entering the password proves that the browser is the person's, so its device becomes a known one.
        cookies.set(c, 'device', await devices.signedIn(cookies.read(c, 'device'), person.id));
        if (isFirstCommandRun(result)) sendPasswordChanged(deps, person, c.get('lang'));
      },
    }),
  ];
}

function contactRoutes(deps: ApiDeps, once: RunIdempotently): Route[] {
  const { ownAccount } = deps;
  const announced = (change: 'phone' | 'email') => async (c: ApiContext, result: AccountResult) => {
    if (isFirstCommandRun(result))
      sendSignInChanged(deps, sessionOfRequest(c).person, { lang: c.get('lang'), change });
  };
  return [
    changeRoute(deps, once, {
      method: 'put',
      path: '/api/profile/phone',
      summary: 'Changes the own phone, confirmed by a code that `POST /api/codes` sent to it.',
      body: defineBody(phoneChangeSchema, examples.phone),
      run: (self, key, input) => ownAccount.changeContact(self, key, parse(phoneChangeSchema, input)),
      after: announced('phone'),
    }),
    changeRoute(deps, once, {
      method: 'put',
      path: '/api/profile/email',
      summary: 'Changes the own e-mail, confirmed by a code that `POST /api/codes` sent to it.',
      body: defineBody(emailChangeSchema, examples.email),
      run: (self, key, input) => ownAccount.changeContact(self, key, parse(emailChangeSchema, input)),
      after: announced('email'),
    }),
    changeRoute(deps, once, {
      method: 'put',
      path: '/api/profile/avatar',
      summary: 'Shows a finished upload (`kind` and `purpose` avatar) as the own picture.',
      body: defineBody(avatarSchema, examples.avatar),
      run: (self, key, input) => ownAccount.changeAvatar(self, key, parse(avatarSchema, input).file),
    }),
    changeRoute(deps, once, {
      method: 'delete',
      path: '/api/profile/avatar',
      summary: 'Removes the own picture.',
      run: (self, key) => ownAccount.changeAvatar(self, key, null),
    }),
  ];
}

export function ownAccountRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [...profileRoutes(deps, once), ...contactRoutes(deps, once)];
}
