/** Stores mails in an array, for tests. `fail` simulates a server that is down. */
import type { Mail, MailFailedError, MailMessage } from './port.ts';

export type MemoryMail = Mail & { sent: MailMessage[]; fail: MailFailedError | undefined };

export function createMemoryMail(): MemoryMail {
  const mail: MemoryMail = {
    sent: [],
    fail: undefined,
    send: async letter => {
      if (mail.fail) throw mail.fail;
      mail.sent.push(letter);
    },
    close: async () => {},
  };
  return mail;
}
