/** The demo's outgoing messages, in memory. Nothing leaves this machine, and a page shows them. */
import { normaliseContact } from '#events/person/contact.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import type { Sms } from './port.ts';

/** `at`: ISO time. */
export type DemoMessage = { to: string; channel: 'sms' | 'mail'; text: string; at: string };

export type DemoMessages = {
  add(message: Omit<DemoMessage, 'at'>): void;
  /** Lists the newest messages first: all, or those to one phone number or e-mail address. */
  list(to?: string): DemoMessage[];
};

/** Maximum number of messages kept. Older ones are dropped. */
const KEPT = 200;

export function createDemoMessages(clock: Clock): DemoMessages {
  const kept: DemoMessage[] = [];
  return {
    add: message => {
      kept.unshift({ ...message, at: isoNow(clock) });
      kept.length = Math.min(kept.length, KEPT);
    },
    list: to => kept.filter(m => to === undefined || normaliseContact(m.to) === normaliseContact(to)),
  };
}

export const openDemoSms = (messages: DemoMessages): Sms => ({
  send: async ({ to, text }) => messages.add({ to, channel: 'sms', text }),
});
