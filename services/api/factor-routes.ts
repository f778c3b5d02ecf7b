/**
 * One's own second factors: authenticator app, recovery codes, passkeys. Every change requires the password, so
 * an unattended browser cannot be used to change them.
 */
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod/mini';
import { lineSchema } from '#events/case/fields.ts';
import { badField } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Person } from '#events/person/directory.ts';
import type { CommandResult } from '../command/handler.ts';
import { type BodySchema, defineBody } from '../http/body.ts';
import { sessionOfRequest } from '../http/context.ts';
import { answerOk } from '../http/envelope.ts';
import type { SignInChange } from '../mail/mail-texts.ts';
import type { Passkey } from '../people/factor-records.ts';
import type { OwnAccountActor } from '../people/own-account.ts';
import { totpAddressOf } from '../people/totp.ts';
import type { FactorsItem, PasskeyItem } from './answers.ts';
import { type CommandCall, commandRoute } from './command-route.ts';
import { sendSignInChanged } from './contact-messages.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { ownAccountActorOf } from './own-account-routes.ts';
import { type Route, signedRoute } from './route.ts';
import { typedSecretSchema } from './session-routes.ts';

const tag = 'session';

/** Text of a browser's authenticator, base64url. */
const encoded = (most: number) => z.string().check(z.maxLength(most));

/** Answer of a browser's authenticator. Drops fields that the library does not read; the library checks the content. */
export const credentialSchema = z.object({
  id: encoded(1500),
  rawId: encoded(1500),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded(3000),
    attestationObject: z.optional(encoded(20_000)),
    authenticatorData: z.optional(encoded(2000)),
    signature: z.optional(encoded(2000)),
    userHandle: z.optional(encoded(100)),
    transports: z.optional(z.array(encoded(20)).check(z.maxLength(10))),
  }),
  clientExtensionResults: z.object({}),
});
/** An answer with the right form, for the API's description. */
export const credentialExample: z.infer<typeof credentialSchema> = {
  ...{ id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'AA' },
};

const bodies = {
  /** The password may be missing where none is asked (`FactorCommands.asksPassword`). */
  first: defineBody(z.strictObject({ oldPassword: z.optional(typedSecretSchema) }), {
    oldPassword: 'archline1',
  }),
  password: defineBody(z.strictObject({ oldPassword: typedSecretSchema }), { oldPassword: 'archline1' }),
  code: defineBody(z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/, { error: 'six-digits' })) }), {
    code: '123456',
  }),
  passkey: defineBody(z.strictObject({ name: lineSchema, response: credentialSchema }), {
    name: 'iPhone',
    response: credentialExample,
  }),
  name: defineBody(z.strictObject({ name: lineSchema }), { name: 'iPhone' }),
};

const presentPasskey = ({ id, name, addedAt, lastUsedAt, synced, paused = false }: Passkey): PasskeyItem => ({
  paused,
  id,
  name,
  addedAt,
  lastUsedAt,
  synced,
});

async function present({ factors, passkeys, hold, people }: ApiDeps, person: Person): Promise<FactorsItem> {
  const summary = await factors.summary(person.id);
  return {
    ...summary,
    demanded: hold.demands(await people.current(), person),
    passkeys: summary.passkeys.map(presentPasskey),
    passkeysPossible: passkeys.possible,
  };
}

type FactorChange<B extends z.ZodMiniType, S> = {
  method?: 'put';
  path: string;
  summary: string;
  body: BodySchema<B>;
  /** True for the steps of setting up a factor. */
  held?: boolean;
  change: (
    order: CommandCall<string>['key'] & { self: OwnAccountActor },
    call: CommandCall<string>,
  ) => Promise<CommandResult<S>>;
  /** Change that a mail reports to the person. Default: no mail. */
  tells?: SignInChange;
  /** Secrets in the answer, next to the list of factors. */
  handsOut?: (state: S, userName: string) => object;
};

type ChangingRoute = <B extends z.ZodMiniType, S>(change: FactorChange<B, S>) => Route;

/** Routes that change the factors and answer with all of them. */
function changingRoute(deps: ApiDeps, once: RunIdempotently): ChangingRoute {
  return <B extends z.ZodMiniType, S>({ change, tells, handsOut, ...route }: FactorChange<B, S>) =>
    commandRoute<B, string, CommandResult<S>>(deps, once, {
      method: 'post',
      ...route,
      rule: 'session',
      tag,
      to: ({ param }) => param('id'),
      decide: async call => change({ ...call.key, self: await ownAccountActorOf(call.c, deps) }, call),
      answer: async ({ state, repeated }, { c }) => {
        const { person } = sessionOfRequest(c);
        if (tells && !repeated) sendSignInChanged(deps, person, { lang: c.get('lang'), change: tells });
        return { ...(await present(deps, person)), ...handsOut?.(state, person.userName) };
      },
    });
}

const passwordOf = ({ input }: CommandCall<string>) => parse(bodies.password.schema, input).oldPassword;

const appRoutes = ({ factorCommands: commands }: ApiDeps, changing: ChangingRoute): Route[] => [
  changing({
    path: '/api/factors/totp',
    summary: 'Starts an authenticator app. It counts once its first code is entered.',
    body: bodies.first,
    held: true,
    change: (order, { input }) => commands.startTotp(order, parse(bodies.first.schema, input).oldPassword),
    handsOut: (secret, userName) => ({ secret, address: totpAddressOf(secret, userName) }),
  }),
  changing({
    path: '/api/factors/totp/confirm',
    tells: 'totp',
    summary: 'Confirms the app by its first code. Answers with recovery codes, which are shown only here.',
    body: bodies.code,
    held: true,
    change: (order, { input }) => commands.confirmTotp(order, parse(bodies.code.schema, input).code),
    handsOut: recoveryCodes => ({ recoveryCodes }),
  }),
  changing({
    path: '/api/factors/recovery',
    tells: 'recovery',
    summary: 'Replaces the recovery codes. The old ones no longer work.',
    body: bodies.password,
    change: (order, call) => commands.renewRecovery(order, passwordOf(call)),
    handsOut: recoveryCodes => ({ recoveryCodes }),
  }),
  changing({
    path: '/api/factors/totp/remove',
    tells: 'totpRemoved',
    summary: 'Removes the authenticator app.',
    body: bodies.password,
    change: (order, call) => commands.removeTotp(order, passwordOf(call)),
  }),
];

const passkeyRoutes = ({ factorCommands: commands }: ApiDeps, changing: ChangingRoute): Route[] => [
  changing({
    path: '/api/factors/passkeys',
    tells: 'passkey',
    summary: 'Adds the passkey that the browser created from those options.',
    body: bodies.passkey,
    held: true,
    change: (order, { input }) => {
      const { name, response } = parse(bodies.passkey.schema, input);
      // Cast: the library checks each field.
      return commands.addPasskey(order, {
        name,
        response: response as unknown as RegistrationResponseJSON,
      });
    },
  }),
  changing({
    method: 'put',
    path: '/api/factors/passkeys/:id',
    summary: 'Renames a passkey.',
    body: bodies.name,
    change: (order, { target, input }) =>
      commands.renamePasskey(order, target, parse(bodies.name.schema, input).name),
  }),
  changing({
    path: '/api/factors/passkeys/keep',
    summary: 'Confirms the passkeys that a reset of the password paused: they sign in alone again.',
    body: bodies.password,
    change: (order, call) => commands.keepPasskeys(order, passwordOf(call)),
  }),
  changing({
    path: '/api/factors/passkeys/:id/remove',
    tells: 'passkeyRemoved',
    summary: 'Removes a passkey.',
    body: bodies.password,
    change: (order, call) => commands.removePasskey(order, call.target, passwordOf(call)),
  }),
];

/** Options of a new passkey. Changes nothing, but requires the password, because the options allow adding one. */
const passkeyOptions = (deps: ApiDeps): Route =>
  signedRoute({
    method: 'post',
    path: '/api/factors/passkeys/options',
    rule: 'session',
    tag,
    summary: 'Options of a new passkey, for the browser.',
    body: bodies.first,
    held: true,
    handle: async ({ c, session: { person }, body }) => {
      const { oldPassword } = await body();
      if (!deps.passkeys.possible) throw badField('', 'passkeys-impossible');
      await deps.factorCommands.confirm(await ownAccountActorOf(c, deps), oldPassword);
      return answerOk(c, deps, { options: await deps.passkeys.additionOptions(person) });
    },
  });

export function factorRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const changing = changingRoute(deps, once);
  return [
    signedGet({
      path: '/api/factors',
      rule: 'session',
      tag,
      summary: 'The own second factors.',
      held: true,
      answer: ({ session }) => present(deps, session.person),
    }),
    ...appRoutes(deps, changing),
    passkeyOptions(deps),
    ...passkeyRoutes(deps, changing),
  ];
}
