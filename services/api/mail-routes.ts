/** A person's mail settings: address, confirmed by a code, and topics. Only the person has access. */

import { Refusal } from '#events/errors.ts';
import type { MailEvent } from '#events/mail/events.ts';
import {
  chooseMailTopics,
  confirmMailAddress,
  type MailPreferences,
  mailCodeInputSchema,
  mailFold,
  mailTopicsInputSchema,
  newMailAddressInputSchema,
  removeMailAddress,
  setMailAddress,
} from '#events/mail/preferences.ts';
import { parse } from '#events/parse.ts';
import { maskEmail } from '#projections/present.ts';
import { eventIdOf } from '../command/command-ids.ts';
import { type CommandResult, createCommandHandler } from '../command/handler.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { defineBody } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { addressConfirmationMail } from '../mail/mail-texts.ts';
import type { MailSettingsItem } from './answers.ts';
import { type CommandCall, commandRoute, type UnparsedCommandRequest } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const tag = 'messages';
const bodies = {
  address: defineBody(newMailAddressInputSchema, { email: 'li@clinic.example' }),
  code: defineBody(mailCodeInputSchema, { code: '123456' }),
  topics: defineBody(mailTopicsInputSchema, { topics: [] }),
};

async function present(
  deps: ApiDeps,
  c: ApiContext,
  personId: string,
  state: MailPreferences,
): Promise<MailSettingsItem> {
  const masked = (email: string | null) => (email && c.get('hidden') ? maskEmail(email) : email);
  const { email, confirmed, topics } = state;
  const known = (await deps.people.current()).people.get(personId)?.email ?? null;
  return {
    email: masked(email),
    confirmed,
    topics,
    suggested: masked(known),
    resendAfter: await deps.mailCodes.wait(personId),
  };
}

/** @param given the command that gives the address. @throws Refusal mailDown */
async function sendCode(
  deps: ApiDeps,
  c: ApiContext,
  { personId, given, to }: { personId: string; given: string; to: string },
): Promise<void> {
  const code = await deps.mailCodes.issue(personId, given);
  const lang = c.get('lang');
  try {
    await deps.mail.send(addressConfirmationMail(deps, { id: given, to, lang }, code));
  } catch (err) {
    await deps.mailCodes.takeBack(personId);
    deps.log.error({ err, requestId: c.get('requestId') }, 'sending a code failed');
    throw new Refusal('mailDown');
  }
}

export function mailRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const stream = createCommandHandler(deps, mailFold);
  const turns = createMutex();

  type Change = (
    call: CommandCall<null>,
    run: (
      decide: (state: MailPreferences) => MailEvent[] | Promise<MailEvent[]>,
    ) => Promise<CommandResult<MailPreferences>>,
  ) => Promise<CommandResult<MailPreferences>>;
  /** Common part of the commands. They answer with the person's mail settings. */
  const changing = (change: Change) => ({
    rule: 'session' as const,
    tag,
    to: () => null,
    decide: (call: CommandCall<null>) =>
      // Serialised per person, so that a command sent twice at once finds the first one's result.
      turns.hold(call.viewer.id, () =>
        change(call, decide => stream.handle(call.viewer.id, { ...call.key, by: call.viewer.id }, decide)),
      ),
    answer: (done: CommandResult<MailPreferences>, { c, viewer }: UnparsedCommandRequest) =>
      present(deps, c, viewer.id, done.state),
  });

  return [
    signedGet({
      path: '/api/mail',
      rule: 'session',
      tag,
      summary: 'What this person has by mail, and where it goes.',
      answer: async ({ c, viewer }) => present(deps, c, viewer.id, await stream.load(viewer.id)),
    }),
    commandRoute(deps, once, {
      ...changing(async ({ c, viewer: { id: personId }, key: { commandId: given }, input }, run) => {
        // Sends the code first: if that fails, nothing has happened and the command can be repeated.
        if (!(await stream.find(personId, eventIdOf(given, 0))))
          await sendCode(deps, c, { personId, given, to: parse(newMailAddressInputSchema, input).email });
        return run(() => setMailAddress(input, { personId, given }));
      }),
      method: 'put',
      path: '/api/mail/address',
      summary: 'Gives an address and sends a code there; until it comes back nothing else is sent.',
      body: bodies.address,
    }),
    commandRoute(deps, once, {
      ...changing(({ viewer: { id: personId }, input }, run) => {
        let right: Promise<string | undefined> | undefined;
        return run(async state => {
          const { code } = parse(mailCodeInputSchema, input);
          // Checks once: a correct code is used up, and the decision may run again.
          right ??= deps.mailCodes.check(personId, code);
          return confirmMailAddress(state, await right, { personId });
        });
      }),
      method: 'post',
      path: '/api/mail/confirm',
      summary: 'Confirms the address by the code that was sent there.',
      body: bodies.code,
    }),
    commandRoute(deps, once, {
      ...changing(({ c, viewer, input }, run) =>
        run(state => chooseMailTopics(state, input, { personId: viewer.id, lang: c.get('lang') })),
      ),
      method: 'put',
      path: '/api/mail/topics',
      summary: 'Chooses what comes by mail, in the language of this request; none is a choice.',
      body: bodies.topics,
    }),
    commandRoute(deps, once, {
      ...changing(({ viewer }, run) => run(state => removeMailAddress(state, { personId: viewer.id }))),
      method: 'delete',
      path: '/api/mail/address',
      summary: 'Lets the address go, and with it everything that was chosen.',
    }),
  ];
}
