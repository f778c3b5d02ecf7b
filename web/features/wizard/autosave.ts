/**
 * What is typed and not saved yet, of one case: saved by itself, kept over a reload, never overwritten by what
 * somebody else saved. Pure but for its ports: the calls, the timers and the box that keeps what is not saved.
 */
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import type { Issue } from '#events/errors.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { clean, type Edited, type Fields, isMasked, issuesOf, same } from './fields.ts';

/** After the last change, in ms. */
export const saveAfterMs = 5000;
/** Where no answer came, in ms. */
export const retryAfterMs = 10_000;

/** What both sides say, for a person to choose. */
export type Conflict = { theirs: Fields; revision: number; at: string | null };

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

export type Unsaved = Partial<Record<SectionName, { value: Fields; revision: number }>>;

export type DraftPorts = {
  /** Saves a section whole, where nobody saved it after `revision`. Never rejects. */
  send: (section: SectionName, value: Fields, revision: number) => Promise<Outcome>;
  /** Runs something later; the answer calls it off. */
  after: (ms: number, run: () => void) => () => void;
  /** Keeps what is not saved; null where there is nothing. */
  keep: (unsaved: Unsaved | null) => void;
  now: () => number;
  /** YYYY-MM-DD */
  today: () => string;
};

/** The sections as the server has them, and when each was saved. */
export type Server = {
  sections: Partial<Record<SectionName, Fields>>;
  saved: Partial<Record<SectionName, { revision: number; at: string }>>;
};

export type Draft = {
  store: Store<DraftState>;
  /** Changes fields of a section; it is saved in a while. */
  change: (section: SectionName, patch: Fields) => void;
  /** Shows what is wrong in a section: its person has left a field. */
  check: (section: SectionName) => void;
  /** Saves a section now. False where it is not saved afterwards. */
  save: (section: SectionName) => Promise<boolean>;
  /** Saves whatever is not saved. False where something is left. */
  saveAll: () => Promise<boolean>;
  /** Takes in what the server has now. */
  adopt: (server: Server) => void;
  /** Ends a conflict: with the own values, which are saved over theirs, or with theirs. */
  resolve: (section: SectionName, keep: 'mine' | 'theirs') => void;
  /** Lays what was kept from an earlier page over the sections. */
  restore: (unsaved: Unsaved) => void;
  /** Calls all timers off. */
  stop: () => void;
};

const isDirty = (s: SectionDraft) => !same(clean(s.value), clean(s.base));
/** True where something in it is not on the server. */
export const isUnsaved = (s: SectionDraft): boolean => isDirty(s) || s.conflict !== null;

function fresh(base: Fields, revision: number, locked = false): SectionDraft {
  const nothing = { issues: [], saving: false, offline: false, conflict: null, refused: null };
  return { base, value: base, revision, locked, ...nothing };
}

const read = (server: Server, name: SectionName) =>
  [server.sections[name] ?? {}, server.saved[name]?.revision ?? 0] as const;

/** A section after what the server has now came in. A save under way is left to its own answer. */
function adopted(s: SectionDraft, name: SectionName, server: Server): SectionDraft {
  const [theirs, revision] = read(server, name);
  if (s.saving) return s;
  if (isMasked(name, theirs)) return isUnsaved(s) ? s : fresh(theirs, revision, true);
  if (s.locked) return fresh(theirs, revision);
  const known = s.conflict?.revision ?? s.revision;
  if (revision <= known) return s;
  if (!isUnsaved(s) || same(clean(s.value), theirs)) return fresh(theirs, revision);
  return { ...s, conflict: { theirs, revision, at: server.saved[name]?.at ?? null } };
}

/** A section after its save was answered; what was typed meanwhile stays. */
function answered(s: SectionDraft, sent: Fields, outcome: Outcome): SectionDraft {
  const done = { ...s, saving: false, offline: false, refused: null };
  switch (outcome.how) {
    case 'saved':
      return { ...done, base: sent, revision: outcome.revision };
    case 'offline':
      return { ...done, offline: true };
    case 'stale':
      // An answer that was lost on its way: what is there is what was sent.
      if (same(clean(outcome.theirs), sent)) return { ...done, base: sent, revision: outcome.revision };
      return { ...done, conflict: { theirs: outcome.theirs, revision: outcome.revision, at: outcome.at } };
    case 'refused':
      return outcome.issues.length > 0
        ? { ...done, issues: outcome.issues }
        : { ...done, refused: outcome.message };
    case 'closed':
      return done;
  }
}

function unsavedOf(sections: DraftState['sections']): Unsaved | null {
  const left = sectionNames.filter(name => isUnsaved(sections[name]));
  if (left.length === 0) return null;
  return Object.fromEntries(
    left.map(name => [name, { value: sections[name].value, revision: sections[name].revision }]),
  );
}

export function createDraft(server: Server, ports: DraftPorts): Draft {
  const start = (name: SectionName) => {
    const [value, revision] = read(server, name);
    return fresh(value, revision, isMasked(name, value));
  };
  // The boundary: one entry for each name.
  const sections = Object.fromEntries(
    sectionNames.map(name => [name, start(name)]),
  ) as DraftState['sections'];
  const store = createStore<DraftState>({ sections, savedAt: null, closed: null });
  const timers = new Map<SectionName, () => void>();
  const running = new Map<SectionName, Promise<boolean>>();

  const at = (name: SectionName) => store.get().sections[name];
  const set = (name: SectionName, next: SectionDraft) => {
    if (next === at(name)) return;
    store.set(state => ({ ...state, sections: { ...state.sections, [name]: next } }));
    ports.keep(unsavedOf(store.get().sections));
  };
  const callOff = (name: SectionName) => {
    timers.get(name)?.();
    timers.delete(name);
  };
  const later = (name: SectionName, ms: number) => {
    callOff(name);
    timers.set(
      name,
      ports.after(ms, () => {
        timers.delete(name);
        void save(name);
      }),
    );
  };

  const send = async (name: SectionName): Promise<boolean> => {
    const before = at(name);
    const sent = clean(before.value);
    set(name, { ...before, saving: true, refused: null, issues: [] });
    const outcome = await ports.send(name, sent, before.revision);
    set(name, answered(at(name), sent, outcome));
    if (outcome.how === 'closed') store.set(state => ({ ...state, closed: outcome.message }));
    const after = at(name);
    if (outcome.how === 'saved') store.set(state => ({ ...state, savedAt: ports.now() }));
    if (outcome.how === 'offline') later(name, retryAfterMs);
    else if (outcome.how === 'saved' && isDirty(after)) later(name, saveAfterMs);
    return !isUnsaved(after);
  };

  const save = async (name: SectionName): Promise<boolean> => {
    callOff(name);
    // One save at a time: what was typed during one goes with the next.
    const underWay = running.get(name);
    if (underWay) await underWay;
    if (running.has(name)) return save(name);
    const s = at(name);
    if (s.conflict || s.locked || store.get().closed !== null) return !isUnsaved(s);
    if (!isDirty(s)) return true;
    const issues = issuesOf(name, s.value, ports.today());
    if (issues.length > 0) {
      set(name, { ...s, issues });
      return false;
    }
    const sending = send(name).finally(() => running.delete(name));
    running.set(name, sending);
    return sending;
  };

  return {
    store,
    save,
    change: (name, patch) => {
      const s = at(name);
      if (s.locked) return;
      const value = { ...s.value, ...patch };
      // What was called wrong may be mended by this; nothing new is called wrong while it is typed.
      const wrong = s.issues.length > 0 ? issuesOf(name, value, ports.today()) : [];
      const issues = s.issues.filter(i => wrong.some(w => w.path === i.path && w.issue === i.issue));
      set(name, { ...s, value, issues, refused: null });
      later(name, saveAfterMs);
    },
    check: name => {
      const s = at(name);
      const issues = s.locked ? [] : issuesOf(name, s.value, ports.today());
      if (!same(issues, s.issues)) set(name, { ...s, issues });
    },
    saveAll: async () => {
      const done = await Promise.all(sectionNames.map(save));
      return done.every(Boolean);
    },
    adopt: next => {
      for (const name of sectionNames) set(name, adopted(at(name), name, next));
    },
    resolve: (name, keep) => {
      const s = at(name);
      if (!s.conflict) return;
      const { theirs, revision } = s.conflict;
      callOff(name);
      if (keep === 'theirs') return set(name, fresh(theirs, revision));
      set(name, { ...s, base: theirs, revision, conflict: null });
      void save(name);
    },
    restore: unsaved => {
      for (const name of sectionNames) {
        const kept = unsaved[name];
        const s = at(name);
        if (!kept || s.locked || isUnsaved(s) || same(clean(kept.value), clean(s.base))) continue;
        const newer = s.revision > kept.revision;
        const conflict = newer ? { theirs: s.base, revision: s.revision, at: null } : null;
        set(name, { ...s, value: kept.value, conflict });
        if (!newer) later(name, saveAfterMs);
      }
    },
    stop: () => {
      for (const name of sectionNames) callOff(name);
    },
  };
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

/** The sections as they are typed. */
export function editedOf(state: DraftState): Edited {
  const values = Object.fromEntries(sectionNames.map(name => [name, state.sections[name].value]));
  // The boundary: the forms put nothing but their fields in, and the schemas see every save.
  return values as unknown as Edited;
}
