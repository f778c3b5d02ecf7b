/**
 * The one script of a patient's page. It works out the day's aligner anew as days go by, hears what changes at the
 * clinic, says what the patient says once there is a network, and has the page kept for when there is none.
 */
import { dayIn } from '#events/case/calendar.ts';
import type { WearFacts } from '#events/share/facts.ts';
import { wearAt } from '#events/wear/wear.ts';
import { createAsking, isOver, isTaken } from '#web/features/patient/asking.ts';
import { isKnown, openOutbox, type Said } from '#web/features/patient/outbox.ts';
import { sayIn } from '#web/features/patient/say.ts';
import {
  type Arch,
  dayWords,
  minutesLeft,
  soonDays,
  type Today,
  todayOf,
} from '#web/features/patient/today.ts';
import { progressPaths } from '#web/ui/arch.ts';
import type { WearData } from './WearPage.tsx';
import { drawDays, element } from './wear-days.ts';

const everyMs = 2_500;
/** What the clinic cannot take: it is not sent again. */
const refused = [400, 409, 413, 422];

const { pathname } = location;
const api = document.querySelector<HTMLElement>('[data-link]')?.dataset.link ?? '';
// The boundary: the page that the server made.
const data = JSON.parse(document.querySelector('#wear')?.textContent ?? '{}') as WearData;
const { lang } = document.documentElement;
const say = sayIn(lang, data.words);
const dayOf = dayWords(lang);
const outbox = openOutbox(localStorage, pathname);
const asking = createAsking(api, {
  fetch: (...call) => fetch(...call),
  now: () => Date.now(),
  timeout: ms => AbortSignal.timeout(ms),
});

let facts: WearFacts = data.wear;
/** What was not taken, in words, until the page is left. */
const answered: { text: string; state: string }[] = [];

const today = () => dayIn(data.zone, Date.now());
const part = (name: string) => document.querySelector<HTMLElement>(`[data-say="${name}"]`);
const list = (name: string) => document.querySelector<HTMLElement>(`[data-list="${name}"]`);
const dialog = (name: string) => document.querySelector<HTMLDialogElement>(`[data-dialog="${name}"]`);
const button = (name: string) => document.querySelector<HTMLButtonElement>(`[data-act="${name}"]`);

function write(name: string, text: string): void {
  const at = part(name);
  // What is read aloud when it changes is left alone while it does not.
  if (at && at.textContent !== text) at.textContent = text;
}
function show(name: string, isShown: boolean): void {
  const at = part(name);
  if (at) at.hidden = !isShown;
}

/** The wear as it is, with what was said here and has not been heard yet. */
function worn(): WearFacts {
  const said = outbox.all().flatMap(one => (one.kind === 'changes' ? [one] : []));
  const changes = said.map(({ stage, on }) => ({ stage, on, by: 'patient' as const }));
  return { ...facts, wear: { ...facts.wear, changes: [...facts.wear.changes, ...changes] } };
}

function renderArches({ arches }: Today): void {
  for (const { arch, stage, total, passive } of arches) {
    const at = document.querySelector<HTMLElement>(`[data-arch="${arch}"]`);
    const svg = at?.querySelector('svg');
    if (!at || !svg) continue;
    const { off, on } = progressPaths(stage, total, 'medium');
    const [, dim, lit] = svg.querySelectorAll('path');
    dim?.setAttribute('d', off);
    lit?.setAttribute('d', on);
    svg.setAttribute('aria-label', say('stageOf', { stage, total }));
    const number = at.querySelector<HTMLElement>('[data-say="stage"]');
    if (number) number.textContent = String(stage);
    const note = at.querySelector<HTMLElement>('[data-say="passive"]');
    if (note) note.hidden = !passive;
    const choice = document.querySelector(`[data-choice="${arch}"]`);
    if (choice) choice.textContent = alignerWords(arch, stage);
  }
}

const alignerWords = (arch: Arch, stage: number) => say('aligner', { arch: say(`arch.${arch}`), stage });

function saidWords(said: Said): string {
  if (said.kind === 'changes') return say('said.changed', { stage: said.stage, day: dayOf(said.on) });
  return say(`said.${said.reason}`, { arch: say(`arch.${said.arch}`), stage: said.stage });
}

let online = true;

/** Numbers of the reports that are being taken back. */
const takingBack = new Set<number>();

type Line = { text: string; state: string; back?: { missed: number; label: string } };

function reportLine(report: WearFacts['missed'][number]): Line {
  const { missed, arch, stage, reason } = report;
  const text = say(`said.${reason}`, { arch: say(`arch.${arch}`), stage });
  if (takingBack.has(missed)) return { text, state: say('said.takingBack') };
  const count = minutesLeft(report, Date.now());
  const back = count > 0 && facts.takes ? { missed, label: say('said.takeBack', { count }) } : undefined;
  return { text, state: say('said.told'), ...(back && { back }) };
}

function renderSaid(): void {
  const waits = say(online ? 'said.sending' : 'said.waits');
  const lines: Line[] = [
    ...answered,
    ...outbox.all().map(said => ({ text: saidWords(said), state: waits })),
    ...facts.missed.map(reportLine),
  ];
  const text = JSON.stringify(lines);
  const at = list('said');
  if (!at || at.dataset.shown === text) return;
  at.dataset.shown = text;
  const held =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.back : undefined;
  at.replaceChildren(
    ...lines.map(line => {
      const item = document.createElement('li');
      item.append(element('b', line.text), element('span', line.state));
      if (line.back) item.append(backButton(line.text, line.back));
      return item;
    }),
  );
  if (held) at.querySelector<HTMLElement>(`[data-back="${held}"]`)?.focus();
  show('saidPart', lines.length > 0);
  show('meanwhile', facts.missed.length > 0 || outbox.all().some(({ kind }) => kind === 'missed'));
}

function backButton(text: string, { missed, label }: NonNullable<Line['back']>): HTMLElement {
  const made = element('button', label);
  made.className = button('missed')?.className ?? '';
  made.dataset.back = String(missed);
  made.setAttribute('aria-label', `${label}: ${text}`);
  made.addEventListener('click', () => void takeBack(missed, text));
  return made;
}

/** Needs the network: what has been heard can only be taken back where it was heard. */
async function takeBack(missed: number, text: string): Promise<void> {
  takingBack.add(missed);
  render();
  const answer = await ask('/wear/taken-back', { id: crypto.randomUUID(), missed });
  takingBack.delete(missed);
  if (answer?.status === 200) take(answer.told);
  else if (answer && refused.includes(answer.status))
    answered.push({ text, state: say('said.notTakenBack') });
  render();
  void look();
}

function render(): Today {
  const day = today();
  const shown = todayOf(worn(), day, say, dayOf);
  const time = part('today');
  time?.setAttribute('datetime', day);
  write('today', dayOf(day));
  part('now')?.toggleAttribute('data-asks', shown.asks);
  write('headline', shown.headline);
  write('day', shown.day ? dayOf(shown.day) : '');
  write('advice', shown.advice ?? '');
  renderArches(shown);
  const places = {
    soon: list('soon'),
    rest: list('rest'),
    more: part('rest')?.querySelector('summary') ?? null,
  };
  if (drawDays(places, shown.coming, { say, dayOf })) {
    show('comingNone', shown.coming.length === 0);
    show('rest', shown.coming.length > soonDays);
  }
  renderSaid();
  show('arches', !shown.ended);
  show('coming', !shown.ended);
  show('wrongLost', facts.takes);
  show('acts', facts.takes);
  show('offline', !online);
  const change = button('changed');
  if (change) {
    change.hidden = shown.change === null;
    const label = change.querySelector('span');
    const words = say('changed', { stage: shown.change?.stage ?? '' });
    if (label && label.textContent !== words) label.textContent = words;
  }
  return shown;
}

/** The link is closed: what was kept goes at once; the server's page says why. */
async function end(): Promise<void> {
  outbox.clear();
  document.body.replaceChildren();
  const registration = await navigator.serviceWorker?.getRegistration(pathname);
  await registration?.unregister();
  if ('caches' in window) await caches.delete(`wear ${pathname}`);
  location.reload();
}

function take(told: WearFacts | null): void {
  if (!told || JSON.stringify(told) === JSON.stringify(facts)) return;
  facts = told;
  keep();
}

async function ask(path: string, body?: object) {
  const answer = await asking.ask(path, body);
  online = answer !== undefined;
  return answer;
}

/** The page that is kept says what this one says. */
const keep = () => navigator.serviceWorker?.controller?.postMessage('keep');

/** Says all that waits, in its order. True where nothing is left to be said now. */
async function sayAll(): Promise<boolean> {
  for (const said of outbox.all()) {
    const { kind, ...body } = said;
    const answer = await ask(`/wear/${kind}`, body);
    if (!answer) return false;
    if (isOver(answer.status)) {
      await end();
      return false;
    }
    if (isTaken(answer)) {
      outbox.remove(said.id);
      take(answer.told);
    } else if (refused.includes(answer.status)) {
      outbox.remove(said.id);
      const why = isKnown(said, answer.issue, wearAt(facts.wear, facts.limits, today()))
        ? 'known'
        : 'refused';
      answered.push({ text: saidWords(said), state: say(`said.${why}`) });
    } else return false;
  }
  return true;
}

let looking = false;

async function look(): Promise<void> {
  if (looking || document.visibilityState === 'hidden' || !asking.mayAsk()) return;
  looking = true;
  try {
    if (!(await sayAll())) return;
    const answer = await ask('/wear');
    if (answer && isOver(answer.status)) await end();
    else if (answer?.status === 200) take(answer.told);
  } finally {
    looking = false;
    render();
  }
}

/** Opens a question; whoever answers yes has said it. */
function question(name: string, said: (form: FormData) => Said): void {
  const at = dialog(name);
  const form = at?.querySelector('form');
  if (!at || !form) return;
  at.returnValue = '';
  at.addEventListener(
    'close',
    () => {
      if (at.returnValue !== 'yes') return;
      outbox.add(said(new FormData(form)));
      render();
      void look();
    },
    { once: true },
  );
  at.showModal();
}

const newSaid = () => ({ id: crypto.randomUUID(), on: today() });

button('changed')?.addEventListener('click', () => {
  const { change } = render();
  if (!change) return;
  const { stage, planned } = change;
  write('changedTitle', say('changedTitle', { stage }));
  write('changedText', say('changedText', { day: dayOf(today()) }));
  write('early', planned ? say('early', { day: dayOf(planned) }) : '');
  show('early', planned !== null);
  question('changed', () => ({ ...newSaid(), kind: 'changes', stage }));
});

button('missed')?.addEventListener('click', () => {
  const { arches } = render();
  question('missed', form => {
    const arch: Arch = form.get('arch') === 'lower' ? 'lower' : 'upper';
    const reason = form.get('reason') === 'broken' ? 'broken' : 'lost';
    const stage = arches.find(one => one.arch === arch)?.stage ?? 0;
    return { ...newSaid(), kind: 'missed', arch, stage, reason };
  });
});

render();
void look();
setInterval(() => void look(), everyMs);
document.addEventListener('visibilitychange', () => void look());
for (const event of ['online', 'offline', 'pageshow']) addEventListener(event, () => void look());
if ('serviceWorker' in navigator) {
  // What was heard before there was one to keep it.
  navigator.serviceWorker.addEventListener('controllerchange', () => facts !== data.wear && keep());
  addEventListener('load', () => {
    navigator.serviceWorker.register('/wearView/sw.js', { scope: pathname }).catch(() => undefined);
  });
}
