/** The session in the browser: it ends by signing out, by idling, or because the server says so; each way clears all. */
import { atom } from 'jotai/vanilla';
import { ApiError, isOver } from './api.ts';
import { clearSession } from './boxes.ts';
import { acted, api, session, thisPage } from './browser.ts';
import { type Idle, type IdleState, watchIdle } from './idle.ts';
import { loginPath, type Why } from './return-path.ts';
import { screenStore } from './screen-store.ts';

const actKey = 'archline.act';
const endedKey = 'archline.ended';
const typedKey = 'archline.typed';

/** What the idle timer says; the shell shows the warning. */
export const idleState = atom<IdleState>({ phase: 'active' });

let over = false;
/** Signing out is under way: that the session is over is no news then. */
let leaving = false;

/** Clears everything of this session and goes to the login page, which says why. Once: later calls change nothing. */
export function endSession(why: Why): void {
  if (over || (leaving && why !== 'out')) return;
  over = true;
  const { client } = thisPage();
  const here = `${location.pathname}${location.search}`;
  screenStore.set(session, '');
  const boxes = {
    sessionStorage,
    localStorage,
    setCookie: (cookie: string) => {
      // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not everywhere, and this must not wait
      document.cookie = cookie;
    },
    clearCache: () => client.clear(),
  };
  clearSession(boxes, why === 'out');
  // Told after clearing, so that the other tabs see it arrive.
  localStorage.setItem(endedKey, why);
  location.assign(loginPath(why === 'out' ? null : here, why));
}

/** Validates the session with the server, which may answer with a newer token. @throws ApiError */
export async function validate(): Promise<void> {
  const token = screenStore.get(session);
  const { data } = await api().send<{ token?: string } | null>(
    'POST',
    `/login/${encodeURIComponent(token)}`,
    { body: { token } },
  );
  if (data?.token) screenStore.set(session, data.token);
}

/** Signs out. 102028 means that it was over already, which is as good. @returns what went wrong, in words, or null */
export async function signOut(): Promise<string | null> {
  leaving = true;
  try {
    await api().send('PUT', `/login/${encodeURIComponent(screenStore.get(session))}`, {
      body: { token: screenStore.get(session) },
      overIsFine: true,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isOver(error.code)) {
      leaving = false;
      return error.message;
    }
  }
  endSession('out');
  return null;
}

function ports() {
  return {
    now: () => Date.now(),
    after: (milliseconds: number, run: () => void) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    lastAct: () => Number(localStorage.getItem(actKey)) || Date.now(),
    acted: (now: number) => localStorage.setItem(actKey, String(now)),
    onState: (state: IdleState) => {
      screenStore.set(idleState, state);
      // The login page ends it on the server too; "remember me" is left alone.
      if (state.phase === 'ended') endSession('idle');
    },
    keepAlive: () => void validate().catch(() => undefined),
  };
}

let idle: Idle | undefined;

/** "Stay signed in", from the warning. */
export const stay = (): void => idle?.stay();

/** Watches for acts, and for other tabs that end the session. The answer stops watching. */
export function watchSession(): () => void {
  const watching = watchIdle(ports());
  idle = watching;
  let last = 0;
  const act = () => {
    acted();
    // Writing to storage for every key would be work for nothing.
    if (Date.now() - last < 1000) return;
    last = Date.now();
    watching.act();
  };
  const told = (event: StorageEvent) => {
    if (event.key === endedKey && event.newValue) endSession(event.newValue === 'idle' ? 'idle' : 'out');
    // "Stay signed in" was pressed in another tab.
    if (event.key === actKey && event.newValue) watching.look();
  };
  const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
  for (const name of acts) addEventListener(name, act, { passive: true, capture: true });
  addEventListener('storage', told);
  localStorage.removeItem(endedKey);
  sessionStorage.removeItem(typedKey);
  return () => {
    watching.stop();
    for (const name of acts) removeEventListener(name, act, { capture: true });
    removeEventListener('storage', told);
  };
}
