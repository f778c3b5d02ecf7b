/** The text message of an invitation. */
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import { invitationPath } from '../people/invitations.ts';
import type { SmsMessage } from '../sms/port.ts';

type Of = { words: Dictionaries; publicUrl: string };
type Facts = { organisation: string; token: string };

/** Characters of a value: Aliyun refuses longer ones. */
const VALUE_MAX = 35;

/**
 * The approved template has the address of the page, whose token is longer than a value may be: it is sent as its two
 * halves, with the point between them.
 */
export function composeInvitationSms(
  { words, publicUrl }: Of,
  { to, lang }: { to: string; lang: Lang },
  { organisation, token }: Facts,
): SmsMessage {
  const [first = '', second = ''] = token.split('.');
  const link = `${publicUrl}${invitationPath}?token=${token}`;
  const text = words.t(lang)('sms:invitation', { organisation, link });
  const values = { organisation: organisation.slice(0, VALUE_MAX), first, second };
  return { to, template: 'invitation', values, text, lang };
}
