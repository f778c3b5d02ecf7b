/** Sends text messages with Aliyun (Alibaba Cloud SMS, API version 2017-05-25). */
import aliyun, { SendSmsRequest } from '@alicloud/dysmsapi20170525';
import { internationalNumber, normaliseContact } from '#events/person/contact.ts';
import { SMS_TIMEOUT_MS, type Sms, SmsFailedError, type SmsServiceAccess, type SmsTemplate } from './port.ts';

export type AliyunSettings = {
  keyId: string;
  keySecret: string;
  signName: string;
  /** Codes of the approved templates. */
  templates: Record<SmsTemplate, string>;
};

// Trap: the package is CommonJS. Node imports the whole module as its default, a bundler the client.
const Client = typeof aliyun === 'function' ? aliyun : aliyun.default;
type Config = ConstructorParameters<typeof Client>[0];

/** Converts a number: mainland numbers without a prefix, others with their country's code but without a plus. */
function numberOf(to: string): string {
  const number = internationalNumber(to);
  if (number === undefined) throw new SmsFailedError('rejected', 'number-format');
  return normaliseContact(number).replace('+', '');
}

/**
 * Returns the failure of a code. `isv.*` and `isp.*` are about the message or the account. A limit of either is worth
 * another try.
 */
const failureOf = (code: string) =>
  /LIMIT_CONTROL|Throttling/i.test(code)
    ? 'throttled'
    : /^is[vp]\.(?!SYSTEM)/.test(code)
      ? 'rejected'
      : 'unavailable';

function failed(error: unknown): SmsFailedError {
  const { code, statusCode } = { code: undefined, statusCode: undefined, ...Object(error) };
  const name = error instanceof Error ? (code ?? error.name) : 'unknown';
  if (statusCode === undefined) return new SmsFailedError('unavailable', name);
  const rejected = Number(statusCode) < 500 && failureOf(String(code)) !== 'throttled';
  return new SmsFailedError(rejected ? 'rejected' : failureOf(String(code)), name);
}

export function openAliyunSms(
  { keyId, keySecret, signName, templates }: AliyunSettings,
  reach: SmsServiceAccess = {},
): Sms {
  const { endpoint = 'https://dysmsapi.aliyuncs.com', timeoutMs = SMS_TIMEOUT_MS } = reach;
  const { host, protocol } = new URL(endpoint);
  // Boundary: the client reads only these fields. This package does not export the client's class of settings.
  const client = new Client({
    accessKeyId: keyId,
    accessKeySecret: keySecret,
    endpoint: host,
    protocol: protocol.slice(0, -1),
    connectTimeout: timeoutMs,
    readTimeout: timeoutMs,
  } as Config);
  return {
    send: async ({ to, template, values }) => {
      const request = new SendSmsRequest({
        phoneNumbers: numberOf(to),
        signName,
        templateCode: templates[template],
        templateParam: JSON.stringify(values),
      });
      const { body } = await client.sendSms(request).catch((error: unknown) => {
        throw failed(error);
      });
      if (body?.code !== 'OK') throw new SmsFailedError(failureOf(body?.code ?? ''), body?.code);
    },
  };
}
