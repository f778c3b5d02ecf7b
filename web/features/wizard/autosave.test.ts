import { describe, expect, test } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { createDraft, pace, retryAfterMs, saveAfterMs } from './autosave.ts';
import { asksToStay, type Outcome, phaseOf, type Server, type Unsaved } from './draft-state.ts';
import type { Fields } from './fields.ts';

type Sent = { section: string; value: Fields; revision: number; answer: (outcome: Outcome) => Promise<void> };

/** A page with its timers and calls in hand. */
function page(server: Server = { sections: {}, saved: {} }) {
  let clock = 0;
  let timers: { at: number; run: () => void }[] = [];
  const sent: Sent[] = [];
  let kept: Unsaved | null = null;
  const draft = createDraft(server, {
    send: (section, value, revision) =>
      new Promise(resolve => {
        const answer = async (outcome: Outcome) => {
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
  const phase = () => phaseOf(screenStore.get(draft.state));
  return { draft, pass, sent, last, section, phase, kept: () => kept, timers: () => timers.length };
}

const there: Server = {
  sections: { patient: { name: '张伟', clinic: 'Riverside' } },
  saved: { patient: { revision: 4, at: '2026-11-20T08:00:00.000Z' } },
};

describe('saving by itself', () => {
  test('5 s after the last change, whole, with the revision it was read at', async () => {
    const { draft, pass, sent, last, phase, kept } = page(there);
    draft.change('patient', { remarks: 'a' });
    await pass(saveAfterMs - 1);
    draft.change('patient', { remarks: ' ab ' });
    await pass(saveAfterMs - 1);
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
    expect(screenStore.get(draft.state).savedAt).toBe(2 * saveAfterMs - 1);
    expect(kept()).toBeNull();
  });

  test('nothing is sent where a change was taken back', async () => {
    const { draft, pass, sent, timers } = page(there);
    draft.change('patient', { clinic: 'Other' });
    draft.change('patient', { clinic: 'Riverside' });
    await pass(saveAfterMs);
    expect(sent).toHaveLength(0);
    expect(timers()).toBe(0);
  });

  test('what is typed during a save goes with the next, after it', async () => {
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

  test('of two saves that wait for a third, one goes at a time', async () => {
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

  test('no answer: it is said, kept, and tried again until it is in', async () => {
    const { draft, pass, sent, last, phase, kept } = page(there);
    draft.change('patient', { remarks: 'x' });
    await pass(saveAfterMs);
    await last().answer({ how: 'offline' });
    expect(phase()).toBe('offline');
    expect(kept()).toMatchObject({ patient: { value: { remarks: 'x' }, revision: 4 } });
    await pass(retryAfterMs);
    expect(sent).toHaveLength(2);
    await last().answer({ how: 'saved', revision: 5 });
    expect(phase()).toBe('saved');
  });

  test('sections are saved each for itself', async () => {
    const { draft, sent } = page(there);
    draft.change('patient', { remarks: 'x' });
    draft.change('diagnosis', { bite: 'taken' });
    void draft.saveAll();
    expect(sent.map(s => s.section).sort()).toEqual(['diagnosis', 'patient']);
  });
});

describe('what is wrong', () => {
  test('is shown and kept, and nothing of the section is sent', async () => {
    const { draft, pass, sent, section, phase, kept } = page(there);
    draft.change('patient', { name: 'R2D2' });
    expect(section().issues).toEqual([]);
    await pass(saveAfterMs);
    expect(sent).toHaveLength(0);
    expect(phase()).toBe('invalid');
    expect(section().issues).toEqual([{ path: 'name', issue: 'name-letters' }]);
    expect(kept()).toMatchObject({ patient: { value: { name: 'R2D2' } } });
  });

  test('is no longer called wrong as soon as it is right; nothing new is while it is typed', () => {
    const { draft, section } = page(there);
    draft.change('patient', { name: '1' });
    draft.check('patient');
    expect(section().issues.map(i => i.path)).toEqual(['name']);
    draft.change('patient', { name: 'Li', clinic: 'a\nb' });
    expect(section().issues).toEqual([]);
    draft.check('patient');
    expect(section().issues.map(i => i.path)).toEqual(['clinic']);
  });

  test('a birth date that is still to come', () => {
    const { draft, section } = page(there);
    draft.change('patient', { birthDate: '2026-11-21' });
    draft.check('patient');
    expect(section().issues).toEqual([{ path: 'birthDate', issue: 'date-future' }]);
  });

  test('the server’s refusal stands at its field, or as a sentence', async () => {
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

  test('a case that is closed is not asked again', async () => {
    const { draft, pass, sent, last, phase } = page(there);
    draft.change('patient', { remarks: 'x' });
    void draft.save('patient');
    await last().answer({ how: 'closed', message: 'gone' });
    expect(phase()).toBe('closed');
    // What is typed is nowhere else: leaving asks.
    expect(asksToStay(screenStore.get(draft.state))).toBe(true);
    draft.change('patient', { remarks: undefined });
    expect(asksToStay(screenStore.get(draft.state))).toBe(false);
    draft.change('patient', { remarks: 'y' });
    await pass(saveAfterMs);
    expect(sent).toHaveLength(1);
    // Until it is open again.
    draft.adopt({ ...there, editable: true });
    void draft.save('patient');
    expect(sent).toHaveLength(2);
  });
});

describe('how often', () => {
  test('a few in a row, then one each minute and a half, each 5 s after the last change', async () => {
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
    expect(between.slice(0, pace.burst - 1)).toEqual(Array(pace.burst - 1).fill(7));
    expect(at.length).toBeLessThanOrEqual(pace.burst + 900_000 / pace.everyMs);
    expect(at.length).toBeGreaterThan(pace.burst + 5);
  });

  test('what waits for its turn goes at once where its person leaves or asks', async () => {
    const { draft, pass, sent, last } = page(there);
    const save = async (remarks: string, revision: number) => {
      draft.change('patient', { remarks });
      await pass(saveAfterMs);
      await last().answer({ how: 'saved', revision });
    };
    for (let i = 0; i < pace.burst; i++) await save(`v${i}`, 5 + i);
    draft.change('patient', { remarks: 'one too many' });
    await pass(saveAfterMs);
    expect(sent).toHaveLength(pace.burst);
    void draft.save('patient');
    expect(last().value).toMatchObject({ remarks: 'one too many' });
  });
});

const theirs = { name: '张伟', clinic: 'Central' };
const newer: Server = {
  sections: { patient: theirs },
  saved: { patient: { revision: 9, at: '2026-11-20T09:00:00.000Z' } },
};

describe('somebody else saved', () => {
  async function conflicting() {
    const it = page(there);
    it.draft.change('patient', { clinic: 'Mine' });
    void it.draft.save('patient');
    await it.last().answer({ how: 'stale', theirs, revision: 9, at: null });
    return it;
  }

  test('both values stand, and nothing is sent until a person chooses', async () => {
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

  test('mine is saved over theirs', async () => {
    const { draft, last, phase } = await conflicting();
    draft.resolve('patient', []);
    expect(last()).toMatchObject({ value: { clinic: 'Mine' }, revision: 9 });
    await last().answer({ how: 'saved', revision: 10 });
    expect(phase()).toBe('saved');
  });

  test('theirs is taken', async () => {
    const { draft, sent, section, phase, kept } = await conflicting();
    draft.resolve('patient', ['clinic']);
    expect(section()).toMatchObject({ value: theirs, base: theirs, revision: 9 });
    expect([phase(), kept(), sent.length]).toEqual(['saved', null, 1]);
  });

  test('an answer that was lost on its way is no conflict, whatever was typed since', async () => {
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

  test('fields that only one side changed are put together and saved, and nobody is asked', async () => {
    const { draft, sent, last, phase } = page(there);
    draft.change('patient', { remarks: 'Mine' });
    const saved = draft.save('patient');
    await last().answer({ how: 'stale', theirs, revision: 9, at: null });
    expect(last()).toMatchObject({ value: { ...theirs, remarks: 'Mine' }, revision: 9 });
    await last().answer({ how: 'saved', revision: 10 });
    expect([await saved, phase(), sent.length]).toEqual([true, 'saved', 2]);
  });

  test('what was put together and contradicts itself is not sent', async () => {
    const marks = (patch: Fields, revision: number): Server => ({
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

  test('seen as it is pushed: taken where nothing was typed, else a conflict', () => {
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

  test('the push of a save that is under way says nothing new', async () => {
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

  test('what somebody saved over a save, pushed before that was answered, is taken in with its answer', async () => {
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
  test('what was kept is there again, and is saved', async () => {
    const { draft, pass, last, section } = page(there);
    draft.restore({ patient: kept });
    expect(section().value.clinic).toBe('Kept');
    await pass(saveAfterMs);
    expect(last()).toMatchObject({ value: { clinic: 'Kept' }, revision: 4 });
  });

  test('what somebody saved since stands against it', async () => {
    const { draft, pass, sent, section } = page(newer);
    draft.restore({ patient: kept });
    expect(section()).toMatchObject({
      value: { clinic: 'Kept' },
      base: theirs,
      conflict: { open: ['clinic'] },
    });
    await pass(saveAfterMs);
    expect(sent).toHaveLength(0);
  });

  test('what the earlier page had sent is no one else’s, answered or not', async () => {
    const { draft, pass, section, last } = page(newer);
    const unanswered = [{ name: '张伟', clinic: 'Central' }];
    draft.restore({ patient: { ...kept, value: { name: '张伟', clinic: 'Central 2' }, unanswered } });
    expect(section().conflict).toBeNull();
    await pass(saveAfterMs);
    expect(last()).toMatchObject({ value: { clinic: 'Central 2' }, revision: 9 });
  });

  test('what waited for a choice still waits', async () => {
    const { draft, pass, sent, section } = page(newer);
    draft.restore({ patient: { ...kept, base: theirs, revision: 9, open: ['clinic'] } });
    await pass(60_000);
    expect([section().conflict?.open, sent.length]).toEqual([['clinic'], 0]);
  });
});

describe('the eye is hidden', () => {
  const masked: Server = {
    sections: { patient: { name: '张**', clinic: 'Riverside', address: '***' } },
    saved: there.saved,
  };

  test('stars are never edited nor sent, and go when it opens', async () => {
    const { draft, sent, section } = page(masked);
    draft.change('patient', { clinic: 'x' });
    void draft.saveAll();
    expect([sent.length, section().locked]).toEqual([0, true]);
    draft.adopt(there);
    expect(section()).toMatchObject({ locked: false, value: there.sections.patient });
  });

  test('what somebody else saved is not put together with stars', async () => {
    const { draft, last, sent, section } = page(there);
    draft.change('patient', { clinic: 'Mine' });
    void draft.save('patient');
    await last().answer({ how: 'stale', theirs: { name: '张**' }, revision: 9, at: null });
    expect(section()).toMatchObject({ value: { name: '张伟', clinic: 'Mine' }, revision: 4 });
    expect(sent).toHaveLength(1);
  });

  test('what is being typed is not taken away', () => {
    const { draft, section } = page(there);
    draft.change('patient', { clinic: 'Mine' });
    draft.adopt(masked);
    expect(section()).toMatchObject({ locked: false, value: { clinic: 'Mine', name: '张伟' } });
  });
});
