/** Sends mail to an SMTP server (nodemailer is used in this folder only). */
import { createTransport } from 'nodemailer';
import { mailFailureOf, toNodemailerMessage } from './compose.ts';
import type { Mail } from './port.ts';

const local = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Timeouts in ms, shorter than a lease, so that a silent server does not block other mails. */
const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * @param url `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte; user and password
 * percent-encoded
 */
export function openSmtpMail({ url, from }: { url: string; from: string }): Mail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Requires TLS if there is a password, so that the password is never sent unencrypted.
    requireTLS: !secure && username !== '' && !local.has(hostname),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...waits,
  });
  return {
    send: async letter => {
      try {
        await transport.sendMail(toNodemailerMessage(letter, from));
      } catch (error) {
        throw mailFailureOf(error);
      }
    },
    close: async () => transport.close(),
  };
}
