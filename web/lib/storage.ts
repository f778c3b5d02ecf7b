/**
 * Every value that product-spec.md 3 keeps in browser storage, and ours: where it lives here, and who clears it. Most
 * need no storage at all: what is the server's lives in the query cache, what is on screen in the address.
 */

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

type Stored = { place: Place; clearedBy: Cleared; key?: string; why: string };

/** The spec's names, in its order. */
export const storage = {
  'session token': {
    place: 'memory',
    clearedBy: 'session',
    why: 'and as an HttpOnly cookie, which the server clears',
  },
  baseInfo: { place: 'cache', clearedBy: 'session', why: 'the query `me`' },
  limitPath: {
    place: 'cache',
    clearedBy: 'session',
    why: '`pages` of the query `case`: which sections are closed',
  },
  viewButton: { place: 'cache', clearedBy: 'session', why: 'the query `rights`' },
  staticData: {
    place: 'memory',
    clearedBy: 'page',
    why: 'keyed lists are code (events/case/options.ts), words are dictionaries',
  },
  positionId: { place: 'cache', clearedBy: 'session', why: '`position` of the query `me`' },
  step: { place: 'url', clearedBy: 'page', why: 'the last part of /addCase/…' },
  newCaseId: { place: 'url', clearedBy: 'page', why: '?id= of /addCase' },
  restartCase: {
    place: 'sessionStorage',
    clearedBy: 'session',
    key: 'restartCase',
    why: 'a case whose restart is not confirmed yet',
  },
  orgId: { place: 'cache', clearedBy: 'session', why: '`orgId` of the query `me`' },
  'list page number': { place: 'url', clearedBy: 'page', why: '?page=, 1 where it is absent' },
  'list page size': { place: 'url', clearedBy: 'page', why: '?size=, 10 where it is absent' },
  'filter states for cases': { place: 'url', clearedBy: 'page', why: '?filter=&type=&method= of /caseList' },
  'filter states for retainers': { place: 'url', clearedBy: 'page', why: '?filter= of /retainerList' },
  'filter states for pending': { place: 'url', clearedBy: 'page', why: '?tab=action of /caseList' },
  'filter states for disposal': { place: 'url', clearedBy: 'page', why: '?archived= of /caseList' },
  'tab indexes': { place: 'url', clearedBy: 'page', why: '?tab=' },
  'chosen tag': { place: 'url', clearedBy: 'page', why: '?counter= of /caseList' },
  treatmentInfo: { place: 'cache', clearedBy: 'session', why: '`sections` of the query `case`' },
  caseStatistics: { place: 'cache', clearedBy: 'session', why: 'the query `counts`' },
  'patient list page': { place: 'url', clearedBy: 'page', why: '?page= of /patientFilterList' },
  'patient list size': { place: 'url', clearedBy: 'page', why: '?size= of /patientFilterList' },
  'gender filter': { place: 'url', clearedBy: 'page', why: '?gender= of /patientFilterList' },
  'clinical filter': { place: 'url', clearedBy: 'page', why: '?diagnosis= of /patientFilterList' },
  'correction filter': { place: 'url', clearedBy: 'page', why: '?correction= of /patientFilterList' },
  patientType: { place: 'url', clearedBy: 'page', why: '?type= of /patientFilterList' },
  docType: { place: 'url', clearedBy: 'page', why: '?doc= of /patientFilterList' },
  'address list': { place: 'cache', clearedBy: 'session', why: 'the query `addresses`' },
  userInfo: { place: 'cache', clearedBy: 'session', why: 'the query `me`' },
  userIcon: { place: 'cache', clearedBy: 'session', why: '`userIcon` of the query `me`' },
  titleSelection: { place: 'url', clearedBy: 'page', why: 'the chosen entry of the navigation is the path' },
  status: { place: 'cache', clearedBy: 'session', why: '`header.status` of the query `case`' },
  threedShow: { place: 'url', clearedBy: 'page', why: 'the layers shown, in the viewer’s address' },
  updateCaseId: { place: 'url', clearedBy: 'page', why: '?id=' },
  editOptions: { place: 'cache', clearedBy: 'session', why: '`may` of the query `case`' },
  searchParams: { place: 'url', clearedBy: 'page', why: '?q= of /caseList' },
  patientInfo: {
    place: 'cache',
    clearedBy: 'session',
    why: '`sections.patient` of the query `case`; never in storage',
  },
  eyeHidden: { place: 'cookie', clearedBy: 'session', key: 'eyeHidden', why: 'the server masks by it' },
} as const satisfies Record<string, Stored>;

/** What Archline keeps beside the spec's list. */
export const ours = {
  language: { place: 'cookie', clearedBy: 'kept', key: 'lang', why: 'the language of pages' },
  theme: {
    place: 'cookie',
    clearedBy: 'kept',
    key: 'theme',
    why: 'light or dark; absent follows the system',
  },
  timeZone: {
    place: 'cookie',
    clearedBy: 'kept',
    key: 'tz',
    why: 'so that the server renders the reader’s dates',
  },
  'last act': {
    place: 'localStorage',
    clearedBy: 'session',
    key: 'archline.act',
    why: 'an act in one tab keeps all tabs signed in',
  },
  'single keys': {
    place: 'localStorage',
    clearedBy: 'kept',
    key: 'archline.keys',
    why: 'shortcuts of a single key are off in this browser',
  },
  'name typed at sign-in': {
    place: 'sessionStorage',
    clearedBy: 'session',
    key: 'archline.typed',
    why: 'for the login page after a slip in the password; the app drops it when it starts',
  },
  'session ended': {
    place: 'localStorage',
    clearedBy: 'session',
    key: 'archline.ended',
    why: 'signing out in one tab signs out all',
  },
  drafts: {
    place: 'sessionStorage',
    clearedBy: 'signOut',
    key: 'draft:',
    why: 'what was typed and not saved yet, by prefix; another person who signs in drops it',
  },
  uploads: {
    place: 'localStorage',
    clearedBy: 'session',
    key: 'tus::',
    why: 'where an upload goes on after a reload, by prefix',
  },
} as const satisfies Record<string, Stored>;

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

const rows: Stored[] = [...Object.values(storage), ...Object.values(ours)];

const clearing: Partial<Record<Place, (key: string, boxes: Boxes) => void>> = {
  sessionStorage: (key, boxes) => removeFrom(boxes.sessionStorage, key),
  localStorage: (key, boxes) => removeFrom(boxes.localStorage, key),
  cookie: (key, boxes) => boxes.setCookie(`${key}=; Path=/; Max-Age=0; SameSite=Lax`),
};

/** A key that ends in a colon is a prefix of many. */
function removeFrom(box: Box, key: string): void {
  const keys = Array.from({ length: box.length }, (_, i) => box.key(i));
  const goes = (name: string) => (key.endsWith(':') ? name.startsWith(key) : name === key);
  for (const name of keys) if (name !== null && goes(name)) box.removeItem(name);
}

/** The session is over: everything that belonged to it goes; what was typed only where its person left on purpose. */
export function clearSession(boxes: Boxes, signedOut = true): void {
  const goes: readonly Cleared[] = signedOut ? ['session', 'signOut'] : ['session'];
  for (const { place, clearedBy, key } of rows) {
    if (goes.includes(clearedBy) && key) clearing[place]?.(key, boxes);
  }
  boxes.clearCache();
}
