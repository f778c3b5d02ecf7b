/** Notices by what browsers have: Notification, Web Audio, BroadcastChannel and locks; each may be missing. */

import { dock } from '#web/features/chat/dock.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { Permission } from './decide.ts';
import type { NoticePort, Others } from './port.ts';
import { ring } from './tone.ts';

/** How long other pages have to answer, ms. */
const answerMs = 150;

export const permissionNow = (): Permission =>
  'Notification' in globalThis ? Notification.permission : 'none';

/** The conversation in this page's address, or at its foot. */
const shownHere = (): string | null =>
  location.pathname === '/chat'
    ? new URLSearchParams(location.search).get('c')
    : (screenStore.get(dock)?.c ?? null);

const inFront = () =>
  document.visibilityState === 'visible' && document.hasFocus() ? shownHere() : undefined;

export function browserPort(): NoticePort {
  let last: Notification | undefined;
  const close = () => {
    last?.close();
    last = undefined;
  };
  return {
    permission: permissionNow,
    show({ title, body }, onPress) {
      close();
      try {
        last = new Notification(title, { body, tag: 'archline', icon: '/favicon.svg' });
      } catch {
        // A browser that shows them from service workers only: the number in the title remains.
        return;
      }
      last.onclick = () => {
        window.focus();
        close();
        onPress();
      };
    },
    close,
    ring: () => void ring().catch(() => undefined),
    inFront,
  };
}

type Note = { ask: string } | { answer: string; shown: string | null };

/** @param personId whose pages: another person's in this browser are not concerned */
export function otherPages(personId: string): Others {
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
