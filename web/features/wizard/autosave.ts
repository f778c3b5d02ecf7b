/**
 * The unsaved draft of one case: saved automatically, kept over a reload, never overwritten by another
 * person's save.
 * Calls, timers and storage are ports.
 */
import { atom, type PrimitiveAtom } from 'jotai/vanilla';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import {
  type DraftState,
  initialDraftState,
  isDirty,
  isUnsaved,
  type SaveOutcome,
  type SectionDraft,
  type ServerSections,
  type UnsavedSections,
  unsavedSections,
  withChanges,
  withConflictResolved,
  withRestoredDraft,
  withSaveInProgress,
  withSaveOutcome,
  withServerState,
} from './draft-state.ts';
import { type FieldValues, isSameValue, normalizeFields, sectionIssues } from './fields.ts';

/** Delay after the last change, ms. */
export const autosaveDelayMs = 5000;
/** Delay after a lost answer, ms. */
export const saveRetryDelayMs = 10_000;

/**
 * Limits the save rate: every save is a permanent event of the case, and unlimited autosave produced some 200
 * an hour. Automatic saves come `burst` in a row and then one per `everyMs`: below a hundred an hour, with
 * records, left pages and reloads included. A waiting save is stored in the browser. It is sent at once if
 * the person leaves the step or the page (not if the page is only hidden), or saves explicitly.
 */
export const saveRateLimit = { burst: 5, everyMs: 90_000 };

/** Computes the delay of the next automatic save, ms. */
function createPace(now: () => number) {
  /** The time at which all saves so far would be due at one per `everyMs`. */
  let paid = 0;
  return {
    saved: () => {
      paid = Math.max(paid, now()) + saveRateLimit.everyMs;
    },
    wait: () => Math.max(0, paid - now() - (saveRateLimit.burst - 1) * saveRateLimit.everyMs),
  };
}

export type DraftPorts = {
  /** Saves a whole section unless another person saved it after `revision`. Never rejects. */
  send: (section: SectionName, value: FieldValues, revision: number) => Promise<SaveOutcome>;
  /** Runs something later; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
  /** Stores the unsaved sections; null clears them. */
  keep: (unsaved: UnsavedSections | null) => void;
  now: () => number;
  /** YYYY-MM-DD */
  today: () => string;
};

export type CaseDraft = {
  state: PrimitiveAtom<DraftState>;
  /** Changes fields of a section and schedules a save. */
  change: (section: SectionName, patch: FieldValues) => void;
  /** Shows the errors of a section, after the person has left a field. */
  check: (section: SectionName) => void;
  /** Saves a section now. Resolves with false if it is still unsaved afterwards. */
  save: (section: SectionName) => Promise<boolean>;
  /** Saves all unsaved sections. Resolves with false if something is still unsaved. */
  saveAll: () => Promise<boolean>;
  /** The last revision seen by a page that shows `revision`: own saves that follow it directly count as seen. */
  seenFrom: (revision: number) => number;
  /** Handles a hidden page, which may come back: saves what is due within the normal rate. */
  hidden: () => void;
  /** Applies the server's current sections. */
  adopt: (server: ServerSections) => void;
  /**
   * Ends a conflict. @param theirs the open fields that take the other person's value; the others are saved
   * with mine
   */
  resolve: (section: SectionName, theirs: readonly string[]) => void;
  /** Restores unsaved sections of an earlier page. */
  restore: (unsaved: UnsavedSections) => void;
  /** Cancels all timers. */
  stop: () => void;
};

/** Atoms of the form's sections. Each change also keeps a copy of the sections that the server does not have yet. */
function createSections(server: ServerSections, ports: DraftPorts) {
  const state = atom(initialDraftState(server));
  const at = (name: SectionName) => screenStore.get(state).sections[name];
  const set = (name: SectionName, next: SectionDraft) => {
    if (next === at(name)) return;
    screenStore.set(state, before => ({ ...before, sections: { ...before.sections, [name]: next } }));
    ports.keep(unsavedSections(screenStore.get(state).sections));
  };
  let newest = server;
  /** Applies the server's newest state; a save in progress applies it after its answer. */
  const adopt = (name: SectionName) => set(name, withServerState(at(name), name, newest));
  const hear = (next: ServerSections) => {
    newest = next;
    sectionNames.forEach(adopt);
  };
  return { state, at, set, adopt, hear };
}

/** One timer per section; setting it again cancels the earlier one. */
function createTimers(ports: DraftPorts) {
  const timers = new Map<SectionName, () => void>();
  const callOff = (name: SectionName) => {
    timers.get(name)?.();
    timers.delete(name);
  };
  const later = (name: SectionName, ms: number, run: () => void) => {
    callOff(name);
    timers.set(name, ports.after(ms, run));
  };
  return { callOff, later };
}

/** Saves sections, one save per section at a time: text typed during a save goes with the next. */
function createSaver({ state, at, set, adopt }: ReturnType<typeof createSections>, ports: DraftPorts) {
  const timers = createTimers(ports);
  const saves = createPace(ports.now);
  const running = new Map<SectionName, Promise<boolean>>();
  const own = new Set<number>();
  const byItself = (name: SectionName) => {
    const wait = saves.wait();
    if (wait > 0) later(name, wait);
    else void save(name);
  };
  const later = (name: SectionName, ms: number) => timers.later(name, ms, () => byItself(name));

  const send = async (name: SectionName): Promise<boolean> => {
    const before = at(name);
    const sent = normalizeFields(before.value);
    set(name, withSaveInProgress(before, sent));
    const outcome = await ports.send(name, sent, before.revision);
    set(name, withSaveOutcome(at(name), name, sent, outcome));
    adopt(name);
    const after = at(name);
    if (outcome.how === 'closed') screenStore.set(state, before => ({ ...before, closed: outcome.message }));
    if (outcome.how === 'saved') {
      own.add(outcome.revision);
      saves.saved();
      screenStore.set(state, before => ({ ...before, savedAt: ports.now() }));
      if (isDirty(after)) later(name, autosaveDelayMs);
    }
    if (outcome.how === 'offline') later(name, saveRetryDelayMs);
    // Merged with another person's save without an open field: sends the result.
    if (outcome.how === 'stale' && !after.conflict && isDirty(after) && after.revision > before.revision)
      return attempt(name);
    return !isUnsaved(after);
  };

  /** Sends the section unless it is invalid. */
  const attempt = async (name: SectionName): Promise<boolean> => {
    const s = at(name);
    const issues = sectionIssues(name, s.value, ports.today());
    if (issues.length === 0) return send(name);
    set(name, { ...s, issues });
    return false;
  };

  const save = async (name: SectionName): Promise<boolean> => {
    timers.callOff(name);
    const underWay = running.get(name);
    if (underWay) await underWay;
    if (running.has(name)) return save(name);
    const s = at(name);
    if (s.conflict || s.locked || screenStore.get(state).closed !== null) return !isUnsaved(s);
    if (!isDirty(s)) return true;
    const sent = attempt(name).finally(() => running.delete(name));
    running.set(name, sent);
    return sent;
  };
  const seenFrom = (revision: number): number => (own.has(revision + 1) ? seenFrom(revision + 1) : revision);
  return { save, later, byItself, seenFrom, callOff: timers.callOff };
}

export function createCaseDraft(server: ServerSections, ports: DraftPorts): CaseDraft {
  const sections = createSections(server, ports);
  const { state, at, set, hear } = sections;
  const { save, later, byItself, seenFrom, callOff } = createSaver(sections, ports);
  return {
    state,
    save,
    seenFrom,
    change: (name, patch) => {
      if (at(name).locked) return;
      set(name, withChanges(at(name), name, patch, ports.today()));
      later(name, autosaveDelayMs);
    },
    check: name => {
      const s = at(name);
      const issues = s.locked ? [] : sectionIssues(name, s.value, ports.today());
      if (!isSameValue(issues, s.issues)) set(name, { ...s, issues });
    },
    saveAll: async () => {
      const done = await Promise.all(sectionNames.map(save));
      return done.every(Boolean);
    },
    hidden: () => {
      for (const name of sectionNames) if (isDirty(at(name))) byItself(name);
    },
    adopt: next => {
      // The case was sent back to its doctor and is editable again.
      if (next.editable)
        screenStore.set(state, before => (before.closed === null ? before : { ...before, closed: null }));
      hear(next);
    },
    resolve: (name, theirs) => {
      if (!at(name).conflict) return;
      callOff(name);
      set(name, withConflictResolved(at(name), name, theirs));
      void save(name);
    },
    restore: unsaved => {
      for (const name of sectionNames) {
        const before = at(name);
        set(name, withRestoredDraft(before, name, unsaved[name]));
        if (at(name) !== before && !at(name).conflict) later(name, autosaveDelayMs);
      }
    },
    stop: () => {
      for (const name of sectionNames) callOff(name);
    },
  };
}
