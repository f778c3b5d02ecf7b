/**
 * The draft of a case in this tab: kept for the page's lifetime, so that a save in progress is never lost.
 */

import { useEffect, useState } from 'react';
import type { SectionName } from '#events/case/sections.ts';
import { errors } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import { refreshCase, sendCommand } from '#web/lib/act.ts';
import { sessionTokenAtom } from '#web/lib/browser.ts';
import { dayOf } from '#web/lib/format.ts';
import { socketStatusAtom } from '#web/lib/live-state.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { type CaseDraft, createCaseDraft } from './autosave.ts';
import { type DraftState, type SaveOutcome, type ServerSections, warnsBeforeLeaving } from './draft-state.ts';
import { dropOtherUsersDrafts, readUnsavedSections, storeUnsavedSections } from './draft-storage.ts';
import type { FieldValues } from './fields.ts';

const isFields = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the page is unloading: `visibilityState` is not `hidden` at that moment. */
let leaving = false;

/** `"12"` or `"12-abc"` → 12 */
const revisionOf = (etag: unknown): number => Number(/^"(\d+)/.exec(String(etag))?.[1] ?? 0);

/** Failures that are retried: no answer, 401, 408, 429, 5xx. */
const isLater = (http: number) => [0, 401, 408, 429].includes(http) || http >= 500;
/** Statuses of an invalid request; the case is unchanged. */
const wrong: readonly number[] = [400, 413, 415, 422];

async function sendSection(
  caseId: string,
  section: SectionName,
  value: FieldValues,
  revision: number,
): Promise<SaveOutcome> {
  const path = `/cases/${encodeURIComponent(caseId)}/${section}`;
  // The page may close before the answer arrives.
  const outlivesPage = leaving || document.visibilityState === 'hidden';
  const done = await sendCommand('PUT', path, value, { ifMatch: `"${revision}"`, quiet: true, outlivesPage });
  if (done.ok) {
    if (screenStore.get(socketStatusAtom) !== 'live') void refreshCase(caseId);
    return { how: 'saved', revision: revisionOf(done.answer.etag) };
  }
  const { error } = done;
  if (error.code === errors.staleSection.code && isFields(error.data)) {
    const { theirs, etag, savedAt } = error.data;
    const at = typeof savedAt === 'string' ? savedAt : null;
    return { how: 'stale', theirs: isFields(theirs) ? theirs : {}, revision: revisionOf(etag), at };
  }
  if (isLater(error.http)) return { how: 'offline' };
  if (wrong.includes(error.http)) return { how: 'refused', issues: error.issues, message: error.message };
  void refreshCase(caseId);
  return { how: 'closed', message: error.message };
}

const portsFor = (caseId: string, userId: string) => ({
  send: (section: SectionName, value: FieldValues, revision: number) =>
    sendSection(caseId, section, value, revision),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  keep: (unsaved: Parameters<typeof storeUnsavedSections>[3]) =>
    storeUnsavedSections(sessionStorage, userId, caseId, unsaved),
  now: () => Date.now(),
  today: () => dayOf(Date.now()),
});

const serverOf = (view: CaseView): ServerSections => ({
  sections: view.sections,
  saved: view.saved,
  editable: view.may.edit === 'yes',
});

const drafts = new Map<string, CaseDraft>();

/** Returns the draft of a case: this tab's existing one or a new one. The server creates one per render. */
export function draftOfCase(caseId: string, userId: string, server: ServerSections): CaseDraft {
  if (typeof window === 'undefined') return createCaseDraft(server, portsFor(caseId, userId));
  const key = `${userId}:${caseId}`;
  const known = drafts.get(key) ?? createCaseDraft(server, portsFor(caseId, userId));
  drafts.set(key, known);
  return known;
}

/** Trap: with useAtomValueAfterHydration the whole page would render before the pressed key appears (DraftFields.tsx). */
function useDraftState({ state: kept }: CaseDraft): DraftState {
  const [state, setState] = useState(() => screenStore.get(kept));
  useEffect(() => {
    const follow = () => setState(screenStore.get(kept));
    follow();
    return screenStore.sub(kept, follow);
  }, [kept]);
  return state;
}

/** The draft, synchronised with the server and this tab's storage; saved when the page is left. */
export function useCaseDraft(view: CaseView, userId: string): { draft: CaseDraft; state: DraftState } {
  const { caseId } = view;
  const [draft] = useState(() => draftOfCase(caseId, userId, serverOf(view)));
  const state = useDraftState(draft);
  useEffect(() => {
    dropOtherUsersDrafts(sessionStorage, userId);
    draft.restore(readUnsavedSections(sessionStorage, userId, caseId));
    const save = () => void draft.saveAll();
    // Unsaved changes survive a reload, not a closed tab. No question once the session is over.
    const ask = (event: BeforeUnloadEvent) => {
      if (screenStore.get(sessionTokenAtom) !== '' && warnsBeforeLeaving(screenStore.get(draft.state)))
        event.preventDefault();
    };
    const hide = () => document.visibilityState === 'hidden' && draft.hidden();
    const leave = () => {
      leaving = true;
      save();
    };
    const back = () => {
      leaving = false;
    };
    addEventListener('online', save);
    addEventListener('visibilitychange', hide);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', back);
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('online', save);
      removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', back);
      removeEventListener('beforeunload', ask);
      save();
    };
  }, [draft, userId, caseId]);
  useEffect(() => draft.adopt(serverOf(view)), [draft, view]);
  return { draft, state };
}
