/** Port for text messages: one message to one phone. Adapters: Aliyun, Tencent Cloud, Twilio, and the demo's list. */
import type { Lang } from '../i18n/dictionaries.ts';

/**
 * Kinds of message with the names of their values, in the order in which Tencent's templates number them. Aliyun and
 * Tencent send only texts that they approved before as templates.
 */
export const smsTemplates = {
  code: ['code'],
  passwordChanged: [],
  invitation: ['organisation', 'first', 'second'],
} as const satisfies Record<string, readonly string[]>;

export type SmsTemplate = keyof typeof smsTemplates;

export type SmsMessage = {
  /** Phone number as a person writes it. */
  to: string;
  template: SmsTemplate;
  values: Readonly<Record<string, string>>;
  /** The whole text, for services without templates. */
  text: string;
  lang: Lang;
};

/** `throttled`: try again later. `rejected`: the message or the settings are wrong. `unavailable`: no answer. */
export type SmsFailure = 'throttled' | 'rejected' | 'unavailable';

/**
 * A message was not sent. The error contains neither number nor text, and not the service's sentence, which may repeat
 * both.
 */
export class SmsFailedError extends Error {
  readonly failure: SmsFailure;
  /** The service's error code. */
  readonly why: string;
  constructor(failure: SmsFailure, why: unknown) {
    const code = /^[\w.-]{1,80}$/.test(String(why)) ? String(why) : 'unknown';
    super(`sending a text message failed: ${failure} (${code})`);
    this.name = 'SmsFailedError';
    this.failure = failure;
    this.why = code;
  }
}

export interface Sms {
  /** Resolves once the service has accepted the message. @throws SmsFailedError */
  send(message: SmsMessage): Promise<void>;
}

/** Maximum time for a service's answer, in ms. */
export const SMS_TIMEOUT_MS = 10_000;

/** How a driver reaches its service. Tests override both. */
export type SmsServiceAccess = {
  /** Origin of the service, such as http://127.0.0.1:7000. Default: the service's own. */
  endpoint?: string;
  timeoutMs?: number;
};
