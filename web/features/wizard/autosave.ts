/**
 * What is typed and not saved yet, of one case: saved by itself, kept over a reload, never overwritten by what
 * somebody else saved. Calls, timers and the box that keeps what is not saved come in as ports.
 */
import { atom, type PrimitiveAtom } from 'jotai/vanilla';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import {
  adopted,
  answered,
  changed,
  type DraftState,
  isDirty,
  isUnsaved,
  type Outcome,
  resolved,
  restored,
  type SectionDraft,
  type Server,
  sending,
  startOf,
  type Unsaved,
  unsavedOf,
} from './draft-state.ts';
import { clean, type Fields, issuesOf, same } from './fields.ts';

/** After the last change, in ms. */
export const saveAfterMs = 5000;
/** Where no answer came, in ms. */
export const retryAfterMs = 10_000;

/**
 * Every save is an event of the case for good. Whoever thinks between two answers would leave one for each of them
 * (some 200 in an hour), so saves by themselves come `burst` in a row and then one each `everyMs`: below a hundred in
 * an hour, records, left pages and reloads counted. What waits is kept in the browser, and goes at once where its step
 * or the page is left (not where it is only out of sight), or where its person asks.
 */
export const pace = { burst: 5, everyMs: 90_000 };

/** Counts the draft's saves: how long the next one that nobody asked for has to wait, in ms. */
function createPace(now: () => number) {
  /** When all that was saved so far had been saved, were there no bursts. */
  let paid = 0;
  return {
    saved: () => {
      paid = Math.max(paid, now()) + pace.everyMs;
    },
    wait: () => Math.max(0, paid - now() - (pace.burst - 1) * pace.everyMs),
  };
}

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

export type Draft = {
  state: PrimitiveAtom<DraftState>;
  /** Changes fields of a section; it is saved in a while. */
  change: (section: SectionName, patch: Fields) => void;
  /** Shows what is wrong in a section: its person has left a field. */
  check: (section: SectionName) => void;
  /** Saves a section now. False where it is not saved afterwards. */
  save: (section: SectionName) => Promise<boolean>;
  /** Saves whatever is not saved. False where something is left. */
  saveAll: () => Promise<boolean>;
  /** The revision up to which a page that shows the case as of one has seen it: its own saves are known to it. */
  seenFrom: (revision: number) => number;
  /** The page is out of sight, and may come back: saves what is due, no oftener than by itself. */
  hidden: () => void;
  /** Takes in what the server has now. */
  adopt: (server: Server) => void;
  /** Ends a conflict. @param theirs the open fields in which theirs is taken; in the others mine is saved over it */
  resolve: (section: SectionName, theirs: readonly string[]) => void;
  /** Lays what was kept from an earlier page over the sections. */
  restore: (unsaved: Unsaved) => void;
  /** Calls all timers off. */
  stop: () => void;
};

/** The sections in their store; whatever changes them keeps what is not saved. */
function createSections(server: Server, ports: DraftPorts) {
  const state = atom(startOf(server));
  const at = (name: SectionName) => screenStore.get(state).sections[name];
  const set = (name: SectionName, next: SectionDraft) => {
    if (next === at(name)) return;
    screenStore.set(state, before => ({ ...before, sections: { ...before.sections, [name]: next } }));
    ports.keep(unsavedOf(screenStore.get(state).sections));
  };
  let newest = server;
  /** Takes the newest word of the server in; a save under way comes first, and hears of it when it is answered. */
  const adopt = (name: SectionName) => set(name, adopted(at(name), name, newest));
  const hear = (next: Server) => {
    newest = next;
    sectionNames.forEach(adopt);
  };
  return { state, at, set, adopt, hear };
}

/** One timer a section: setting it anew calls the old one off. */
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

/** Saves sections, each one save at a time: what is typed during one goes with the next. */
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
    const sent = clean(before.value);
    set(name, sending(before, sent));
    const outcome = await ports.send(name, sent, before.revision);
    set(name, answered(at(name), name, sent, outcome));
    adopt(name);
    const after = at(name);
    if (outcome.how === 'closed') screenStore.set(state, before => ({ ...before, closed: outcome.message }));
    if (outcome.how === 'saved') {
      own.add(outcome.revision);
      saves.saved();
      screenStore.set(state, before => ({ ...before, savedAt: ports.now() }));
      if (isDirty(after)) later(name, saveAfterMs);
    }
    if (outcome.how === 'offline') later(name, retryAfterMs);
    // Put together with what somebody else saved, and nothing to ask: it goes again, over that.
    if (outcome.how === 'stale' && !after.conflict && isDirty(after) && after.revision > before.revision)
      return attempt(name);
    return !isUnsaved(after);
  };

  /** Sends the section, unless something in it is wrong. */
  const attempt = async (name: SectionName): Promise<boolean> => {
    const s = at(name);
    const issues = issuesOf(name, s.value, ports.today());
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

export function createDraft(server: Server, ports: DraftPorts): Draft {
  const sections = createSections(server, ports);
  const { state, at, set, hear } = sections;
  const { save, later, byItself, seenFrom, callOff } = createSaver(sections, ports);
  return {
    state,
    save,
    seenFrom,
    change: (name, patch) => {
      if (at(name).locked) return;
      set(name, changed(at(name), name, patch, ports.today()));
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
    hidden: () => {
      for (const name of sectionNames) if (isDirty(at(name))) byItself(name);
    },
    adopt: next => {
      // Sent back to its doctor, it is open again.
      if (next.editable)
        screenStore.set(state, before => (before.closed === null ? before : { ...before, closed: null }));
      hear(next);
    },
    resolve: (name, theirs) => {
      if (!at(name).conflict) return;
      callOff(name);
      set(name, resolved(at(name), name, theirs));
      void save(name);
    },
    restore: unsaved => {
      for (const name of sectionNames) {
        const before = at(name);
        set(name, restored(before, name, unsaved[name]));
        if (at(name) !== before && !at(name).conflict) later(name, saveAfterMs);
      }
    },
    stop: () => {
      for (const name of sectionNames) callOff(name);
    },
  };
}
