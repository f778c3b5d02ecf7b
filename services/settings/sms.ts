/** Settings of text messages: the service, its keys, its sender and its templates. */
import {
  readSettingValue,
  type SettingName,
  type SettingValues,
  smsDrivers,
  WrongSettingError,
} from './settings-table.ts';

type Keys = { keyId: string; keySecret: string };
/** Templates by kind of message. The service has approved their texts beforehand. */
type Templates = { code: string; passwordChanged: string; invitation: string };

/** `off`: no text messages; pages offer only e-mail. `demo`: a list in memory that a page shows. */
export type SmsSettings =
  | { driver: 'off' | 'demo' }
  | ({ driver: 'aliyun'; signName: string; templates: Templates } & Keys)
  | ({ driver: 'tencent'; signName: string; appId: string; templates: Templates } & Keys)
  | ({ driver: 'twilio'; from: string } & Keys);

/**
 * @param demo the demo's accounts exist, so its messages may be shown
 * @throws WrongSettingError if the service's settings are incomplete
 */
export function parseSmsSettings(values: SettingValues, demo: boolean): SmsSettings {
  const named = readSettingValue(values, 'SMS');
  const driver = smsDrivers.find(name => name === named);
  if (driver === undefined) return { driver: demo ? 'demo' : 'off' };
  if (driver === 'demo' && !demo)
    throw new WrongSettingError(
      'SMS is "demo", which shows every code on a public page. Set DEMO=1, or name a service.',
    );
  const need = (name: SettingName) => {
    const text = readSettingValue(values, name);
    if (text === undefined)
      throw new WrongSettingError(`SMS is "${driver}" without ${name}. Set it (see .env.example).`);
    return text;
  };
  const keys = () => ({ keyId: need('SMS_KEY_ID'), keySecret: need('SMS_KEY_SECRET') });
  const templates = () => ({
    code: need('SMS_TEMPLATE_CODE'),
    passwordChanged: need('SMS_TEMPLATE_PASSWORD_CHANGED'),
    invitation: need('SMS_TEMPLATE_INVITATION'),
  });
  switch (driver) {
    case 'demo':
      return { driver };
    case 'aliyun':
      return { driver, ...keys(), signName: need('SMS_SIGN_NAME'), templates: templates() };
    case 'tencent': {
      const sender = { signName: need('SMS_SIGN_NAME'), appId: need('SMS_APP_ID') };
      return { driver, ...keys(), ...sender, templates: templates() };
    }
    case 'twilio':
      return { driver, ...keys(), from: need('SMS_FROM') };
    default:
      return driver satisfies never;
  }
}
