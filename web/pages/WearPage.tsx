/**
 * The patient's page: the current aligner, the next change, and reports to the clinic. Read on a phone and
 * stored on it.
 */
import { Phone, RefreshCw, TriangleAlert, WifiOff } from 'lucide-react';
import { dayInZone } from '#events/case/calendar.ts';
import type { SharedWearFacts, ShareFacts } from '#events/share/facts.ts';
import { telHref } from '#web/features/patient/phone.ts';
import { createTranslator, type Translate, type TranslationTable } from '#web/features/patient/translator.ts';
import {
  type Arch,
  arches,
  dayFormatter,
  maxUnfoldedChanges,
  type UpcomingAlignerChange,
  type WearPageContent,
  wearPageContentOn,
} from '#web/features/patient/wear-page-content.ts';
import { ArchProgress } from '#web/ui/arch-progress.tsx';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import en from '../i18n/en/wearPage.json' with { type: 'json' };
import zh from '../i18n/zh-CN/wearPage.json' with { type: 'json' };
import { formatZonedMoment } from '../lib/format.ts';
import type { PageContext } from './plain-document.tsx';
import { ShareFrame } from './SharePage.tsx';
import { AlignerChangedDialog, MissedAlignerDialog } from './WearDialogs.tsx';
import styles from './wear.module.css';

export type WearProps = {
  facts: ShareFacts;
  wear: SharedWearFacts;
  /** `/api/shares/{key}` */
  api: string;
};

const words: Record<PageContext['lang'], TranslationTable> = { en, 'zh-CN': zh };

/** Data for the page's script. */
export type WearPageData = {
  wear: SharedWearFacts;
  zone: string;
  clinic: string;
  words: TranslationTable;
};

function ArchNow({ arch, today, say }: { arch: Arch; today: WearPageContent; say: Translate }) {
  const now = today.arches.find(one => one.arch === arch);
  if (!now) return null;
  return (
    <div className={styles.arch} data-arch={arch}>
      <h2>{say(`arch.${arch}`)}</h2>
      {now.total === 0 ? (
        <p className="t-2">{say('none')}</p>
      ) : (
        <>
          <p className={styles.stage}>
            <b data-say="stage">{now.stage}</b> <span className="t-2">{say('of', { total: now.total })}</span>
          </p>
          <ArchProgress
            value={now.stage}
            total={now.total}
            label={say('stageOf', { stage: now.stage, total: now.total })}
            showText={false}
            size="medium"
          />
          <p className="t-small t-2" data-say="passive" hidden={!now.passive}>
            {say('passive')}
          </p>
        </>
      )}
    </div>
  );
}

type DaysProps = { days: readonly UpcomingAlignerChange[]; say: Translate; dayOf: (day: string) => string };

function Days({ days, say, dayOf }: DaysProps) {
  return days.map(({ stage, on, here }) => (
    <li key={stage}>
      <b>{say('comingLine', { stage })}</b>
      <time dateTime={on}>{dayOf(on)}</time>
      <span className="t-small t-2">{here ? '' : say('notHere')}</span>
    </li>
  ));
}

function ComingDays({ days, ended, say, dayOf }: DaysProps & { ended: boolean }) {
  return (
    <section className={styles.part} data-say="coming" hidden={ended}>
      <h2 className="t-title">{say('coming')}</h2>
      <p data-say="comingNone" hidden={days.length > 0}>
        {say('comingNone')}
      </p>
      <ol className={styles.days} data-list="soon">
        <Days days={days.slice(0, maxUnfoldedChanges)} say={say} dayOf={dayOf} />
      </ol>
      <details className={styles.all} data-say="rest" hidden={days.length <= maxUnfoldedChanges}>
        <summary>{say('all', { count: days.length })}</summary>
        <ol className={styles.days} data-list="rest">
          <Days days={days.slice(maxUnfoldedChanges)} say={say} dayOf={dayOf} />
        </ol>
      </details>
    </section>
  );
}

/** Report buttons, shown by the script that sends the reports. */
function Acts({ say }: { say: Translate }) {
  return (
    <div className={styles.acts} data-say="acts" hidden>
      <PlainButton
        type="button"
        variant="primary"
        wide
        icon={<RefreshCw aria-hidden="true" />}
        data={{ act: 'changed' }}
      >
        {say('changed', { stage: '' })}
      </PlainButton>
      <PlainButton type="button" wide icon={<TriangleAlert aria-hidden="true" />} data={{ act: 'missed' }}>
        {say('missed')}
      </PlainButton>
    </div>
  );
}

/** Call button; omitted without a known phone number. */
function Call({ facts: { clinic, phone }, say }: { facts: ShareFacts; say: Translate }) {
  if (phone === null) return null;
  return (
    <a className={styles.call} href={telHref(phone)}>
      <Phone aria-hidden="true" /> {say('call', { clinic, phone })}
    </a>
  );
}

/** The data block for the script; escapes `<`, so that it cannot end the element. */
const dataText = (data: WearPageData) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The page /wearView with its key. */
export function WearPage({ world, facts, wear, api }: { world: PageContext } & WearProps) {
  const { clinic, zone } = facts;
  const own = words[world.lang];
  const say = createTranslator(world.lang, own);
  const dayOf = dayFormatter(world.lang);
  const day = dayInZone(zone, world.now);
  const today = wearPageContentOn(wear, day, say, dayOf);
  return (
    <ShareFrame world={world} title={say('title')} link={api} clinic={clinic}>
      <h1 className="t-page">{say('title')}</h1>
      <p className={styles.offline} role="status" data-say="offline" hidden>
        <WifiOff aria-hidden="true" /> {say('offline')}
      </p>
      <div className={styles.now} data-asks={today.asks ? '' : undefined} data-say="now">
        <p className="t-2">
          <time dateTime={day} data-say="today">
            {dayOf(day)}
          </time>
        </p>
        <div className={styles.arches} data-say="arches" hidden={today.ended}>
          {arches.map(arch => (
            <ArchNow key={arch} arch={arch} today={today} say={say} />
          ))}
        </div>
        <div className={styles.next} aria-live="polite">
          <p className={styles.headline} data-say="headline">
            {today.headline}
          </p>
          <p data-say="day">{today.day ? dayOf(today.day) : ''}</p>
          <p className="t-2" data-say="advice">
            {today.advice ?? ''}
          </p>
        </div>
        <Acts say={say} />
      </div>
      <section className={styles.part} data-say="saidPart" hidden>
        <h2 className="t-title">{say('said.title')}</h2>
        <ul className={styles.said} aria-live="polite" data-list="said" />
        <p data-say="meanwhile" hidden>
          {say('meanwhile', { clinic })}
        </p>
        <Call facts={facts} say={say} />
      </section>
      <ComingDays days={today.coming} ended={today.ended} say={say} dayOf={dayOf} />
      <section className={styles.part}>
        <h2 className="t-title">{say('wrong.title')}</h2>
        <p>{say('wrong.pain', { clinic })}</p>
        <Call facts={facts} say={say} />
        <p data-say="wrongLost" hidden={!wear.takes}>
          {say('wrong.lost')}
        </p>
      </section>
      <footer className={styles.foot}>
        <p>{say('keeps')}</p>
        <p>{say('until', { clinic, date: formatZonedMoment(facts.expiresAt) })}</p>
        <p>{say('anybody')}</p>
      </footer>
      <AlignerChangedDialog say={say} />
      <MissedAlignerDialog today={today} say={say} clinic={clinic} />
      <script
        type="application/json"
        id="wear"
        nonce={world.nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON data with escaped `<`
        dangerouslySetInnerHTML={{ __html: dataText({ wear, zone, clinic, words: own }) }}
      />
    </ShareFrame>
  );
}
