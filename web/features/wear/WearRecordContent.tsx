/** A patient's wear, on the case page and in the drawer of the patient list. */
import { CalendarPlus, CirclePause, CirclePlay, MessageCircle, RefreshCw, TimerReset } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dayInZone } from '#events/case/calendar.ts';
import type { Action } from '#events/case/rules.ts';
import type { WearRecord } from '#events/wear/wear.ts';
import {
  lastCompleteAligner,
  type WearLimits,
  type WearNow,
  wearCalendar,
} from '#events/wear/wear-calendar.ts';
import { wearOn } from '#events/wear/wear-status.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useActionHost } from '#web/features/actionForm/action-host.ts';
import { PatientPageButton } from '#web/features/share/PatientPageButton.tsx';
import { useToday } from '#web/lib/useToday.ts';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MissedAligners } from './MissedAligners.tsx';
import { WearCalendar } from './WearCalendar.tsx';
import { WearFollowUps } from './WearFollowUps.tsx';
import { WearNowFacts } from './WearNowFacts.tsx';
import styles from './wear.module.css';
import { wearRecordOf } from './wear-record.ts';

type Props = { view: CaseView; past: boolean; months?: number };

export function WearRecordContent({ view, past, months = 3 }: Props) {
  const { t } = useTranslation('wear');
  const current = useToday(view.zone);
  const today = view.asOf ? dayInZone(view.zone, Date.parse(view.asOf)) : current;
  const { wearLimits: limits } = view;
  const wear = wearRecordOf(view);
  const keeps = !past && view.may.recordWear === 'yes';
  if (!wear || !limits)
    return (
      <div className={styles.none}>
        <p className="t-2">{t(limits ? (keeps ? 'none.begin' : 'none.kept') : 'none.nothing')}</p>
        {keeps && limits && <Begin view={view} />}
      </div>
    );
  const now = wearOn({ wear, limits }, today);
  if (!now) return null;
  return (
    <div className={styles.body}>
      <WearNowFacts wear={wear} limits={limits} now={now} missed={view.missed.length} />
      <MissedAligners view={view} keeps={keeps} />
      {keeps && <Acts view={view} now={now} />}
      <WearCalendar wear={wear} limits={limits} today={today} months={months} />
      <AllDays wear={wear} limits={limits} today={today} />
      <WearFollowUps checks={view.checks} />
    </div>
  );
}

function Begin({ view }: { view: CaseView }) {
  const { t } = useTranslation('wear');
  const { run } = useActionHost();
  return (
    <Button variant="primary" icon={<CalendarPlus />} onPress={() => run('recordWear', view.header)}>
      {t('begin')}
    </Button>
  );
}

/** Actions possible now: no resume without a pause, no prolongation after the end. */
function actsOf(view: CaseView, now: WearNow): { action: Action; icon: React.ReactNode }[] {
  const open = view.wear?.holds.at(-1);
  const paused = now.state === 'held' || open?.until === null;
  return [
    { action: 'changeAligner', icon: <RefreshCw /> },
    paused ? { action: 'resumeWear', icon: <CirclePlay /> } : { action: 'holdWear', icon: <CirclePause /> },
    ...(now.state === 'done' ? [] : [{ action: 'extendWear' as const, icon: <TimerReset /> }]),
    { action: 'checkWear', icon: <MessageCircle /> },
    { action: 'recordWear', icon: <CalendarPlus /> },
  ];
}

function Acts({ view, now }: { view: CaseView; now: WearNow }) {
  const { t } = useTranslation(['wear', 'case']);
  const { run } = useActionHost();
  return (
    <div className={styles.acts}>
      {actsOf(view, now).map(({ action, icon }) => (
        <Button key={action} size="small" icon={icon} onPress={() => run(action, view.header)}>
          {action === 'recordWear' ? t('wear:anew') : t(`case:action.${action}`)}
        </Button>
      ))}
      <PatientPageButton caseId={view.caseId} />
    </div>
  );
}

/** The whole calendar as a list, for finding one aligner's date. */
function AllDays({ wear, limits, today }: { wear: WearRecord; limits: WearLimits; today: string }) {
  const { t } = useTranslation('wear');
  const complete = lastCompleteAligner(limits);
  const days = wearCalendar(wear, limits);
  const note = (stage: number) => {
    const said = wear.changes.findLast(change => change.stage === stage);
    if (said) return t(`reported.${said.by}`);
    return stage > complete ? t('notHere') : '';
  };
  return (
    <Disclosure summary={t('allDays')} count={days.length}>
      <ol className={styles.days}>
        {days.map(({ stage, on }) => (
          <li key={stage} data-past={on < today ? '' : undefined}>
            <span className="num">{t('aligner', { stage })}</span>
            <span className="num">{on}</span>
            <span className="t-small t-2">{note(stage)}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
