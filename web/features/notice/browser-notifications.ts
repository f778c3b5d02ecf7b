/**
 * Notifications by browser APIs: Notification, Web Audio, BroadcastChannel and locks; each may be missing.
 */

import { chatDockAtom } from '#web/lib/chat-dock.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { NotificationPermissionState } from './decide-notification.ts';
import type { NotificationPort, OtherPages } from './notification-port.ts';
import { playTone } from './tone.ts';

/** Timeout for answers of other pages, ms. */
const answerMs = 150;

export const notificationPermission = (): NotificationPermissionState =>
  'Notification' in globalThis ? Notification.permission : 'none';

/** The conversation shown on this page or in its chat dock. */
const visibleConversation = (): string | null =>
  location.pathname === '/chat'
    ? new URLSearchParams(location.search).get('c')
    : (screenStore.get(chatDockAtom)?.c ?? null);

const inFront = () =>
  document.visibilityState === 'visible' && document.hasFocus() ? visibleConversation() : undefined;

export function createNotificationPort(): NotificationPort {
  let last: Notification | undefined;
  const close = () => {
    last?.close();
    last = undefined;
  };
  return {
    permission: notificationPermission,
    show({ title, body }, onPress) {
      close();
      try {
        last = new Notification(title, { body, tag: 'archline', icon: '/favicon.svg' });
      } catch {
        // Some browsers allow notifications from service workers only: the number in the title remains.
        return;
      }
      last.onclick = () => {
        window.focus();
        close();
        onPress();
      };
    },
    close,
    ring: () => void playTone().catch(() => undefined),
    inFront,
  };
}

type Note = { ask: string } | { answer: string; shown: string | null };

/** @param personId only pages of this person take part */
export function connectOtherPages(personId: string): OtherPages {
  const name = `archline.notices.${personId}`;
  const channel = new BroadcastChannel(name);
  const asking = new Map<string, (string | null)[]>();
  channel.onmessage = ({ data }: MessageEvent<Note>) => {
    if ('answer' in data) asking.get(data.answer)?.push(data.shown);
    else {
      const shown = inFront();
      if (shown !== undefined) channel.postMessage({ answer: data.ask, shown } satisfies Note);
    }
  };
  return {
    alone: ended =>
      new Promise(resolve => {
        navigator.locks
          .request(name, { signal: ended }, async () => {
            resolve(true);
            await new Promise<void>(free => ended.addEventListener('abort', () => free()));
          })
          .catch(() => resolve(false));
      }),
    ask: () =>
      new Promise(resolve => {
        const id = crypto.randomUUID();
        asking.set(id, []);
        channel.postMessage({ ask: id } satisfies Note);
        setTimeout(() => {
          resolve(asking.get(id) ?? []);
          asking.delete(id);
        }, answerMs);
      }),
    close: () => channel.close(),
  };
}
