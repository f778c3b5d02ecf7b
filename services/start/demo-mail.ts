/** Lists the demo's mails with its text messages, so that a person can read a code that no mail server sends. */
import type { Mail } from '../mail/port.ts';
import type { DemoMessages } from '../sms/demo.ts';

/** Lists each mail before it is sent, because a program may read the list right after the answer. */
export const createListedDemoMail = (mail: Mail, messages: DemoMessages): Mail => ({
  send: letter => {
    messages.add({ to: letter.to, channel: 'mail', text: `${letter.subject}\n\n${letter.text}` });
    return mail.send(letter);
  },
  close: mail.close,
});
