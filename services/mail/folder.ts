/** Stores mails as files if no mail server is set. Each file opens in a mail program, and none leaves this machine. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { mailFailureOf, mailFileName, toNodemailerMessage } from './compose.ts';
import type { Mail, MailMessage } from './port.ts';

/** @param dir created if missing; readable by its owner only, like the data folder */
export function openFolderMail({ dir, from }: { dir: string; from: string }): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const write = async (letter: MailMessage) => {
    const { message } = await transport.sendMail(toNodemailerMessage(letter, from));
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const path = join(dir, mailFileName(letter.id));
    // Written atomically, so that no reader opens half a mail.
    await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 });
    await rename(`${path}.new`, path);
  };
  return {
    send: letter =>
      write(letter).catch((error: unknown) => {
        throw mailFailureOf(error);
      }),
    close: async () => transport.close(),
  };
}
