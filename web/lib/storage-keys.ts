/** The keys in browser storage, with their place and what clears them. storage.ts lists the reasons. */

export type StoragePlace =
  /** Lost when the page closes. */
  | 'memory'
  /** The query cache, in memory: lost when the page closes. */
  | 'cache'
  /** The page address. */
  | 'url'
  | 'sessionStorage'
  | 'localStorage'
  | 'cookie';

export type ClearedBy =
  /** Cleared when the session ends, for any reason. */
  | 'session'
  /** Cleared when the person signs out; kept when the session expires, for the next sign-in. */
  | 'signOut'
  /** Cleared when its page closes. */
  | 'page'
  /** A preference of this browser; signing out keeps it. */
  | 'kept';

type Boxed = { place: StoragePlace; clearedBy: ClearedBy; key: string };

/** The items that are kept in browser storage. A key that ends in a colon is a prefix. */
export const storageEntryByName = {
  restartCase: { place: 'sessionStorage', clearedBy: 'session', key: 'restartCase' },
  eyeHidden: { place: 'cookie', clearedBy: 'session', key: 'eyeHidden' },
  language: { place: 'cookie', clearedBy: 'kept', key: 'lang' },
  theme: { place: 'cookie', clearedBy: 'kept', key: 'theme' },
  bar: { place: 'cookie', clearedBy: 'kept', key: 'bar' },
  timeZone: { place: 'cookie', clearedBy: 'kept', key: 'tz' },
  'last act': { place: 'localStorage', clearedBy: 'session', key: 'archline.act' },
  'single keys': { place: 'localStorage', clearedBy: 'kept', key: 'archline.keys' },
  'folded columns': { place: 'localStorage', clearedBy: 'kept', key: 'archline.columns' },
  'list columns': { place: 'localStorage', clearedBy: 'kept', key: 'archline.caseList:' },
  notices: { place: 'localStorage', clearedBy: 'kept', key: 'archline.notices' },
  'name typed at sign-in': { place: 'sessionStorage', clearedBy: 'session', key: 'archline.typed' },
  'session ended': { place: 'localStorage', clearedBy: 'session', key: 'archline.ended' },
  drafts: { place: 'sessionStorage', clearedBy: 'signOut', key: 'draft:' },
  uploads: { place: 'localStorage', clearedBy: 'session', key: 'tus::' },
} as const satisfies Record<string, Boxed>;

type Box = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The browser stores that `clearSession` needs. */
export type BrowserStores = {
  sessionStorage: Box;
  localStorage: Box;
  /** Writes document.cookie. */
  setCookie: (cookie: string) => void;
  /** Empties the query cache. */
  clearCache: () => void;
};

const rows: readonly Boxed[] = Object.values(storageEntryByName);

const clearing: Partial<Record<StoragePlace, (key: string, boxes: BrowserStores) => void>> = {
  sessionStorage: (key, boxes) => removeFrom(boxes.sessionStorage, key),
  localStorage: (key, boxes) => removeFrom(boxes.localStorage, key),
  cookie: (key, boxes) => boxes.setCookie(`${key}=; Path=/; Max-Age=0; SameSite=Lax`),
};

function removeFrom(box: Box, key: string): void {
  const keys = Array.from({ length: box.length }, (_, i) => box.key(i));
  const goes = (name: string) => (key.endsWith(':') ? name.startsWith(key) : name === key);
  for (const name of keys) if (name !== null && goes(name)) box.removeItem(name);
}

/** Clears all data of the session. Drafts are cleared only when the person signed out. */
export function clearSession(boxes: BrowserStores, signedOut = true): void {
  const goes: readonly ClearedBy[] = signedOut ? ['session', 'signOut'] : ['session'];
  for (const { place, clearedBy, key } of rows) {
    if (goes.includes(clearedBy)) clearing[place]?.(key, boxes);
  }
  boxes.clearCache();
}
