/** Sends text messages with Twilio, which needs no approved templates. */
import twilio from 'twilio';
import { internationalNumber } from '#events/person/contact.ts';
import { SMS_TIMEOUT_MS, type Sms, SmsFailedError, type SmsServiceAccess } from './port.ts';

export type TwilioSettings = {
  /** Account SID. */
  keyId: string;
  /** Auth token. */
  keySecret: string;
  /** Sender: a number such as +15005550006, or the SID of a messaging service (MG…). */
  from: string;
};

const origin = 'https://api.twilio.com';

/** Creates the SDK's client. In tests it sends requests to another origin. */
function clientTo({ endpoint = origin, timeoutMs = SMS_TIMEOUT_MS }: SmsServiceAccess) {
  const client = new twilio.RequestClient({ timeout: timeoutMs });
  const request = client.request.bind(client);
  client.request = how => request({ ...how, uri: how.uri.replace(origin, endpoint) });
  return client;
}

function failed(error: unknown): SmsFailedError {
  const { status, code } = { status: undefined, code: undefined, ...Object(error) };
  if (status === 429) return new SmsFailedError('throttled', code ?? status);
  // An answer without Twilio's own code is from a proxy or gateway in between.
  if (typeof status === 'number' && status < 500) return new SmsFailedError('rejected', code ?? status);
  return new SmsFailedError('unavailable', code ?? status ?? 'no-answer');
}

export function openTwilioSms({ keyId, keySecret, from }: TwilioSettings, reach: SmsServiceAccess = {}): Sms {
  const client = twilio(keyId, keySecret, { httpClient: clientTo(reach) });
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
  return {
    send: async ({ to, text }) => {
      const number = internationalNumber(to);
      if (number === undefined) throw new SmsFailedError('rejected', 'number-format');
      await client.messages.create({ to: number, body: text, ...sender }).catch((error: unknown) => {
        throw failed(error);
      });
    },
  };
}
