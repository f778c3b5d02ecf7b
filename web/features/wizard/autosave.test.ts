import { describe, expect, test } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { autosaveDelayMs, createCaseDraft, saveRateLimit, saveRetryDelayMs } from './autosave.ts';
import {
  draftSaveState,
  type SaveOutcome,
  type ServerSections,
  type UnsavedSections,
  warnsBeforeLeaving,
} from './draft-state.ts';
import type { FieldValues } from './fields.ts';

type Sent = {
  section: string;
  value: FieldValues;
  revision: number;
  answer: (outcome: SaveOutcome) => Promise<void>;
};

/** A draft with manual timers and server answers. */
function page(server: ServerSections = { sections: {}, saved: {} }) {
  let clock = 0;
  let timers: { at: number; run: () => void }[] = [];
  const sent: Sent[] = [];
  let kept: UnsavedSections | null = null;
  const draft = createCaseDraft(server, {
    send: (section, value, revision) =>
      new Promise(resolve => {
        const answer = async (outcome: SaveOutcome) => {
          resolve(outcome);
          for (let turn = 0; turn < 10; turn++) await Promise.resolve();
        };
        sent.push({ section, value, revision, answer });
      }),
    after: (ms, run) => {
      const timer = { at: clock + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(t => t !== timer);
      };
    },
    keep: unsaved => {
      kept = unsaved;
    },
    now: () => clock,
    today: () => '2026-11-20',
  });
  const pass = async (ms: number) => {
    clock += ms;
    const due = timers.filter(t => t.at <= clock);
    timers = timers.filter(t => t.at > clock);
    for (const timer of due) timer.run();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const last = () => {
    const call = sent.at(-1);
    if (!call) throw new Error('nothing was sent');
    return call;
  };
  const section = (name: 'patient' | 'diagnosis' | 'data' = 'patient') =>
    screenStore.get(draft.state).sections[name];
  const phase = () => draftSaveState(screenStore.get(draft.state));
  return { draft, pass, sent, last, section, phase, kept: () => kept, timers: () => timers.length };
}

const there: ServerSections = {
  sections: { patient: { name: '张伟', clinic: 'Riverside' } },
  saved: { patient: { revision: 4, at: '2026-11-20T08:00:00.000Z' } },
};

describe('autosave', () => {
  test('sends the whole section 5 s after the last change, with the revision it was read at', async () => {
    const { draft, pass, sent, last, phase, kept } = page(there);
    draft.change('patient', { remarks: 'a' });
    await pass(autosaveDelayMs - 1);
    draft.change('patient', { remarks: ' ab ' });
    await pass(autosaveDelayMs - 1);
    expect(sent).toHaveLength(0);
    expect(phase()).toBe('unsaved');
    await pass(1);
    expect(phase()).toBe('saving');
    expect(last()).toMatchObject({
      section: 'patient',
      value: { name: '张伟', clinic: 'Riverside', remarks: 'ab' },
      revision: 4,
    });
    await last().answer({ how: 'saved', revision: 5 });
    expect(phase()).toBe('saved');
    expect(screenStore.get(draft.state).savedAt).toBe(2 * autosaveDelayMs - 1);
    expect(kept()).toBeNull();
  });

  test('sends nothing if the change was undone', async () => {
    const { draft, pass, sent, timers } = page(there);
    draft.change('patient', { clinic: 'Other' });
    draft.change('patient', { clinic: 'Riverside' });
    await pass(autosaveDelayMs);
    expect(sent).toHaveLength(0);
    expect(timers()).toBe(0);
  });

  test('sends text typed during a save with the next save', async () => {
    const { draft, pass, sent, last, section, phase } = page(there);
    draft.change('patient', { remarks: 'one' });
    const first = draft.save('patient');
    draft.change('patient', { remarks: 'two' });
    const second = draft.save('patient');
    await pass(0);
    expect(sent).toHaveLength(1);
    await last().answer({ how: 'saved', revision: 5 });
    expect(await first).toBe(false);
    expect(section().value.remarks).toBe('two');
    expect(sent).toHaveLength(2);
    expect(last()).toMatchObject({ value: { remarks: 'two' }, revision: 5 });
    await last().answer({ how: 'saved', revision: 6 });
    expect(await second).toBe(true);
    expect(phase()).toBe('saved');
  });

  test('runs one save of a section at a time', async () => {
    const { draft, pass, sent, last, section } = page(there);
    draft.change('patient', { remarks: 'one' });
    const saves = [draft.save('patient')];
    draft.change('patient', { remarks: 'two' });
    saves.push(draft.save('patient'), draft.save('patient'));
    await pass(0);
    await last().answer({ how: 'saved', revision: 5 });
    expect(sent).toHaveLength(2);
    await last().answer({ how: 'saved', revision: 6 });
    expect(await Promise.all(saves)).toEqual([false, true, true]);
    expect(sent).toHaveLength(2);
    expect(section().revision).toBe(6);
  });

  test('shows a lost answer, keeps the text, and retries until it is saved', async () => {
    const { draft, pass, sent, last, phase, kept } = page(there);
    draft.change('patient', { remarks: 'x' });
    await pass(autosaveDelayMs);
    await last().answer({ how: 'offline' });
    expect(phase()).toBe('offline');
    expect(kept()).toMatchObject({ patient: { value: { remarks: 'x' }, revision: 4 } });
    await pass(saveRetryDelayMs);
    expect(sent).toHaveLength(2);
    await last().answer({ how: 'saved', revision: 5 });
    expect(phase()).toBe('saved');
  });

  test('saves each section on its own', async () => {
    const { draft, sent } = page(there);
    draft.change('patient', { remarks: 'x' });
    draft.change('diagnosis', { bite: 'taken' });
    void draft.saveAll();
    expect(sent.map(s => s.section).sort()).toEqual(['diagnosis', 'patient']);
  });
});

describe('an invalid section', () => {
  test('shows the error, keeps the text, and sends nothing', async () => {
    const { draft, pass, sent, section, phase, kept } = page(there);
    draft.change('patient', { name: 'R2D2' });
    expect(section().issues).toEqual([]);
    await pass(autosaveDelayMs);
    expect(sent).toHaveLength(0);
    expect(phase()).toBe('invalid');
    expect(section().issues).toEqual([{ path: 'name', issue: 'name-letters' }]);
    expect(kept()).toMatchObject({ patient: { value: { name: 'R2D2' } } });
  });

  test('drops an error once it is corrected and shows no new one while typing', () => {
    const { draft, section } = page(there);
    draft.change('patient', { name: '1' });
    draft.check('patient');
    expect(section().issues.map(i => i.path)).toEqual(['name']);
    draft.change('patient', { name: 'Li', clinic: 'a\nb' });
    expect(section().issues).toEqual([]);
    draft.check('patient');
    expect(section().issues.map(i => i.path)).toEqual(['clinic']);
  });

  test('rejects a future birth date', () => {
    const { draft, section } = page(there);
    draft.change('patient', { birthDate: '2026-11-21' });
    draft.check('patient');
    expect(section().issues).toEqual([{ path: 'birthDate', issue: 'date-future' }]);
  });

  test('shows the server’s refusal at its field, or as a sentence', async () => {
    const { draft, last, section, phase } = page(there);
    draft.change('patient', { remarks: 'x' });
    void draft.save('patient');
    const issues = [{ path: 'remarks', issue: 'blank' }];
    await last().answer({ how: 'refused', issues, message: 'no' });
    expect(section().issues).toEqual(issues);
    void draft.save('patient');
    await last().answer({ how: 'refused', issues: [], message: 'too much' });
    expect(section()).toMatchObject({ refused: 'too much', issues: [] });
    expect(phase()).toBe('refused');
  });

  test('is not saved again after the case was closed', async () => {
    const { draft, pass, sent, last, phase } = page(there);
    draft.change('patient', { remarks: 'x' });
    void draft.save('patient');
    await last().answer({ how: 'closed', message: 'gone' });
    expect(phase()).toBe('closed');
    // The typed text exists only here: leaving asks for confirmation.
    expect(warnsBeforeLeaving(screenStore.get(draft.state))).toBe(true);
    draft.change('patient', { remarks: undefined });
    expect(warnsBeforeLeaving(screenStore.get(draft.state))).toBe(false);
    draft.change('patient', { remarks: 'y' });
    await pass(autosaveDelayMs);
    expect(sent).toHaveLength(1);
    // Saving resumes when the case is editable again.
    draft.adopt({ ...there, editable: true });
    void draft.save('patient');
    expect(sent).toHaveLength(2);
  });
});

describe('the save rate', () => {
  test('allows a burst, then one save per 90 s, each 5 s after the last change', async () => {
    const { draft, pass, sent, last } = page(there);
    let revision = 5;
    const at: number[] = [];
    for (let second = 0; second < 900; second++) {
      if (second % 7 === 0) draft.change('patient', { remarks: `after ${second} s` });
      await pass(1000);
      if (sent.length === at.length) continue;
      at.push(second + 1);
      await last().answer({ how: 'saved', revision: revision++ });
    }
    const between = at.slice(1).map((time, i) => time - (at[i] ?? 0));
    expect(between.slice(0, saveRateLimit.burst - 1)).toEqual(Array(saveRateLimit.burst - 1).fill(7));
    expect(at.length).toBeLessThanOrEqual(saveRateLimit.burst + 900_000 / saveRateLimit.everyMs);
    expect(at.length).toBeGreaterThan(saveRateLimit.burst + 5);
  });

  test('is not limited when the person leaves the step or saves explicitly', async () => {
    const { draft, pass, sent, last } = page(there);
    const save = async (remarks: string, revision: number) => {
      draft.change('patient', { remarks });
      await pass(autosaveDelayMs);
      await last().answer({ how: 'saved', revision });
    };
    for (let i = 0; i < saveRateLimit.burst; i++) await save(`v${i}`, 5 + i);
    draft.change('patient', { remarks: 'one too many' });
    await pass(autosaveDelayMs);
    expect(sent).toHaveLength(saveRateLimit.burst);
    void draft.save('patient');
    expect(last().value).toMatchObject({ remarks: 'one too many' });
  });
});

const theirs = { name: '张伟', clinic: 'Central' };
const newer: ServerSections = {
  sections: { patient: theirs },
  saved: { patient: { revision: 9, at: '2026-11-20T09:00:00.000Z' } },
};

describe('another person’s save', () => {
  async function conflicting() {
    const it = page(there);
    it.draft.change('patient', { clinic: 'Mine' });
    void it.draft.save('patient');
    await it.last().answer({ how: 'stale', theirs, revision: 9, at: null });
    return it;
  }

  test('keeps both values and sends nothing until a person chooses', async () => {
    const { draft, pass, sent, section, phase } = await conflicting();
    expect(phase()).toBe('conflict');
    expect(section()).toMatchObject({
      value: { clinic: 'Mine' },
      base: theirs,
      conflict: { open: ['clinic'] },
    });
    await pass(60_000);
    expect(await draft.saveAll()).toBe(false);
    expect(sent).toHaveLength(1);
  });

  test('is overwritten if my value is chosen', async () => {
    const { draft, last, phase } = await conflicting();
    draft.resolve('patient', []);
    expect(last()).toMatchObject({ value: { clinic: 'Mine' }, revision: 9 });
    await last().answer({ how: 'saved', revision: 10 });
    expect(phase()).toBe('saved');
  });

  test('is taken if their value is chosen', async () => {
    const { draft, sent, section, phase, kept } = await conflicting();
    draft.resolve('patient', ['clinic']);
    expect(section()).toMatchObject({ value: theirs, base: theirs, revision: 9 });
    expect([phase(), kept(), sent.length]).toEqual(['saved', null, 1]);
  });

  test('is no conflict if it is my own save whose answer was lost', async () => {
    const { draft, last, phase, section } = page(there);
    draft.change('patient', { clinic: 'Central' });
    void draft.save('patient');
    await last().answer({ how: 'offline' });
    draft.change('patient', { clinic: 'Central Dental' });
    void draft.save('patient');
    await last().answer({ how: 'stale', theirs, revision: 9, at: null });
    expect(last()).toMatchObject({ value: { clinic: 'Central Dental' }, revision: 9 });
    await last().answer({ how: 'saved', revision: 10 });
    expect([phase(), section().revision]).toEqual(['saved', 10]);
  });

  test('is merged and saved without a question if different fields changed', async () => {
    const { draft, sent, last, phase } = page(there);
    draft.change('patient', { remarks: 'Mine' });
    const saved = draft.save('patient');
    await last().answer({ how: 'stale', theirs, revision: 9, at: null });
    expect(last()).toMatchObject({ value: { ...theirs, remarks: 'Mine' }, revision: 9 });
    await last().answer({ how: 'saved', revision: 10 });
    expect([await saved, phase(), sent.length]).toEqual([true, 'saved', 2]);
  });

  test('is merged, but not sent if the result is invalid', async () => {
    const marks = (patch: FieldValues, revision: number): ServerSections => ({
      sections: { markers: patch },
      saved: { markers: { revision, at: '2026-11-20T09:00:00.000Z' } },
    });
    const { draft, sent, last } = page(marks({}, 4));
    draft.change('markers', { noMove: [14] });
    const saved = draft.save('markers');
    await last().answer({ how: 'stale', theirs: { extract: [14] }, revision: 9, at: null });
    expect([await saved, sent.length]).toEqual([false, 1]);
    expect(screenStore.get(draft.state).sections.markers.issues).toMatchObject([{ issue: 'marks-conflict' }]);
  });

  test('arrives by push: replaces unchanged sections, else is a conflict', () => {
    const untouched = page(there);
    untouched.draft.adopt(newer);
    expect(untouched.section()).toMatchObject({ value: theirs, revision: 9 });
    const typed = page(there);
    typed.draft.change('patient', { clinic: 'Mine' });
    typed.draft.adopt(newer);
    expect(typed.section()).toMatchObject({
      value: { clinic: 'Mine' },
      base: theirs,
      conflict: { open: ['clinic'], at: '2026-11-20T09:00:00.000Z' },
    });
  });

  test('is ignored if the push reports a save in progress', async () => {
    const { draft, last, section } = page(there);
    draft.change('patient', { clinic: 'Central' });
    void draft.save('patient');
    draft.change('patient', { clinic: 'Central 2' });
    draft.adopt(newer);
    expect(section().conflict).toBeNull();
    await last().answer({ how: 'saved', revision: 9 });
    draft.adopt(newer);
    expect(section()).toMatchObject({ conflict: null, value: { clinic: 'Central 2' } });
  });

  test('that was pushed before my save was answered is applied with the answer', async () => {
    const { draft, last, section } = page(there);
    draft.change('patient', { clinic: 'Central' });
    void draft.save('patient');
    draft.adopt(newer);
    await last().answer({ how: 'saved', revision: 5 });
    expect(section()).toMatchObject({ value: theirs, revision: 9, conflict: null });
  });
});

describe('after a reload', () => {
  const kept = {
    value: { name: '张伟', clinic: 'Kept' },
    base: there.sections.patient ?? {},
    revision: 4,
    open: [],
    unanswered: [],
  };
  test('the unsaved text is restored and saved', async () => {
    const { draft, pass, last, section } = page(there);
    draft.restore({ patient: kept });
    expect(section().value.clinic).toBe('Kept');
    await pass(autosaveDelayMs);
    expect(last()).toMatchObject({ value: { clinic: 'Kept' }, revision: 4 });
  });

  test('another person’s save since then is a conflict', async () => {
    const { draft, pass, sent, section } = page(newer);
    draft.restore({ patient: kept });
    expect(section()).toMatchObject({
      value: { clinic: 'Kept' },
      base: theirs,
      conflict: { open: ['clinic'] },
    });
    await pass(autosaveDelayMs);
    expect(sent).toHaveLength(0);
  });

  test('a save sent by the earlier page is no conflict, answered or not', async () => {
    const { draft, pass, section, last } = page(newer);
    const unanswered = [{ name: '张伟', clinic: 'Central' }];
    draft.restore({ patient: { ...kept, value: { name: '张伟', clinic: 'Central 2' }, unanswered } });
    expect(section().conflict).toBeNull();
    await pass(autosaveDelayMs);
    expect(last()).toMatchObject({ value: { clinic: 'Central 2' }, revision: 9 });
  });

  test('an open conflict is still open', async () => {
    const { draft, pass, sent, section } = page(newer);
    draft.restore({ patient: { ...kept, base: theirs, revision: 9, open: ['clinic'] } });
    await pass(60_000);
    expect([section().conflict?.open, sent.length]).toEqual([['clinic'], 0]);
  });
});

describe('masked values', () => {
  const masked: ServerSections = {
    sections: { patient: { name: '张**', clinic: 'Riverside', address: '***' } },
    saved: there.saved,
  };

  test('are never edited or sent, and disappear when the eye is opened', async () => {
    const { draft, sent, section } = page(masked);
    draft.change('patient', { clinic: 'x' });
    void draft.saveAll();
    expect([sent.length, section().locked]).toEqual([0, true]);
    draft.adopt(there);
    expect(section()).toMatchObject({ locked: false, value: there.sections.patient });
  });

  test('are not merged with another person’s save', async () => {
    const { draft, last, sent, section } = page(there);
    draft.change('patient', { clinic: 'Mine' });
    void draft.save('patient');
    await last().answer({ how: 'stale', theirs: { name: '张**' }, revision: 9, at: null });
    expect(section()).toMatchObject({ value: { name: '张伟', clinic: 'Mine' }, revision: 4 });
    expect(sent).toHaveLength(1);
  });

  test('do not replace text that is being typed', () => {
    const { draft, section } = page(there);
    draft.change('patient', { clinic: 'Mine' });
    draft.adopt(masked);
    expect(section()).toMatchObject({ locked: false, value: { clinic: 'Mine', name: '张伟' } });
  });
});
