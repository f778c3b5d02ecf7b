/**
 * The session in the browser. It ends by signing out, by idling, or by the server; each way clears its data.
 */
import { atom } from 'jotai/vanilla';
import { ApiError, isSessionOverCode } from './api.ts';
import { currentPage, pageApi, recordActivity, sessionTokenAtom } from './browser.ts';
import { type IdleState, type IdleTimer, startIdleTimer } from './idle.ts';
import { type LoginReason, loginPath } from './return-path.ts';
import { screenStore } from './screen-store.ts';
import { clearSession } from './storage-keys.ts';

const actKey = 'archline.act';
const endedKey = 'archline.ended';
const typedKey = 'archline.typed';

/** State of the idle timer; the shell shows its warning. */
export const idleStateAtom = atom<IdleState>({ phase: 'active' });

let isOver = false;
/** Whether signing out is in progress: an ended session is then expected. */
let isSigningOut = false;

/** Clears all data of the session and opens the login page with the reason. Later calls do nothing. */
export function endSession(why: LoginReason): void {
  if (isOver || (isSigningOut && why !== 'out')) return;
  isOver = true;
  const { client } = currentPage();
  const here = `${location.pathname}${location.search}`;
  screenStore.set(sessionTokenAtom, '');
  const boxes = {
    sessionStorage,
    localStorage,
    setCookie: (cookie: string) => {
      // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not available everywhere, and this must be synchronous
      document.cookie = cookie;
    },
    clearCache: () => client.clear(),
  };
  clearSession(boxes, why === 'out');
  // Written after clearing, so that other tabs receive the storage event.
  localStorage.setItem(endedKey, why);
  location.assign(loginPath(why === 'out' ? null : here, why));
}

/** Validates the session with the server, which may renew the token. @throws ApiError */
export async function validateSession(): Promise<void> {
  const token = screenStore.get(sessionTokenAtom);
  const { data } = await pageApi().send('POST', '/login/:token', { body: { token }, parts: { token } });
  screenStore.set(sessionTokenAtom, data.token);
}

/** Signs out. Code 102028 (session already ended) counts as success. @returns an error message, or null */
export async function signOut(): Promise<string | null> {
  isSigningOut = true;
  try {
    const token = screenStore.get(sessionTokenAtom);
    await pageApi().send('PUT', '/login/:token', { body: { token }, parts: { token }, overIsFine: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isSessionOverCode(error.code)) {
      isSigningOut = false;
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
      screenStore.set(idleStateAtom, state);
      // The login page ends the session on the server too; "remember me" stays.
      if (state.phase === 'ended') endSession('idle');
    },
    keepAlive: () => void validateSession().catch(() => undefined),
  };
}

let idle: IdleTimer | undefined;

/** Handles "Stay signed in" in the idle warning. */
export const staySignedIn = (): void => idle?.stay();

/** Watches for acts, and for other tabs that end the session. Returns a function that stops watching. */
export function watchSession(): () => void {
  const watching = startIdleTimer(ports());
  idle = watching;
  let last = 0;
  const act = () => {
    recordActivity();
    // Limits the writes to storage to one per second.
    if (Date.now() - last < 1000) return;
    last = Date.now();
    watching.act();
  };
  const told = (event: StorageEvent) => {
    if (event.key === endedKey && event.newValue) endSession(event.newValue === 'idle' ? 'idle' : 'out');
    // Another tab pressed "Stay signed in".
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
