/**
 * All values that product-spec.md 3 keeps in browser storage, and our own: their place and what clears them.
 * Most need
 * no storage: server data is in the query cache, screen state in the address.
 */
import { type ClearedBy, type StoragePlace, storageEntryByName } from './storage-keys.ts';

type Stored = { place: StoragePlace; clearedBy: ClearedBy; key?: string; why: string };

/** The spec's names, in the spec's order. */
export const specStorageEntries = {
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
  restartCase: { ...storageEntryByName.restartCase, why: 'a case whose restart is not confirmed yet' },
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
  eyeHidden: { ...storageEntryByName.eyeHidden, why: 'the server masks by it' },
} as const satisfies Record<string, Stored>;

/** Values that Archline stores in addition to the spec's list. */
export const extraStorageEntries = {
  language: { ...storageEntryByName.language, why: 'the language of pages' },
  theme: { ...storageEntryByName.theme, why: 'light or dark; absent follows the system' },
  bar: { ...storageEntryByName.bar, why: '`classic` for the classic navigation bar; the server renders it' },
  timeZone: { ...storageEntryByName.timeZone, why: 'so that the server renders the reader’s dates' },
  'last act': { ...storageEntryByName['last act'], why: 'an act in one tab keeps all tabs signed in' },
  'single keys': {
    ...storageEntryByName['single keys'],
    why: 'shortcuts of a single key are off in this browser',
  },
  'folded columns': {
    ...storageEntryByName['folded columns'],
    why: 'columns beside a plan that are folded away in this browser',
  },
  'list columns': { ...storageEntryByName['list columns'], why: 'columns of the case list, by person' },
  notices: {
    ...storageEntryByName.notices,
    why: 'whether news pops up, rings and says its text in this browser',
  },
  'name typed at sign-in': {
    ...storageEntryByName['name typed at sign-in'],
    why: 'for the login page after a slip in the password; the app drops it when it starts',
  },
  'session ended': { ...storageEntryByName['session ended'], why: 'signing out in one tab signs out all' },
  drafts: {
    ...storageEntryByName.drafts,
    why: 'what was typed and not saved yet, by prefix; another person who signs in drops it',
  },
  uploads: { ...storageEntryByName.uploads, why: 'where an upload goes on after a reload, by prefix' },
} as const satisfies Record<string, Stored>;
