/** What a person has by mail too: one's own address, confirmed by a code, and what is sent there. Nobody sees another's. */

import { isRefusal, Refusal } from '#events/errors.ts';
import { type MailEvent, mailStream } from '#events/mail/events.ts';
import {
  chooseTopics,
  confirmAddress,
  giveAddress,
  type MailPreferences,
  mailChoice,
  mailCode,
  mailKind,
  newMailAddress,
  removeMailAddress,
} from '#events/mail/preferences.ts';
import { parse } from '#events/parse.ts';
import { maskEmail } from '#projections/present.ts';
import { eventIdOf } from '../command/command-ids.ts';
import { createOwnStream } from '../command/own-stream.ts';
import { createLocks } from '../concurrency/mutex.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { ok } from '../http/envelope.ts';
import { codeLetter } from '../mail/letters.ts';
import type { MailItem } from './answers.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { type Route, route } from './route.ts';

const tag = 'messages';
const bodies = {
  address: accepts(newMailAddress, { email: 'li@clinic.example' }),
  code: accepts(mailCode, { code: '123456' }),
  topics: accepts(mailChoice, { topics: [] }),
};

export function mailRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const { mail, mailCodes: codes, people, words, publicUrl, log } = deps;
  const stream = createOwnStream<MailPreferences, MailEvent>(deps, mailKind);
  // One after the other for each person: a command that is sent twice at once finds what the first one did.
  const turns = createLocks();

  const present = async (c: ApiContext, personId: string, state: MailPreferences): Promise<MailItem> => {
    const masked = (email: string | null) => (email && c.get('hidden') ? maskEmail(email) : email);
    const { email, confirmed, topics } = state;
    const known = (await people.current()).people.get(personId)?.email ?? null;
    return {
      email: masked(email),
      confirmed,
      topics,
      suggested: masked(known),
      resendAfter: await codes.wait(personId),
    };
  };
  const answer = async (
    c: ApiContext,
    personId: string,
    done: { state: MailPreferences; position: bigint },
  ) => ok(c, deps, await present(c, personId, done.state), { position: done.position });

  const sendCode = async (c: ApiContext, personId: string, given: string, to: string) => {
    const code = await codes.issue(personId, given);
    const lang = c.get('lang');
    try {
      await mail.send(codeLetter({ words, publicUrl }, { id: given, to, lang }, code));
    } catch (err) {
      await codes.takeBack(personId);
      log.error({ err, requestId: c.get('requestId') }, 'a code could not be sent');
      throw new Refusal('mailDown');
    }
  };

  return [
    get({
      path: '/api/mail',
      rule: 'session',
      tag,
      summary: 'What this person has by mail, and where it goes.',
      answer: async ({ c, viewer }) => present(c, viewer.id, await stream.current(viewer.id)),
    }),
    route({
      method: 'put',
      path: '/api/mail/address',
      rule: 'session',
      tag,
      summary: 'Gives an address and sends a code there; until it comes back nothing else is sent.',
      body: bodies.address,
      handle: async ({ c, viewer: { id: personId } }) => {
        const input = await readBodyOrRefusal(c, newMailAddress);
        const give = async (given: string) => {
          const decide = () => giveAddress(input, { personId, given });
          // The code first: where it does not go nothing has happened, and the same command may come again.
          const repeated = await deps.store.find(mailStream(personId), eventIdOf(given, 0));
          if (!repeated) {
            if (isRefusal(input)) throw input;
            await sendCode(c, personId, given, parse(newMailAddress, input).email);
          }
          return stream.change({ commandId: given, personId, decide });
        };
        const done = await once(c, personId, input, given => turns.hold(personId, () => give(given)));
        return answer(c, personId, done);
      },
    }),
    route({
      method: 'post',
      path: '/api/mail/confirm',
      rule: 'session',
      tag,
      summary: 'Confirms the address by the code that was sent there.',
      body: bodies.code,
      handle: async ({ c, viewer: { id: personId } }) => {
        const input = await readBodyOrRefusal(c, mailCode);
        const confirm = async (commandId: string) => {
          const { code } = isRefusal(input) ? { code: undefined } : parse(mailCode, input);
          const right = code && (await codes.check(personId, code));
          const decide = (state: MailPreferences) => {
            if (isRefusal(input)) throw input;
            return confirmAddress(state, right, { personId });
          };
          return stream.change({ commandId, personId, decide });
        };
        const done = await once(c, personId, input, id => turns.hold(personId, () => confirm(id)));
        return answer(c, personId, done);
      },
    }),
    route({
      method: 'put',
      path: '/api/mail/topics',
      rule: 'session',
      tag,
      summary: 'Chooses what comes by mail, in the language of this request; none is a choice.',
      body: bodies.topics,
      handle: async ({ c, viewer: { id: personId } }) => {
        const input = await readBodyOrRefusal(c, mailChoice);
        const who = { personId, lang: c.get('lang') };
        const done = await once(c, personId, input, commandId =>
          stream.change({ commandId, personId, decide: state => chooseTopics(state, input, who) }),
        );
        return answer(c, personId, done);
      },
    }),
    route({
      method: 'delete',
      path: '/api/mail/address',
      rule: 'session',
      tag,
      summary: 'Lets the address go, and with it everything that was chosen.',
      handle: async ({ c, viewer: { id: personId } }) => {
        const done = await once(c, personId, null, commandId =>
          stream.change({ commandId, personId, decide: state => removeMailAddress(state, { personId }) }),
        );
        return answer(c, personId, done);
      },
    }),
  ];
}
