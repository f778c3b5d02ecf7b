/**
 * Texts of the mails. They contain a subject and the case's code, but never a patient's name or details that a mailbox
 * should not keep. To see more, the reader signs in.
 */
import { messagePath } from '#events/chat/path.ts';
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import type { DueMail } from './outbox.ts';
import type { MailMessage } from './port.ts';

/** Page on which a person chooses topics of mail. */
const choicePath = '/userMessage?mail=1';

type Of = { words: Dictionaries; publicUrl: string };
type To = { id: string; to: string; lang: Lang };

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => signs[sign] ?? sign);

/** A line of a mail, optionally a link. The last line says how to unsubscribe. */
type Line = { text: string; href?: string };

const plain = (lines: readonly Line[]) =>
  lines.map(({ text, href }) => (href === undefined ? text : `${text}\n${href}`)).join('\n\n');

const asHtml = (lang: Lang, lines: readonly Line[]) =>
  [
    `<!doctype html><html lang="${lang}"><body>`,
    ...lines.map(({ text, href }) =>
      href === undefined
        ? `<p>${escaped(text)}</p>`
        : `<p><a href="${escaped(href)}">${escaped(text)}</a></p>`,
    ),
    '</body></html>',
  ].join('\n');

/** Composes lines as plain text and simple HTML. */
const letter = ({ id, to, lang }: To, subject: string, lines: readonly Line[]): MailMessage => ({
  id,
  to,
  lang,
  subject,
  text: plain(lines),
  html: asHtml(lang, lines),
});

/** The code that confirms an address. Does not reveal who requested it. */
export function addressConfirmationMail({ words }: Of, to: To, code: string): MailMessage {
  const t = words.t(to.lang);
  const lines = [{ text: t('mail:code.text', { code }) }, { text: t('mail:code.other') }];
  // The subject omits the code, because locked screens show subjects.
  return letter(to, t('mail:code.subject'), lines);
}

/** Facts of an invitation's mail. `path`: the page with the link's token. */
type InvitationFacts = { name: string; by: string; organisation: string; position: string; path: string };

/** Invites to an account by a link. */
export function invitationMail({ words, publicUrl }: Of, to: To, facts: InvitationFacts): MailMessage {
  const t = words.t(to.lang);
  const { name, by, organisation, path } = facts;
  const position = t(`case:position.${facts.position}`);
  const lines = [
    { text: t('mail:invitation.greeting', { name }) },
    { text: t('mail:invitation.text', { by, organisation, position }) },
    { text: t('mail:invitation.open'), href: publicUrl + path },
    { text: t('mail:invitation.other') },
  ];
  return letter(to, t('mail:invitation.subject', { organisation }), lines);
}

/** Invites a doctor to one case. Signing in or registering with this address shows the invitation. */
export function collaboratorMail({ words, publicUrl }: Of, to: To, by: string): MailMessage {
  const t = words.t(to.lang);
  const lines = [
    { text: t('mail:collaborator.text', { by }) },
    { text: t('mail:collaborator.open'), href: `${publicUrl}/userList` },
    { text: t('mail:collaborator.register'), href: `${publicUrl}/register` },
    { text: t('mail:collaborator.other') },
  ];
  return letter(to, t('mail:collaborator.subject', { by }), lines);
}

/** A code for an address of an account, or for a new account. */
export function contactCodeMail({ words }: Of, to: To, { purpose, code }: { purpose: string; code: string }) {
  const t = words.t(to.lang);
  const lines = [
    { text: t('mail:contactCode.text', { code, context: purpose }) },
    { text: t('mail:contactCode.other') },
  ];
  return letter(to, t('mail:contactCode.subject', { context: purpose }), lines);
}

/** The link that sets a new password. */
export function passwordResetLinkMail(
  { words, publicUrl }: Of,
  to: To,
  about: { account: string; token: string },
) {
  const t = words.t(to.lang);
  const href = `${publicUrl}/forgetPwd?token=${encodeURIComponent(about.token)}`;
  const lines = [
    { text: t('mail:forgotLink.text', { account: about.account }) },
    { text: t('mail:forgotLink.open'), href },
    { text: t('mail:forgotLink.other') },
  ];
  return letter(to, t('mail:forgotLink.subject'), lines);
}

/** Tells a person that the password of the account was changed. */
export function passwordChangedMail({ words }: Of, to: To, account: string): MailMessage {
  const t = words.t(to.lang);
  const lines = [
    { text: t('mail:passwordChanged.text', { account }) },
    { text: t('mail:passwordChanged.other') },
  ];
  return letter(to, t('mail:passwordChanged.subject'), lines);
}

/** Composes a notification mail. @param caseId null for a message about the account */
export function notificationMail(
  { words, publicUrl }: Of,
  to: To,
  { topic, caseId, said }: Pick<DueMail, 'topic' | 'caseId' | 'said'>,
): MailMessage {
  const t = words.t(to.lang);
  const what = t(`mail:topic.${topic}`);
  const path = said
    ? messagePath(said)
    : caseId === null
      ? '/userMessage'
      : `/caseDetail?id=${encodeURIComponent(caseId)}`;
  const values = { what, caseId: caseId ?? '' };
  const context = caseId === null ? 'account' : undefined;
  const opens = said ? 'talk' : context;
  const off = publicUrl + choicePath;
  const lines = [
    { text: t(`mail:news.${topic}`, { ...values, context }) },
    { text: t('mail:open', { context: opens }), href: publicUrl + path },
    { text: t('mail:off'), href: off },
  ];
  return { ...letter(to, t('mail:subject', { ...values, context }), lines), unsubscribe: off };
}

/** Ways of signing in whose change is mailed, apart from the password. */
export type SignInChange =
  | 'phone'
  | 'email'
  | 'totp'
  | 'totpRemoved'
  | 'passkey'
  | 'passkeyRemoved'
  | 'recovery';

/** Tells a person which way of signing in was changed. */
export function signInChangedMail(
  { words }: Of,
  to: To,
  { account, change }: { account: string; change: SignInChange },
): MailMessage {
  const t = words.t(to.lang);
  const what = t(`mail:signInChanged.${change}`);
  const lines = [
    { text: t('mail:signInChanged.text', { account, what }) },
    { text: t('mail:passwordChanged.other') },
  ];
  return letter(to, t('mail:signInChanged.subject'), lines);
}
