/** The text message of an invitation. */
import type { Dictionaries, Lang } from '../i18n/dictionaries.ts';
import { invitationPath } from '../people/invitations.ts';
import type { SmsMessage } from '../sms/port.ts';

type Of = { words: Dictionaries; publicUrl: string };
type Facts = { organisation: string; token: string };

/** Maximum characters of a template's value. Aliyun refuses longer values. */
const VALUE_MAX = 35;

/**
 * The approved template contains the page's address, whose token is longer than a value may be. So the token is sent
 * as two halves, with the point of the template between them.
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
