/** Sends text messages with Tencent Cloud (SMS, API version 2021-01-11). */
import { sms } from 'tencentcloud-sdk-nodejs-sms';
import { internationalNumber } from '#events/person/contact.ts';
import {
  SMS_TIMEOUT_MS,
  type Sms,
  SmsFailedError,
  type SmsServiceAccess,
  type SmsTemplate,
  smsTemplates,
} from './port.ts';

export type TencentSettings = {
  keyId: string;
  keySecret: string;
  signName: string;
  /** SdkAppId of the application in the console. */
  appId: string;
  /** Ids of the approved templates. */
  templates: Record<SmsTemplate, string>;
};

const failureOf = (code: string) =>
  /LimitExceeded/.test(code) ? 'throttled' : /^InternalError/.test(code) ? 'unavailable' : 'rejected';

function failed(error: unknown): SmsFailedError {
  const { code } = { code: undefined, ...Object(error) };
  return code
    ? new SmsFailedError(failureOf(String(code)), code)
    : new SmsFailedError('unavailable', 'no-answer');
}

export function openTencentSms(
  { keyId, keySecret, signName, appId, templates }: TencentSettings,
  reach: SmsServiceAccess = {},
): Sms {
  const { endpoint = 'https://sms.tencentcloudapi.com', timeoutMs = SMS_TIMEOUT_MS } = reach;
  const { host, protocol } = new URL(endpoint);
  const client = new sms.v20210111.Client({
    credential: { secretId: keyId, secretKey: keySecret },
    region: 'ap-guangzhou',
    profile: { httpProfile: { endpoint: host, protocol: `${protocol}//`, reqTimeout: timeoutMs / 1000 } },
  });
  return {
    send: async ({ to, template, values }) => {
      const number = internationalNumber(to);
      if (number === undefined) throw new SmsFailedError('rejected', 'number-format');
      const answer = await client
        .SendSms({
          PhoneNumberSet: [number],
          SmsSdkAppId: appId,
          SignName: signName,
          TemplateId: templates[template],
          TemplateParamSet: smsTemplates[template].map(name => values[name] ?? ''),
        })
        .catch((error: unknown) => {
          throw failed(error);
        });
      const code = answer.SendStatusSet?.[0]?.Code;
      if (code !== 'Ok') throw new SmsFailedError(code ? failureOf(code) : 'unavailable', code);
    },
  };
}
