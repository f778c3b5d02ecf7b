/** The draft of a case in this tab: one for as long as the page lives, so that a save under way is never lost sight of. */

import { useEffect, useState } from 'react';
import type { SectionName } from '#events/case/sections.ts';
import { errors } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import { command, refresh } from '#web/lib/act.ts';
import { session } from '#web/lib/browser.ts';
import { dayOf } from '#web/lib/format.ts';
import { connection } from '#web/lib/live.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { createDraft, type Draft } from './autosave.ts';
import { asksToStay, type DraftState, type Outcome, type Server } from './draft-state.ts';
import type { Fields } from './fields.ts';
import { dropOthers, keep, kept } from './kept.ts';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The page is being left for good: it does not say `hidden` of itself yet. */
let leaving = false;

/** `"12"` or `"12-abc"` → 12 */
const revisionOf = (etag: unknown): number => Number(/^"(\d+)/.exec(String(etag))?.[1] ?? 0);

/** No answer, "not now", or something broken on the way: what was typed is kept, and sent again. */
const isLater = (http: number) => [0, 401, 408, 429].includes(http) || http >= 500;
/** What was sent is wrong; the case is as it was. */
const wrong: readonly number[] = [400, 413, 415, 422];

async function sendSection(
  caseId: string,
  section: SectionName,
  value: Fields,
  revision: number,
): Promise<Outcome> {
  const path = `/cases/${encodeURIComponent(caseId)}/${section}`;
  // The page may be gone before the answer.
  const outlivesPage = leaving || document.visibilityState === 'hidden';
  const done = await command('PUT', path, value, { ifMatch: `"${revision}"`, quiet: true, outlivesPage });
  if (done.ok) {
    if (screenStore.get(connection) !== 'live') void refresh(caseId);
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
  void refresh(caseId);
  return { how: 'closed', message: error.message };
}

const portsFor = (caseId: string, userId: string) => ({
  send: (section: SectionName, value: Fields, revision: number) =>
    sendSection(caseId, section, value, revision),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  keep: (unsaved: Parameters<typeof keep>[3]) => keep(sessionStorage, userId, caseId, unsaved),
  now: () => Date.now(),
  today: () => dayOf(Date.now()),
});

const serverOf = (view: CaseView): Server => ({
  sections: view.sections,
  saved: view.saved,
  editable: view.may.edit === 'yes',
});

const drafts = new Map<string, Draft>();

/** The draft of a case: the one that this tab has, else a new one. On the server there is one a render. */
export function draftFor(caseId: string, userId: string, server: Server): Draft {
  if (typeof window === 'undefined') return createDraft(server, portsFor(caseId, userId));
  const key = `${userId}:${caseId}`;
  const known = drafts.get(key) ?? createDraft(server, portsFor(caseId, userId));
  drafts.set(key, known);
  return known;
}

/** Not useRendered, which would draw the whole page before the pressed key is on screen: see Typed.tsx. */
function useDraftState({ state: kept }: Draft): DraftState {
  const [state, setState] = useState(() => screenStore.get(kept));
  useEffect(() => {
    const follow = () => setState(screenStore.get(kept));
    follow();
    return screenStore.sub(kept, follow);
  }, [kept]);
  return state;
}

/** The draft, following the server and this tab's storage; it is saved when the page is left. */
export function useDraft(view: CaseView, userId: string): { draft: Draft; state: DraftState } {
  const { caseId } = view;
  const [draft] = useState(() => draftFor(caseId, userId, serverOf(view)));
  const state = useDraftState(draft);
  useEffect(() => {
    dropOthers(sessionStorage, userId);
    draft.restore(kept(sessionStorage, userId, caseId));
    const save = () => void draft.saveAll();
    // What cannot be saved is kept for a reload, not for a closed tab; nobody is there to ask once the session is over.
    const ask = (event: BeforeUnloadEvent) => {
      if (screenStore.get(session) !== '' && asksToStay(screenStore.get(draft.state))) event.preventDefault();
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
