import { expect, test } from 'vitest';
import { createManualClock } from '../clock/clock.ts';
import { openAliyunSms } from './aliyun.ts';
import { describeSms } from './contract.ts';
import { createDemoMessages, openDemoSms } from './demo.ts';
import { openTencentSms } from './tencent.ts';
import { openTwilioSms } from './twilio.ts';

const keys = { keyId: 'key-id', keySecret: 'key-secret' };
const templates = { code: 'T-1', passwordChanged: 'T-2', invitation: 'T-3' };

describeSms('aliyun', {
  open: reach => openAliyunSms({ ...keys, signName: '齐列', templates }, reach),
  understand: ({ url }) => {
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ SignName: '齐列', TemplateCode: 'T-1' });
    const { code } = JSON.parse(url.searchParams.get('TemplateParam') ?? '{}');
    return { number: url.searchParams.get('PhoneNumbers') ?? '', says: code };
  },
  answers: {
    ok: { body: { Code: 'OK', Message: 'OK', BizId: '1', RequestId: 'r' } },
    throttled: { body: { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发分钟级流控 13800001111' } },
    rejected: { body: { Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: '模板不合法 13800001111' } },
    broken: { status: 500, body: { Code: 'InternalError', Message: 'for 13800001111' } },
  },
});

const statusOf = (Code: string) => ({
  Response: { SendStatusSet: [{ PhoneNumber: '+8613800001111', Code, Message: '+8613800001111' }] },
});

describeSms('tencent', {
  open: reach => openTencentSms({ ...keys, signName: '齐列', appId: '1400', templates }, reach),
  understand: ({ body }) => {
    const asked = JSON.parse(body);
    expect(asked).toMatchObject({ SignName: '齐列', TemplateId: 'T-1', SmsSdkAppId: '1400' });
    return { number: asked.PhoneNumberSet.join(), says: asked.TemplateParamSet.join() };
  },
  answers: {
    ok: { body: statusOf('Ok') },
    throttled: { body: statusOf('LimitExceeded.PhoneNumberThirtySecondLimit') },
    rejected: { body: statusOf('FailedOperation.TemplateIncorrectOrUnapproved') },
    broken: { body: { Response: { Error: { Code: 'InternalError.Timeout', Message: 'of 13800001111' } } } },
  },
});

describeSms('twilio', {
  open: reach =>
    openTwilioSms({ keyId: `AC${'0'.repeat(32)}`, keySecret: 'token', from: '+15005550006' }, reach),
  understand: ({ body }) => {
    const asked = new URLSearchParams(body);
    expect(asked.get('From')).toBe('+15005550006');
    return { number: asked.get('To') ?? '', says: asked.get('Body') ?? '' };
  },
  answers: {
    ok: { status: 201, body: { sid: 'SM1', status: 'queued' } },
    throttled: { status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 } },
    rejected: { status: 400, body: { code: 21211, message: '+8613800001111 is not valid', status: 400 } },
    broken: { status: 503, body: {} },
  },
});

test('the demo keeps the newest 200 messages, and finds those of a number in any spelling', async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 20));
  const messages = createDemoMessages(clock);
  const sms = openDemoSms(messages);
  messages.add({ to: 'Li@Clinic.example', channel: 'mail', text: 'a link' });
  const at = new Date(clock.now()).toISOString();
  expect(messages.list('li@clinic.example')).toEqual([
    { to: 'Li@Clinic.example', channel: 'mail', text: 'a link', at },
  ]);
  for (let i = 0; i < 201; i++)
    await sms.send({ to: '138 0000 1111', template: 'code', values: {}, text: `${i}`, lang: 'en' });
  expect(messages.list()).toHaveLength(200);
  expect(messages.list('+8613800001111')[0]).toEqual({
    to: '138 0000 1111',
    channel: 'sms',
    text: '200',
    at,
  });
  expect(messages.list('13800001112')).toEqual([]);
});
