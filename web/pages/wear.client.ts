/**
 * Script of a patient's page: recomputes the current aligner as days pass, receives changes from the clinic,
 * sends the patient's reports once there is a network, and stores the page for offline use.
 */
import { dayInZone } from '#events/case/calendar.ts';
import type { SharedWearFacts } from '#events/share/facts.ts';
import { wearAt } from '#events/wear/wear-calendar.ts';
import { createLinkApi, isLinkClosed, isReportAccepted } from '#web/features/patient/link-api.ts';
import { isReportKnown, openReportOutbox, type PatientReport } from '#web/features/patient/report-outbox.ts';
import { createTranslator } from '#web/features/patient/translator.ts';
import {
  type Arch,
  dayFormatter,
  maxUnfoldedChanges,
  minutesToWithdraw,
  type WearPageContent,
  wearPageContentOn,
} from '#web/features/patient/wear-page-content.ts';
import { renderChangeDates } from './change-dates.ts';
import {
  findActionButton,
  findListElement,
  findPartElement,
  openConfirmationDialog,
  showPart,
  writePartText,
} from './page-parts.ts';
import { updateArches } from './render-arches.ts';
import { renderReportList, type WearReportLine } from './report-list.ts';
import type { WearPageData } from './WearPage.tsx';

const everyMs = 2_500;
/** Statuses of a final refusal: the report is not sent again. */
const refused = [400, 409, 413, 422];

const { pathname } = location;
const api = document.querySelector<HTMLElement>('[data-link]')?.dataset.link ?? '';
// Cast at the boundary: the server wrote this block.
const data = JSON.parse(document.querySelector('#wear')?.textContent ?? '{}') as WearPageData;
const { lang } = document.documentElement;
const say = createTranslator(lang, data.words);
const dayOf = dayFormatter(lang);
const outbox = openReportOutbox(localStorage, pathname);
const asking = createLinkApi(api, {
  fetch: (...call) => fetch(...call),
  now: () => Date.now(),
  timeout: ms => AbortSignal.timeout(ms),
});

let facts: SharedWearFacts = data.wear;
/** Refused reports as text, until the page is closed. */
const answered: { text: string; state: string }[] = [];

const today = () => dayInZone(data.zone, Date.now());
/** The patient's wear, including unsent reports. */
function worn(): SharedWearFacts {
  const said = outbox.all().flatMap(one => (one.kind === 'changes' ? [one] : []));
  const changes = said.map(({ stage, on }) => ({ stage, on, by: 'patient' as const }));
  return { ...facts, wear: { ...facts.wear, changes: [...facts.wear.changes, ...changes] } };
}

function saidWords(said: PatientReport): string {
  if (said.kind === 'changes') return say('said.changed', { stage: said.stage, day: dayOf(said.on) });
  return say(`said.${said.reason}`, { arch: say(`arch.${said.arch}`), stage: said.stage });
}

let online = true;

/** Numbers of the reports being withdrawn. */
const takingBack = new Set<number>();

function reportLine(report: SharedWearFacts['missed'][number]): WearReportLine {
  const { missed, arch, stage, reason } = report;
  const text = say(`said.${reason}`, { arch: say(`arch.${arch}`), stage });
  if (takingBack.has(missed)) return { text, state: say('said.takingBack') };
  const count = minutesToWithdraw(report, Date.now());
  const back = count > 0 && facts.takes ? { missed, label: say('said.takeBack', { count }) } : undefined;
  return { text, state: say('said.told'), ...(back && { back }) };
}

function renderSaid(): void {
  const waits = say(online ? 'said.sending' : 'said.waits');
  const lines: WearReportLine[] = [
    ...answered,
    ...outbox.all().map(said => ({ text: saidWords(said), state: waits })),
    ...facts.missed.map(reportLine),
  ];
  renderReportList(lines, (missed, text) => void takeBack(missed, text));
  showPart('saidPart', lines.length > 0);
  showPart('meanwhile', facts.missed.length > 0 || outbox.all().some(({ kind }) => kind === 'missed'));
}

/** Needs the network: only the server can withdraw a received report. */
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

function render(): WearPageContent {
  const day = today();
  const shown = wearPageContentOn(worn(), day, say, dayOf);
  const time = findPartElement('today');
  time?.setAttribute('datetime', day);
  writePartText('today', dayOf(day));
  findPartElement('now')?.toggleAttribute('data-asks', shown.asks);
  writePartText('headline', shown.headline);
  writePartText('day', shown.day ? dayOf(shown.day) : '');
  writePartText('advice', shown.advice ?? '');
  updateArches(shown, say);
  const places = {
    soon: findListElement('soon'),
    rest: findListElement('rest'),
    more: findPartElement('rest')?.querySelector('summary') ?? null,
  };
  if (renderChangeDates(places, shown.coming, { say, dayOf })) {
    showPart('comingNone', shown.coming.length === 0);
    showPart('rest', shown.coming.length > maxUnfoldedChanges);
  }
  renderSaid();
  showPart('arches', !shown.ended);
  showPart('coming', !shown.ended);
  showPart('wrongLost', facts.takes);
  showPart('acts', facts.takes);
  showPart('offline', !online);
  const change = findActionButton('changed');
  if (change) {
    change.hidden = shown.change === null;
    const label = change.querySelector('span');
    const words = say('changed', { stage: shown.change?.stage ?? '' });
    if (label && label.textContent !== words) label.textContent = words;
  }
  return shown;
}

/** The link is closed: deletes the stored data at once; the server's page explains why. */
async function end(): Promise<void> {
  outbox.clear();
  document.body.replaceChildren();
  const registration = await navigator.serviceWorker?.getRegistration(pathname);
  await registration?.unregister();
  if ('caches' in window) await caches.delete(`wear ${pathname}`);
  location.reload();
}

function take(told: SharedWearFacts | null): void {
  if (!told || JSON.stringify(told) === JSON.stringify(facts)) return;
  facts = told;
  keep();
}

async function ask(path: string, body?: object) {
  const answer = await asking.ask(path, body);
  online = answer !== undefined;
  return answer;
}

/** Makes the service worker update the stored page. */
const keep = () => navigator.serviceWorker?.controller?.postMessage('keep');

/** Sends all waiting reports in order. Resolves with whether none is left to send. */
async function sayAll(): Promise<boolean> {
  for (const said of outbox.all()) {
    const { kind, ...body } = said;
    const answer = await ask(`/wear/${kind}`, body);
    if (!answer) return false;
    if (isLinkClosed(answer.status)) {
      await end();
      return false;
    }
    if (isReportAccepted(answer)) {
      outbox.remove(said.id);
      take(answer.told);
    } else if (refused.includes(answer.status)) {
      outbox.remove(said.id);
      const why = isReportKnown(said, answer.issue, wearAt(facts.wear, facts.limits, today()))
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
    if (answer && isLinkClosed(answer.status)) await end();
    else if (answer?.status === 200) take(answer.told);
  } finally {
    looking = false;
    render();
  }
}

/** Asks for confirmation; "yes" stores the report. */
function question(name: string, said: (form: FormData) => PatientReport): void {
  openConfirmationDialog(name, form => {
    outbox.add(said(form));
    render();
    void look();
  });
}

const newSaid = () => ({ id: crypto.randomUUID(), on: today() });

findActionButton('changed')?.addEventListener('click', () => {
  const { change } = render();
  if (!change) return;
  const { stage, planned } = change;
  writePartText('changedTitle', say('changedTitle', { stage }));
  writePartText('changedText', say('changedText', { day: dayOf(today()) }));
  writePartText('early', planned ? say('early', { day: dayOf(planned) }) : '');
  showPart('early', planned !== null);
  question('changed', () => ({ ...newSaid(), kind: 'changes', stage }));
});

findActionButton('missed')?.addEventListener('click', () => {
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
  // Stores changes received before the worker was active.
  navigator.serviceWorker.addEventListener('controllerchange', () => facts !== data.wear && keep());
  addEventListener('load', () => {
    navigator.serviceWorker.register('/wearView/sw.js', { scope: pathname }).catch(() => undefined);
  });
}
