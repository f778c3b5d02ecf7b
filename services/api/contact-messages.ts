/** Messages to a phone number or an e-mail address: codes, the link for a new password, and that it was changed. */
import { isEmail } from '#events/person/contact.ts';
import type { Person } from '#events/person/directory.ts';
import type { Lang } from '../i18n/dictionaries.ts';
import {
  contactCodeMail,
  passwordChangedMail,
  passwordResetLinkMail,
  type SignInChange,
  signInChangedMail,
} from '../mail/mail-texts.ts';
import type { CodePurpose } from '../people/contact-codes.ts';
import type { ApiDeps } from './deps.ts';

type Deps = Pick<ApiDeps, 'mail' | 'sms' | 'words' | 'ids' | 'publicUrl' | 'log'>;
type To = { address: string; lang: Lang };

const mailTo = ({ ids }: Deps, { address, lang }: To) => ({ id: ids.uuid(), to: address, lang });

/** @throws MailFailedError, SmsFailedError */
export async function sendCode(
  deps: Deps,
  to: To,
  about: { purpose: CodePurpose; code: string },
): Promise<void> {
  if (isEmail(to.address)) return deps.mail.send(contactCodeMail(deps, mailTo(deps, to), about));
  const { purpose, code } = about;
  const text = deps.words.t(to.lang)('sms:code', { code, context: purpose });
  await deps.sms?.send({ to: to.address, template: 'code', values: { code }, text, lang: to.lang });
}

/** @throws MailFailedError */
export const sendPasswordResetLink = (
  deps: Deps,
  to: To,
  about: { account: string; token: string },
): Promise<void> => deps.mail.send(passwordResetLinkMail(deps, mailTo(deps, to), about));

/** Tells a person at every confirmed address that the password was changed. */
export function sendPasswordChanged(deps: Deps, person: Person, lang: Lang): void {
  const { email, phone, userName } = person;
  if (email) {
    const letter = passwordChangedMail(deps, mailTo(deps, { address: email, lang }), userName);
    runInBackground(deps, deps.mail.send(letter));
  }
  if (phone && deps.sms) {
    const text = deps.words.t(lang)('sms:passwordChanged');
    runInBackground(deps, deps.sms.send({ to: phone, template: 'passwordChanged', values: {}, text, lang }));
  }
}

/** Tells a person, at the e-mail before the change, how signing in was changed. */
export function sendSignInChanged(
  deps: Deps,
  { email, userName }: Person,
  { lang, change }: { lang: Lang; change: SignInChange },
): void {
  if (!email) return;
  const letter = signInChangedMail(deps, mailTo(deps, { address: email, lang }), {
    account: userName,
    change,
  });
  runInBackground(deps, deps.mail.send(letter));
}

/**
 * Runs `work` without waiting for it, so that the time of the answer reveals nothing about it. Errors of `work` are
 * logged, so they must not contain addresses.
 */
export function runInBackground({ log }: Pick<Deps, 'log'>, work: Promise<unknown>): void {
  work.catch((err: unknown) => log.error({ err }, 'sending a message failed'));
}
