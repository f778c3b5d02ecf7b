import { describe, expect, test } from 'vitest';
import { extraStorageEntries, specStorageEntries } from './storage.ts';
import { type BrowserStores, clearSession } from './storage-keys.ts';

/** product-spec.md 3, "Session values kept in browser storage", verbatim. */
const spec =
  'session token, baseInfo, limitPath, viewButton, staticData, positionId, step, newCaseId, restartCase, orgId, list page number and size (default 1 and 10), filter states for cases, retainers, pending and disposal lists, tab indexes, chosen tag, treatmentInfo, caseStatistics, patient list page/size, gender/clinical/correction filters, patientType and docType, address list, userInfo, userIcon, titleSelection, status, threedShow, updateCaseId, editOptions, searchParams, patientInfo, eyeHidden';

/** Phrases of the list that name several values. */
const several: Record<string, string[]> = {
  'list page number and size (default 1 and 10)': ['list page number', 'list page size'],
  'filter states for cases': ['filter states for cases'],
  retainers: ['filter states for retainers'],
  'pending and disposal lists': ['filter states for pending', 'filter states for disposal'],
  'patient list page/size': ['patient list page', 'patient list size'],
  'gender/clinical/correction filters': ['gender filter', 'clinical filter', 'correction filter'],
  'patientType and docType': ['patientType', 'docType'],
};
const named = spec.split(', ').flatMap(phrase => several[phrase] ?? [phrase]);

function box(entries: Record<string, string>) {
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
}

describe('the storage table', () => {
  test('names every value of the spec and no other', () => {
    expect(Object.keys(specStorageEntries)).toEqual(named);
  });
  test.each(Object.entries({ ...specStorageEntries, ...extraStorageEntries }))(
    'gives a place and a reason for %s',
    (_, row) => {
      const kept = ['sessionStorage', 'localStorage', 'cookie'].includes(row.place);
      // Only values in browser storage have a key; the others are in the page, the cache or the address.
      expect('key' in row).toBe(kept);
      expect(row.why).not.toBe('');
    },
  );
  test('stores no patient data', () => {
    expect(specStorageEntries.patientInfo.place).toBe('cache');
    expect(specStorageEntries['session token'].place).toBe('memory');
  });
});

describe('clearing a session', () => {
  const all = { ...specStorageEntries, ...extraStorageEntries };
  const keysOf = (place: string) =>
    Object.values(all).flatMap(row =>
      'key' in row && row.place === place ? [row.key.endsWith(':') ? `${row.key}x` : row.key] : [],
    );
  const filled = () => {
    const sessions = box(Object.fromEntries([...keysOf('sessionStorage'), 'foreign'].map(key => [key, '1'])));
    const locals = box(Object.fromEntries([...keysOf('localStorage'), 'foreign'].map(key => [key, '1'])));
    const cookies: string[] = [];
    const cleared: string[] = [];
    const boxes: BrowserStores = {
      sessionStorage: sessions,
      localStorage: locals,
      setCookie: cookie => cookies.push(cookie),
      clearCache: () => cleared.push('cache'),
    };
    return { sessions, locals, cookies, cleared, boxes };
  };

  test('after signing out keeps only the browser’s preferences', () => {
    const { sessions, locals, cookies, cleared, boxes } = filled();
    clearSession(boxes);
    expect([...sessions.held.keys()]).toEqual(['foreign']);
    expect([...locals.held.keys()]).toEqual([
      'archline.keys',
      'archline.columns',
      'archline.caseList:x',
      'archline.notices',
      'foreign',
    ]);
    expect(cookies).toEqual(['eyeHidden=; Path=/; Max-Age=0; SameSite=Lax']);
    expect(cleared).toEqual(['cache']);
  });
  test('after idling keeps unsaved drafts', () => {
    const { sessions, boxes } = filled();
    clearSession(boxes, false);
    expect([...sessions.held.keys()]).toEqual(['draft:x', 'foreign']);
  });
});
