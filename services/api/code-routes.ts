/** POST /api/codes: sends a code to a phone number or an e-mail address. */
import * as z from 'zod/mini';
import { emailSchema, phoneSchema } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { badField } from '#events/errors.ts';
import { findByContact } from '#events/person/account-identity.ts';
import { internationalNumber, isEmail } from '#events/person/contact.ts';
import { defineBody } from '../http/body.ts';
import { type ApiContext, clientAddress } from '../http/context.ts';
import { answerOk } from '../http/envelope.ts';
import { authorizationToken, isActOfPerson } from '../http/guard.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import { type CodePurpose, type CodeSubject, codePurposes } from '../people/contact-codes.ts';
import { runInBackground, sendCode } from './contact-messages.ts';
import type { ApiDeps } from './deps.ts';
import { publicRoute, type Route } from './route.ts';
import type { JoiningLimits } from './sign-in-limits.ts';

const codeBody = z.strictObject({
  purpose: z.enum(codePurposes),
  phone: z.optional(phoneSchema),
  email: z.optional(emailSchema),
});

/**
 * The one address of a body that a code can reach. @throws Refusal badInput if there is none, or two, or text messages
 * are off
 */
function contactOf(
  { sms }: Pick<ApiDeps, 'sms'>,
  given: { phone?: string | undefined; email?: string | undefined },
): string {
  if (given.phone !== undefined && given.email !== undefined) throw badField('email', 'one-contact');
  if (given.email !== undefined) return given.email;
  if (given.phone === undefined) throw badField(sms ? 'phone' : 'email', 'required');
  if (!sms) throw badField('phone', 'sms-off');
  if (internationalNumber(given.phone) === undefined) throw badField('phone', 'phone-mobile');
  return given.phone;
}

/** The signed-in person, for a purpose that needs one. @throws Refusal loginExpired, sessionEnded */
async function personOf(c: ApiContext, deps: ApiDeps, purpose: CodePurpose): Promise<string | undefined> {
  if (purpose !== 'contact') return undefined;
  const session = await deps.sessions.verify(authorizationToken(c), { act: isActOfPerson(c) });
  c.set('session', session);
  return session.person.id;
}

/**
 * Returns where a code is sent; undefined without an account. Trap: the code for a forgotten password goes to the
 * address as the account spells it. The typed spelling may be another mailbox that only compares as equal.
 */
async function recipientOf({ people }: ApiDeps, { purpose, address }: CodeSubject) {
  if (purpose !== 'forgotPwd') return address;
  const person = findByContact(await people.current(), address);
  return (isEmail(address) ? person?.email : person?.phone) ?? undefined;
}

/**
 * Sends an issued code. A forgotten password's code goes out only to an address of an account. The code stays issued
 * if sending fails: otherwise the next code could be requested earlier than for an address without an account.
 */
async function deliver(deps: ApiDeps, c: ApiContext, subject: CodeSubject, code: string): Promise<void> {
  const { purpose, address } = subject;
  const to = await recipientOf(deps, subject);
  if (to === undefined) return;
  try {
    await sendCode(deps, { address: to, lang: c.get('lang') }, { purpose, code });
  } catch (error) {
    if (purpose !== 'forgotPwd') await deps.contactCodes.takeBack(address);
    throw error;
  }
}

export function codeRoutes(deps: ApiDeps, { joining }: { joining: JoiningLimits }): Route[] {
  return [
    publicRoute({
      method: 'post',
      path: '/api/codes',
      rule: 'public',
      tag: 'session',
      summary:
        'Sends a code to a phone or an e-mail address; `contact` needs a session. Never says whose it is.',
      body: defineBody(codeBody, { purpose: 'register', phone: '13900001234' }),
      handle: async ({ c, body }) => {
        refuseOtherSites(c);
        await joining.message(clientAddress(c, deps));
        const { purpose, ...given } = await body();
        const personId = await personOf(c, deps, purpose);
        const subject = { purpose, address: contactOf(deps, given), personId };
        // Checks before the code is issued, and for every number, so that the answer does not reveal which numbers have
        // accounts.
        if (!isEmail(subject.address)) await deps.sms?.check();
        const code = await deps.contactCodes.issue(subject);
        runInBackground(deps, deliver(deps, c, subject, code));
        return answerOk(c, deps, { resendAfter: limits.codeResendMs / 1000 });
      },
    }),
  ];
}
