/** The draft sections in this tab relative to the server's: state transitions. Pure. */
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import type { Issue } from '#events/errors.ts';
import {
  type EditableSections,
  type FieldValues,
  hasMaskedFields,
  isSameValue,
  normalizeFields,
  sectionIssues,
} from './fields.ts';
import { mergeSection, takeTheirs } from './section-merge.ts';

/**
 * An edit conflict: fields with different values here and from another person (in `base`), until a person
 * chooses.
 */
type Conflict = { open: readonly string[]; at: string | null };

export type SectionDraft = {
  /** The server's value, and the revision of its last save. */
  base: FieldValues;
  revision: number;
  value: FieldValues;
  /** The errors shown so far: no new error appears while the person types. */
  issues: Issue[];
  saving: boolean;
  /** The last save got no answer and is retried. */
  offline: boolean;
  /** Values sent but never answered, here or before a reload: they may have arrived. */
  unanswered: readonly FieldValues[];
  conflict: Conflict | null;
  /** The server's refusal message, if it named no field. */
  refused: string | null;
  /** Values are masked (the eye button), so nothing can be edited. */
  locked: boolean;
};

export type DraftState = {
  sections: Record<SectionName, SectionDraft>;
  /** Milliseconds since 1970. */
  savedAt: number | null;
  /** The reason why the case can no longer be saved. */
  closed: string | null;
};

export type SaveOutcome =
  | { how: 'saved'; revision: number }
  | { how: 'offline' }
  | { how: 'stale'; theirs: FieldValues; revision: number; at: string | null }
  | { how: 'refused'; issues: Issue[]; message: string }
  | { how: 'closed'; message: string };

/** The typed value, its base, and the fields with an open conflict. */
type StoredSection = Pick<SectionDraft, 'value' | 'base' | 'revision' | 'unanswered'> & {
  open: readonly string[];
};
export type UnsavedSections = Partial<Record<SectionName, StoredSection>>;

/** The sections on the server, with the time of each save. */
export type ServerSections = {
  sections: Partial<Record<SectionName, FieldValues>>;
  saved: Partial<Record<SectionName, { revision: number; at: string }>>;
  /** Whether this person may edit the case now. */
  editable?: boolean;
};

/** Whether the section differs from the server's. */
export const isDirty = (s: SectionDraft) => !isSameValue(normalizeFields(s.value), normalizeFields(s.base));
/** Whether part of the section is not on the server. */
export const isUnsaved = (s: SectionDraft): boolean => isDirty(s) || s.conflict !== null;

function unchangedSection(base: FieldValues, revision: number, locked = false): SectionDraft {
  const nothing = {
    issues: [],
    saving: false,
    offline: false,
    unanswered: [],
    conflict: null,
    refused: null,
  };
  return { base, value: base, revision, locked, ...nothing };
}

const read = (server: ServerSections, name: SectionName) =>
  [server.sections[name] ?? {}, server.saved[name]?.revision ?? 0] as const;

/**
 * Rebases a section onto another person's save: merges fields that one side changed; the others become a
 * conflict.
 */
function rebased(
  s: SectionDraft,
  name: SectionName,
  { theirs, revision, at }: { theirs: FieldValues; revision: number; at: string | null },
): SectionDraft {
  const own = s.unanswered.some(sent => isSameValue(normalizeFields(theirs), sent));
  const base = own ? theirs : s.base;
  const { value, open } = mergeSection(name, { base, mine: s.value, theirs }, s.conflict?.open);
  const next = { ...s, base: theirs, revision, value, issues: [], unanswered: [] };
  if (open.length > 0) return { ...next, conflict: { open, at } };
  return isDirty(next) ? { ...next, conflict: null } : { ...unchangedSection(theirs, revision), value };
}

/** The section after the server's state arrived. A save in progress waits for its own answer. */
export function withServerState(s: SectionDraft, name: SectionName, server: ServerSections): SectionDraft {
  const [theirs, revision] = read(server, name);
  if (s.saving) return s;
  if (hasMaskedFields(name, theirs)) return isUnsaved(s) ? s : unchangedSection(theirs, revision, true);
  if (s.locked) return unchangedSection(theirs, revision);
  if (revision <= s.revision) return s;
  return rebased(s, name, { theirs, revision, at: server.saved[name]?.at ?? null });
}

/**
 * The section while its value is sent. Of several unanswered saves, the first or the last may have arrived.
 */
export function withSaveInProgress(s: SectionDraft, sent: FieldValues): SectionDraft {
  const unanswered = [...s.unanswered.slice(0, 1), sent];
  return { ...s, saving: true, refused: null, issues: [], unanswered };
}

/** The section after the answer to its save; text typed meanwhile stays. */
export function withSaveOutcome(
  s: SectionDraft,
  name: SectionName,
  sent: FieldValues,
  outcome: SaveOutcome,
): SectionDraft {
  const done = { ...s, saving: false, offline: false, refused: null };
  switch (outcome.how) {
    case 'saved':
      return { ...done, base: sent, revision: outcome.revision, unanswered: [] };
    case 'offline':
      return { ...done, offline: true };
    case 'stale':
      // Masked values cannot be merged: wait until the eye is open.
      return hasMaskedFields(name, outcome.theirs) ? done : rebased(done, name, outcome);
    case 'refused':
      return outcome.issues.length > 0
        ? { ...done, issues: outcome.issues, unanswered: [] }
        : { ...done, refused: outcome.message, unanswered: [] };
    case 'closed':
      return done;
  }
}

export function unsavedSections(sections: DraftState['sections']): UnsavedSections | null {
  const left = sectionNames.filter(name => isUnsaved(sections[name]));
  if (left.length === 0) return null;
  return Object.fromEntries(
    left.map(name => {
      const { value, base, revision, conflict, unanswered } = sections[name];
      return [name, { value, base, revision, unanswered, open: conflict?.open ?? [] }];
    }),
  );
}

/** The sections as first read from the server. */
export function initialDraftState(server: ServerSections): DraftState {
  const start = (name: SectionName) => {
    const [value, revision] = read(server, name);
    return unchangedSection(value, revision, hasMaskedFields(name, value));
  };
  // Cast at the boundary: one entry for each name.
  const sections = Object.fromEntries(
    sectionNames.map(name => [name, start(name)]),
  ) as DraftState['sections'];
  return { sections, savedAt: null, closed: null };
}

/** The section after a change of fields. Corrected errors disappear; no new error appears while typing. */
export function withChanges(
  s: SectionDraft,
  name: SectionName,
  patch: FieldValues,
  today: string,
): SectionDraft {
  const value = { ...s.value, ...patch };
  const wrong = s.issues.length > 0 ? sectionIssues(name, value, today) : [];
  const issues = s.issues.filter(i => wrong.some(w => w.path === i.path && w.issue === i.issue));
  return { ...s, value, issues, refused: null };
}

/** The section with the stored value of an earlier page, rebased onto saves since then. */
export function withRestoredDraft(
  s: SectionDraft,
  name: SectionName,
  kept: UnsavedSections[SectionName],
): SectionDraft {
  if (!kept || s.locked || isUnsaved(s)) return s;
  const { value, base, revision, open, unanswered } = kept;
  const conflict = open.length > 0 ? { open, at: null } : null;
  const then = { ...unchangedSection(base, revision), value, conflict, unanswered };
  if (s.revision > revision) return rebased(then, name, { theirs: s.base, revision: s.revision, at: null });
  return isUnsaved(then) ? then : s;
}

/** The section after a conflict ended. @param theirs the open fields that take the other person's value */
export function withConflictResolved(
  s: SectionDraft,
  name: SectionName,
  theirs: readonly string[],
): SectionDraft {
  const value = takeTheirs(name, s.value, s.base, theirs);
  const next = { ...s, value, issues: [], conflict: null };
  return isDirty(next) ? next : unchangedSection(s.base, s.revision);
}

export type DraftSaveState =
  | 'closed'
  | 'conflict'
  | 'invalid'
  | 'refused'
  | 'offline'
  | 'saving'
  | 'unsaved'
  | 'saved';

/** Returns the worst phase of all sections. */
export function draftSaveState(state: DraftState): DraftSaveState {
  const all = sectionNames.map(name => state.sections[name]);
  if (state.closed !== null) return 'closed';
  if (all.some(s => s.conflict)) return 'conflict';
  if (all.some(s => s.issues.length > 0)) return 'invalid';
  if (all.some(s => s.refused !== null)) return 'refused';
  if (all.some(s => s.offline)) return 'offline';
  if (all.some(s => s.saving)) return 'saving';
  return all.some(isUnsaved) ? 'unsaved' : 'saved';
}

const held: readonly DraftSaveState[] = ['conflict', 'invalid', 'refused', 'offline'];
/** Whether saving is blocked, so that changes do not reach the server. */
export const isSavingBlocked = (state: DraftState): boolean => held.includes(draftSaveState(state));

/** Whether leaving the page would lose changes. */
export const warnsBeforeLeaving = (state: DraftState): boolean =>
  isSavingBlocked(state) || (state.closed !== null && unsavedSections(state.sections) !== null);

/** The sections as typed. */
export function editedSections(state: DraftState): EditableSections {
  const values = Object.fromEntries(sectionNames.map(name => [name, state.sections[name].value]));
  // Cast at the boundary: the forms write only their own fields, and the schemas check every save.
  return values as unknown as EditableSections;
}
