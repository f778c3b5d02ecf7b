import { QueryClient } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Api } from './api.ts';
import { screenStore } from './screen-store.ts';

/** A browser tab with its address, storage and cookies. Each test loads fresh modules, like a page load. */
function tab() {
  const box = (entries: Record<string, string>) => {
    const held = new Map(Object.entries(entries));
    return {
      held,
      get length() {
        return held.size;
      },
      key: (i: number) => [...held.keys()][i] ?? null,
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    };
  };
  const went: string[] = [];
  const cookies: string[] = [];
  const local = box({ 'tus::1': 'x', other: 'x' });
  const sessions = box({ 'draft:1': 'x', restartCase: 'ABC234' });
  vi.stubGlobal('location', {
    pathname: '/caseDetail',
    search: '?id=ABC234',
    assign: (to: string) => went.push(to),
  });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', sessions);
  vi.stubGlobal('document', {
    set cookie(text: string) {
      cookies.push(text);
    },
  });
  return { went, cookies, local, sessions };
}

async function page(send: Api['send']) {
  const { setCurrentPage, sessionTokenAtom: sessionToken } = await import('./browser.ts');
  const { endSession, signOut } = await import('./session.ts');
  const client = new QueryClient();
  client.setQueryData(['me'], { userName: 'doctor' });
  const api: Api = { send, read: () => Promise.reject(new Error('nothing is read here')) };
  const boot = {
    lang: 'en',
    theme: null,
    hidden: false,
    timeZone: 'UTC',
    now: 0,
    bar: null,
    demo: false,
    token: 't',
    position: null,
  } as const;
  setCurrentPage({ boot, client, api, words: createInstance(), go: () => undefined });
  screenStore.set(sessionToken, 't');
  return { endSession, signOut, client, sessionToken };
}

const answered = () => Promise.resolve({ data: null as never, etag: null, position: null });
const refused = (code: number, http: number) => async () => {
  // Imports the page's own class: each test has fresh modules.
  const { ApiError } = await import('./api.ts');
  throw new ApiError(`refused ${code}`, { code, http });
};

let t: ReturnType<typeof tab>;
beforeEach(() => {
  vi.resetModules();
  t = tab();
});
afterEach(() => vi.unstubAllGlobals());

describe('ending an expired session', () => {
  test('clears its data and opens the login page with a return path', async () => {
    const { endSession, client, sessionToken } = await page(answered);
    endSession('expired');
    expect(t.went).toEqual(['/login?returnTo=%2FcaseDetail%3Fid%3DABC234&why=expired']);
    expect(screenStore.get(sessionToken)).toBe('');
    expect(client.getQueryData(['me'])).toBeUndefined();
    expect([...t.local.held.keys()]).toEqual(['other', 'archline.ended']);
    // Drafts are kept for the same person's next sign-in.
    expect([...t.sessions.held.keys()]).toEqual(['draft:1']);
    expect(t.cookies).toEqual(['eyeHidden=; Path=/; Max-Age=0; SameSite=Lax']);
  });
  test('happens once, however many calls report it', async () => {
    const { endSession } = await page(answered);
    endSession('expired');
    endSession('idle');
    expect(t.went).toHaveLength(1);
  });
});

describe('signing out', () => {
  test('clears everything and opens the login page without a return path', async () => {
    const { signOut, sessionToken } = await page(answered);
    expect(await signOut()).toBeNull();
    expect(t.went).toEqual(['/login?why=out']);
    expect(screenStore.get(sessionToken)).toBe('');
    expect([...t.sessions.held.keys()]).toEqual([]);
  });
  test.each([102028, 101014])('succeeds if the session has already ended (%i)', async code => {
    const { signOut } = await page(refused(code, 401));
    expect(await signOut()).toBeNull();
    expect(t.went).toEqual(['/login?why=out']);
  });
  test('reports a failure and clears nothing', async () => {
    const { signOut, sessionToken } = await page(refused(103008, 400));
    expect(await signOut()).toBe('refused 103008');
    expect(t.went).toEqual([]);
    expect(screenStore.get(sessionToken)).toBe('t');
    expect(t.sessions.held.has('draft:1')).toBe(true);
  });
  test('is not shown as expired when the socket reports the end first', async () => {
    const { signOut, endSession } = await page(async () => {
      endSession('expired');
      return answered();
    });
    await signOut();
    expect(t.went).toEqual(['/login?why=out']);
  });
});
