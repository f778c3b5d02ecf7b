/** Contract of every mail driver, run by each one's tests. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail, MailMessage } from './port.ts';

/** A mail as a mail program shows it. */
export type ReceivedMail = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  header(name: string): string;
};

export type MailUnderTest = {
  mail: Mail;
  /** Mails that the driver has delivered, in any order. */
  received(): Promise<ReceivedMail[]>;
  dispose(): Promise<void>;
};

export const testSenderAddress = 'Archline 齐列 <mail@archline.example>';

const letter: MailMessage = {
  id: '0b6a8f0e-3f1f-5c57-9a0e-0e3f6a3c9f01',
  to: 'li@clinic.example',
  subject: '病例 C2K7QM：方案与审核有新进展（请登录查看，无需回复本邮件，谢谢您的配合与支持）',
  text: '病例 C2K7QM 的方案有新进展。\n\nhttps://archline.example/caseDetail?id=C2K7QM\n.\n…完',
  html: '<p lang="zh-CN">病例 C2K7QM 的方案有<strong>新进展</strong>。</p>',
  lang: 'zh-CN',
  unsubscribe: 'https://archline.example/userMessage?mail=1',
};

/** @param open opens a driver that sends as `from` */
export function describeMail(name: string, open: () => Promise<MailUnderTest>): void {
  describe(`mail: ${name}`, () => {
    let opened: MailUnderTest;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    test('delivers a Chinese mail unchanged, with its unsubscribe address', async () => {
      await opened.mail.send(letter);
      const [got, ...more] = await opened.received();
      expect(more).toEqual([]);
      expect(got).toMatchObject({ subject: letter.subject, to: letter.to, from: testSenderAddress });
      expect(got?.text.trim()).toBe(letter.text);
      expect(got?.html.trim()).toBe(letter.html);
      expect(got?.messageId).toBe(`<${letter.id}@archline.example>`);
      expect(got?.header('content-language')).toBe('zh-CN');
      expect(got?.header('auto-submitted')).toBe('auto-generated');
      expect(got?.header('list-unsubscribe')).toContain(letter.unsubscribe);
    });

    test('delivers a mail with plain text only', async () => {
      const { html: _html, unsubscribe: _off, ...plain } = letter;
      await opened.mail.send({ ...plain, lang: 'en', subject: 'Code 123456' });
      expect(await opened.received()).toMatchObject([{ subject: 'Code 123456', html: '' }]);
    });

    test('adds no header for a multi-line subject', async () => {
      await opened.mail.send({ ...letter, subject: 'one\r\nBcc: other@clinic.example' });
      const [got] = await opened.received();
      expect(got?.header('bcc')).toBe('');
      expect(got?.to).toBe(letter.to);
    });

    test('sends to exactly one address', async () => {
      await opened.mail.send({ ...letter, to: 'li,other@clinic.example' }).catch(() => undefined);
      for (const got of await opened.received()) expect(got.to).not.toBe('other@clinic.example');
    });
  });
}
