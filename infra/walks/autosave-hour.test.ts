/**
 * One hour at the wizard in simulated time: a doctor types, pauses, changes pages, switches windows, attaches
 * the records and reloads the page. Autosave leaves its events in the case's stream forever, so there must be
 * fewer than a hundred; at the end the server must have every word.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slots } from '#events/case/options.ts';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { createRandom, type Random } from '#events/script/random.ts';
import { attachFile, createCase } from '#services/api/testing/case-steps.ts';
import { openTestServer, type TestServer } from '#services/api/testing/test-server.ts';
import { type CaseDraft, createCaseDraft } from '#web/features/wizard/autosave.ts';
import type { SaveOutcome, ServerSections, UnsavedSections } from '#web/features/wizard/draft-state.ts';
import { type FieldValues, normalizeFields } from '#web/features/wizard/fields.ts';
import { screenStore } from '#web/lib/screen-store.ts';

const hourMs = 3_600_000;

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

type Saved = { etag: string; theirs?: FieldValues };

/** The wizard's page of one case against the server, driven by the clock of the bench. */
async function openPage(caseId: string) {
  const { clock } = bench;
  const pending = new Set<Promise<unknown>>();
  let timers: { at: number; run: () => void }[] = [];
  let kept: UnsavedSections | null = null;

  const put = async (section: SectionName, value: FieldValues, revision: number): Promise<SaveOutcome> => {
    const { status, data, message } = await bench.put<Saved>(`/api/cases/${caseId}/${section}`, {
      as: 'doctor',
      body: value,
      headers: { 'If-Match': `"${revision}"`, 'Idempotency-Key': crypto.randomUUID() },
    });
    if (status === 200) return { how: 'saved', revision: Number(data.etag.replaceAll('"', '')) };
    return { how: 'refused', issues: [], message };
  };
  const send = (section: SectionName, value: FieldValues, revision: number): Promise<SaveOutcome> => {
    const answer = put(section, value, revision).finally(() => pending.delete(answer));
    pending.add(answer);
    return answer;
  };
  const after = (ms: number, run: () => void) => {
    const timer = { at: clock.now() + ms, run };
    timers.push(timer);
    return () => {
      timers = timers.filter(other => other !== timer);
    };
  };
  const load = async (): Promise<CaseDraft> => {
    const { data } = await bench.get<ServerSections>(`/api/cases/${caseId}`, { as: 'doctor' });
    return createCaseDraft(data, {
      send,
      after,
      keep: unsaved => {
        kept = unsaved;
      },
      now: () => clock.now(),
      today: () => '2026-11-20',
    });
  };
  const settled = async () => {
    while (pending.size > 0) await Promise.all(pending);
    // Lets the page's own microtasks run after an answer.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };

  let draft = await load();
  return {
    draft: () => draft,
    /** Advances the clock and runs each timer that becomes due. */
    pass: async (ms: number) => {
      const until = clock.now() + ms;
      for (;;) {
        const [due] = timers.filter(t => t.at <= until).toSorted((a, b) => a.at - b.at);
        if (!due) break;
        timers = timers.filter(t => t !== due);
        clock.set(Math.max(clock.now(), due.at));
        due.run();
        await settled();
      }
      clock.set(until);
    },
    /** Hides the page behind another window. */
    hide: async () => {
      draft.hidden();
      await settled();
    },
    leave: async () => {
      await draft.saveAll();
      await settled();
    },
    reload: async () => {
      draft.stop();
      draft = await load();
      draft.restore(kept ?? {});
    },
  };
}

type Page = Awaited<ReturnType<typeof openPage>>;

const texts: Partial<Record<SectionName, readonly string[]>> = {
  patient: ['address', 'clinic', 'clinicAddress', 'remarks'],
  diagnosis: ['complaint', 'info'],
  prescription: ['note'],
};
const choices: Partial<Record<SectionName, Record<string, readonly unknown[]>>> = {
  patient: { gender: [1, 2], birthDate: ['2001-04-12', '1998-01-30'] },
  diagnosis: { bite: ['taken', 'not-taken'], flags: [[92], [92, 100], [93, 103]] },
  prescription: {
    method: [1],
    arch: ['both', 'upper'],
    extraction: ['yes', 'no', 'not-sure'],
    ipr: ['yes', 'no'],
    midline: ['keep', 'left', 'right'],
    overjet: ['mild', 'severe'],
    molarLeft: ['neutral', 'mesial'],
    step: [0.15, 0.2, 0.25],
    angle: [1, 2, 3],
  },
  markers: { noMove: [[17], [17, 27], [16, 26]], extract: [[14], [14, 24]], confirmed: [true, undefined] },
  data: { dataOrderNumber: ['ORD-1', 'ORD-22'], courier: [2, 3] },
};
const sentence = 'The upper front teeth overlap and the patient wishes them straight before the summer ';

/** Changes one answer as a doctor does, and advances the clock by the time it takes. */
async function answers(page: Page, random: Random, section: SectionName): Promise<void> {
  const open = texts[section] ?? [];
  if (open.length > 0 && random.chance(0.4)) {
    const field = random.pick(open);
    const words = sentence.slice(0, 5 + random.below(60));
    for (let length = 1; length <= words.length; length++) {
      page.draft().change(section, { [field]: words.slice(0, length) });
      await page.pass(random.chance(0.04) ? 6000 + random.below(14_000) : 150 + random.below(300));
    }
  } else {
    const field = random.pick(Object.entries(choices[section] ?? {}));
    page.draft().change(section, { [field[0]]: random.pick(field[1]) });
  }
  if (random.chance(0.9)) await page.hide();
  await page.pass(random.chance(0.05) ? 90_000 : 2000 + random.below(20_000));
}

type Taken = [kind: 'photo' | 'radiograph' | 'stl', slot: string];
const records: Taken[] = [
  ...slots.photo.map((slot): Taken => ['photo', slot]),
  ['radiograph', 'lateral'],
  ['stl', 'upper'],
  ['stl', 'lower'],
];

async function anHour(page: Page, caseId: string, random: Random): Promise<void> {
  const end = bench.clock.now() + hourMs;
  const waiting = [...records, ...records.slice(0, 3)];
  while (bench.clock.now() < end) {
    const section = random.pick(sectionNames);
    for (let left = 3 + random.below(12); left > 0; left--) await answers(page, random, section);
    const record = section === 'data' ? waiting.shift() : undefined;
    if (record) await attachFile(bench, caseId, ...record);
    await page.leave();
    if (random.chance(0.1)) await page.reload();
  }
  for (const record of waiting) await attachFile(bench, caseId, ...record);
}

test.each([1, 2, 3])('an hour of editing leaves fewer than a hundred events (seed %i)', async seed => {
  const caseId = await createCase(bench);
  const page = await openPage(caseId);
  await anHour(page, caseId, createRandom(seed));
  const events = await Array.fromAsync(bench.deps.store.read(caseStreamOf(caseId)));
  expect(events.length).toBeLessThan(100);
  expect(events.length).toBeGreaterThan(records.length + 10);
  const { sections } = await bench.deps.streams.load(caseId);
  for (const name of sectionNames)
    expect(sections[name]).toEqual(normalizeFields(screenStore.get(page.draft().state).sections[name].value));
});
