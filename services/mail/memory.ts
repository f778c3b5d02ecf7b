/** Letters kept in an array, for tests; a server that is down is played by `fail`. */
import type { Letter, Mail, MailFailed } from './port.ts';

export type MemoryMail = Mail & { sent: Letter[]; fail: MailFailed | undefined };

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
