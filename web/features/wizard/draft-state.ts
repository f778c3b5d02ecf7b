/** The sections of a draft in this tab beside those of the server: what each becomes when something happens. Pure. */
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import type { Issue } from '#events/errors.ts';
import { clean, type Edited, type Fields, isMasked, issuesOf, same } from './fields.ts';
import { merge, taking } from './merge.ts';

/** Fields that somebody else saved as something else than what is typed here, for a person to choose: theirs is in `base`. */
type Conflict = { open: readonly string[]; at: string | null };

export type SectionDraft = {
  /** As the server has it, and the revision of its last save. */
  base: Fields;
  revision: number;
  value: Fields;
  /** What is wrong, as far as it is shown: nothing is called wrong while it is being typed. */
  issues: Issue[];
  saving: boolean;
  /** No answer came; it is tried again. */
  offline: boolean;
  /** What was sent and never answered, here or before a reload: it may have arrived all the same. */
  unanswered: readonly Fields[];
  conflict: Conflict | null;
  /** Why the server refused it, where it named no field. */
  refused: string | null;
  /** The eye is hidden: nothing can be edited here. */
  locked: boolean;
};

export type DraftState = {
  sections: Record<SectionName, SectionDraft>;
  /** Milliseconds since 1970. */
  savedAt: number | null;
  /** Why nothing of the case can be saved any more. */
  closed: string | null;
};

export type Outcome =
  | { how: 'saved'; revision: number }
  | { how: 'offline' }
  | { how: 'stale'; theirs: Fields; revision: number; at: string | null }
  | { how: 'refused'; issues: Issue[]; message: string }
  | { how: 'closed'; message: string };

/** What is typed, what it was typed over, and which fields wait for a choice. */
type Kept = Pick<SectionDraft, 'value' | 'base' | 'revision' | 'unanswered'> & {
  open: readonly string[];
};
export type Unsaved = Partial<Record<SectionName, Kept>>;

/** The sections as the server has them, and when each was saved. */
export type Server = {
  sections: Partial<Record<SectionName, Fields>>;
  saved: Partial<Record<SectionName, { revision: number; at: string }>>;
  /** Whether this person may edit it now. */
  editable?: boolean;
};

/** True where it says something else than the server. */
export const isDirty = (s: SectionDraft) => !same(clean(s.value), clean(s.base));
/** True where something in it is not on the server. */
export const isUnsaved = (s: SectionDraft): boolean => isDirty(s) || s.conflict !== null;

function fresh(base: Fields, revision: number, locked = false): SectionDraft {
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

const read = (server: Server, name: SectionName) =>
  [server.sections[name] ?? {}, server.saved[name]?.revision ?? 0] as const;

/** A section over what somebody else saved: fields that only one side changed are put together, the others are asked. */
function rebased(
  s: SectionDraft,
  name: SectionName,
  { theirs, revision, at }: { theirs: Fields; revision: number; at: string | null },
): SectionDraft {
  const own = s.unanswered.some(sent => same(clean(theirs), sent));
  const base = own ? theirs : s.base;
  const { value, open } = merge(name, { base, mine: s.value, theirs }, s.conflict?.open);
  const next = { ...s, base: theirs, revision, value, issues: [], unanswered: [] };
  if (open.length > 0) return { ...next, conflict: { open, at } };
  return isDirty(next) ? { ...next, conflict: null } : { ...fresh(theirs, revision), value };
}

/** A section after what the server has now came in. A save under way is left to its own answer. */
export function adopted(s: SectionDraft, name: SectionName, server: Server): SectionDraft {
  const [theirs, revision] = read(server, name);
  if (s.saving) return s;
  if (isMasked(name, theirs)) return isUnsaved(s) ? s : fresh(theirs, revision, true);
  if (s.locked) return fresh(theirs, revision);
  if (revision <= s.revision) return s;
  return rebased(s, name, { theirs, revision, at: server.saved[name]?.at ?? null });
}

/** A section whose value is being sent. Of many that were not answered the first may have arrived, or the last. */
export function sending(s: SectionDraft, sent: Fields): SectionDraft {
  const unanswered = [...s.unanswered.slice(0, 1), sent];
  return { ...s, saving: true, refused: null, issues: [], unanswered };
}

/** A section after its save was answered; what was typed meanwhile stays. */
export function answered(s: SectionDraft, name: SectionName, sent: Fields, outcome: Outcome): SectionDraft {
  const done = { ...s, saving: false, offline: false, refused: null };
  switch (outcome.how) {
    case 'saved':
      return { ...done, base: sent, revision: outcome.revision, unanswered: [] };
    case 'offline':
      return { ...done, offline: true };
    case 'stale':
      // Stars are nothing to put together: it waits until the eye is open.
      return isMasked(name, outcome.theirs) ? done : rebased(done, name, outcome);
    case 'refused':
      return outcome.issues.length > 0
        ? { ...done, issues: outcome.issues, unanswered: [] }
        : { ...done, refused: outcome.message, unanswered: [] };
    case 'closed':
      return done;
  }
}

export function unsavedOf(sections: DraftState['sections']): Unsaved | null {
  const left = sectionNames.filter(name => isUnsaved(sections[name]));
  if (left.length === 0) return null;
  return Object.fromEntries(
    left.map(name => {
      const { value, base, revision, conflict, unanswered } = sections[name];
      return [name, { value, base, revision, unanswered, open: conflict?.open ?? [] }];
    }),
  );
}

/** The sections as they are read first. */
export function startOf(server: Server): DraftState {
  const start = (name: SectionName) => {
    const [value, revision] = read(server, name);
    return fresh(value, revision, isMasked(name, value));
  };
  // The boundary: one entry for each name.
  const sections = Object.fromEntries(
    sectionNames.map(name => [name, start(name)]),
  ) as DraftState['sections'];
  return { sections, savedAt: null, closed: null };
}

/** A section with fields changed. What was called wrong may be mended by it; nothing new is while it is typed. */
export function changed(s: SectionDraft, name: SectionName, patch: Fields, today: string): SectionDraft {
  const value = { ...s.value, ...patch };
  const wrong = s.issues.length > 0 ? issuesOf(name, value, today) : [];
  const issues = s.issues.filter(i => wrong.some(w => w.path === i.path && w.issue === i.issue));
  return { ...s, value, issues, refused: null };
}

/** A section with what an earlier page kept, over what somebody saved since. */
export function restored(s: SectionDraft, name: SectionName, kept: Unsaved[SectionName]): SectionDraft {
  if (!kept || s.locked || isUnsaved(s)) return s;
  const { value, base, revision, open, unanswered } = kept;
  const conflict = open.length > 0 ? { open, at: null } : null;
  const then = { ...fresh(base, revision), value, conflict, unanswered };
  if (s.revision > revision) return rebased(then, name, { theirs: s.base, revision: s.revision, at: null });
  return isUnsaved(then) ? then : s;
}

/** A section whose conflict a person has ended. @param theirs the open fields in which the other value is taken */
export function resolved(s: SectionDraft, name: SectionName, theirs: readonly string[]): SectionDraft {
  const value = taking(name, s.value, s.base, theirs);
  const next = { ...s, value, issues: [], conflict: null };
  return isDirty(next) ? next : fresh(s.base, s.revision);
}

export type Phase =
  | 'closed'
  | 'conflict'
  | 'invalid'
  | 'refused'
  | 'offline'
  | 'saving'
  | 'unsaved'
  | 'saved';

/** The one word for all sections: the worst of them. */
export function phaseOf(state: DraftState): Phase {
  const all = sectionNames.map(name => state.sections[name]);
  if (state.closed !== null) return 'closed';
  if (all.some(s => s.conflict)) return 'conflict';
  if (all.some(s => s.issues.length > 0)) return 'invalid';
  if (all.some(s => s.refused !== null)) return 'refused';
  if (all.some(s => s.offline)) return 'offline';
  if (all.some(s => s.saving)) return 'saving';
  return all.some(isUnsaved) ? 'unsaved' : 'saved';
}

const held: readonly Phase[] = ['conflict', 'invalid', 'refused', 'offline'];
/** What is typed does not reach the server. */
export const isHeld = (state: DraftState): boolean => held.includes(phaseOf(state));

/** Leaving the page would lose it: it does not reach the server, or nothing does any more. */
export const asksToStay = (state: DraftState): boolean =>
  isHeld(state) || (state.closed !== null && unsavedOf(state.sections) !== null);

/** The sections as they are typed. */
export function editedOf(state: DraftState): Edited {
  const values = Object.fromEntries(sectionNames.map(name => [name, state.sections[name].value]));
  // The boundary: the forms put nothing but their fields in, and the schemas see every save.
  return values as unknown as Edited;
}
