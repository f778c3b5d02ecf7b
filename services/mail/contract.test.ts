import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AddressObject, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { describeMail, type ReceivedMail, testSenderAddress } from './contract.ts';
import { openFolderMail } from './folder.ts';
import { MailFailedError } from './port.ts';
import { openSmtpMail } from './smtp.ts';

const textOf = (who: AddressObject | AddressObject[] | undefined) =>
  [who ?? []]
    .flat()
    .flatMap(one => one.value)
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(', ');

async function parsed(source: Buffer): Promise<ReceivedMail> {
  const mail = await simpleParser(source);
  const line = (name: string) => mail.headerLines.find(h => h.key === name)?.line ?? '';
  return {
    from: textOf(mail.from),
    to: textOf(mail.to),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    messageId: mail.messageId ?? '',
    header: name =>
      line(name)
        .slice(name.length + 1)
        .trim(),
  };
}

/** An SMTP server in this process. Its port is free again after closing. */
async function server(options: SMTPServerOptions = {}) {
  const kept: Buffer[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', part => parts.push(part));
      stream.on('end', () => {
        kept.push(Buffer.concat(parts));
        done();
      });
    },
    ...options,
  });
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', () => resolve()));
  const { port } = smtp.server.address() as AddressInfo;
  const close = () => new Promise<void>(resolve => smtp.close(() => resolve()));
  return { kept, port, close };
}

describeMail('folder', async () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'archline-mail-')), 'mail');
  const mail = openFolderMail({ dir, from: testSenderAddress });
  return {
    mail,
    received: () => Promise.all(readdirSync(dir).map(name => parsed(readFileSync(join(dir, name))))),
    dispose: async () => {
      await mail.close();
      rmSync(join(dir, '..'), { recursive: true });
    },
  };
});

describeMail('smtp', async () => {
  const { kept, port, close } = await server();
  const mail = openSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: testSenderAddress });
  return {
    mail,
    received: () => Promise.all(kept.map(parsed)),
    dispose: async () => {
      await mail.close();
      await close();
    },
  };
});

const letter = { id: 'a', to: 'li@clinic.example', subject: 's', text: 't', lang: 'en' as const };

test('a mail in the folder is readable by its owner only, and is one file however often it is sent', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archline-mail-'));
  const mail = openFolderMail({ dir, from: testSenderAddress });
  await mail.send(letter);
  await mail.send(letter);
  await mail.send({ ...letter, id: '../../b' });
  const names = readdirSync(dir);
  expect(names).toHaveLength(2);
  expect(names).toContain('a.eml');
  expect((statSync(join(dir, 'a.eml')).mode & 0o777).toString(8)).toBe('600');
  rmSync(dir, { recursive: true });
});

const failureOf = (sent: Promise<void>) =>
  sent.then(
    () => undefined,
    (error: unknown) => (error instanceof MailFailedError ? error : undefined),
  );

test('an unavailable mail server is reported without the address', async () => {
  const { port, close } = await server();
  await close();
  const mail = openSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: testSenderAddress });
  const failed = await failureOf(mail.send(letter));
  expect(failed).toMatchObject({ why: 'ESOCKET', final: false });
  expect(JSON.stringify(failed) + failed?.stack).not.toContain('clinic.example');
});

test('an address that the server rejects is final, and the server’s answer is not passed on', async () => {
  const { port, close } = await server({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })),
  });
  const failed = await failureOf(
    openSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: testSenderAddress }).send(letter),
  );
  expect(failed).toMatchObject({ why: 'EENVELOPE', answer: 550, final: true });
  expect(JSON.stringify(failed) + failed?.stack).not.toContain('clinic.example');
  await close();
});

test('user and password are taken from the URL, decoded', async () => {
  const seen: unknown[] = [];
  const { port, close } = await server({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      seen.push([username, password]);
      done(null, { user: username });
    },
  });
  await openSmtpMail({ url: `smtp://archline%40x:p%2Fs@127.0.0.1:${port}`, from: testSenderAddress }).send(
    letter,
  );
  expect(seen).toEqual([['archline@x', 'p/s']]);
  await close();
});
