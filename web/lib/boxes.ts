/** What lies in the browser's own storage: where, under which name, and who clears it. Why is said in storage.ts. */

export type Place =
  /** Gone with the page. */
  | 'memory'
  /** The cache of server rows, in memory: gone with the page. */
  | 'cache'
  /** The address. */
  | 'url'
  | 'sessionStorage'
  | 'localStorage'
  | 'cookie';

export type Cleared =
  /** Goes when the session ends, however it ends. */
  | 'session'
  /** Goes when its person signs out; a session that merely ran out leaves it for the next sign-in. */
  | 'signOut'
  /** Goes when the page it belongs to is left. */
  | 'page'
  /** A preference of this browser: signing out leaves it. */
  | 'kept';

type Boxed = { place: Place; clearedBy: Cleared; key: string };

/** A key that ends in a colon is a prefix of many. */
export const boxed = {
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

/** What clearing needs of the browser. */
export type Boxes = {
  sessionStorage: Box;
  localStorage: Box;
  /** Writes document.cookie. */
  setCookie: (cookie: string) => void;
  /** Empties the cache of server rows. */
  clearCache: () => void;
};

const rows: readonly Boxed[] = Object.values(boxed);

const clearing: Partial<Record<Place, (key: string, boxes: Boxes) => void>> = {
  sessionStorage: (key, boxes) => removeFrom(boxes.sessionStorage, key),
  localStorage: (key, boxes) => removeFrom(boxes.localStorage, key),
  cookie: (key, boxes) => boxes.setCookie(`${key}=; Path=/; Max-Age=0; SameSite=Lax`),
};

function removeFrom(box: Box, key: string): void {
  const keys = Array.from({ length: box.length }, (_, i) => box.key(i));
  const goes = (name: string) => (key.endsWith(':') ? name.startsWith(key) : name === key);
  for (const name of keys) if (name !== null && goes(name)) box.removeItem(name);
}

/** The session is over: everything that belonged to it goes; what was typed only where its person left on purpose. */
export function clearSession(boxes: Boxes, signedOut = true): void {
  const goes: readonly Cleared[] = signedOut ? ['session', 'signOut'] : ['session'];
  for (const { place, clearedBy, key } of rows) {
    if (goes.includes(clearedBy)) clearing[place]?.(key, boxes);
  }
  boxes.clearCache();
}
