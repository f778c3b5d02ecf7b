/** Collisions, contacts with planned and required IPR, and occlusal contacts. */
import { useAtomValue } from 'jotai/react';
import { useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CollidingPair,
  type ContactReport,
  type StageContacts,
  type StageIpr,
  type ToothPair,
  touchToleranceMm,
} from '#events/plan/contacts.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNameFormatter.ts';
import { shownStageAtom } from '#web/features/viewer/viewer-state.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { CollisionList } from './Collisions.tsx';
import { formatHundredths, toothPairText } from './contact-text.ts';
import styles from './contacts.module.css';
import measures from './measures.module.css';
import { ToothPairButton } from './ToothPairButton.tsx';
import { contactMeasuringProgressAtom, type MeasuredContacts } from './useToothContacts.ts';

function useHere() {
  const { t } = useTranslation('review');
  return (teeth: ToothPair, kind?: CollidingPair['kind']) =>
    t('contacts.showHere', { pair: toothPairText(teeth, kind), tooth: teeth[0] });
}

function Ipr({ list }: { list: readonly StageIpr[] }) {
  const { t } = useTranslation('review');
  const here = useHere();
  if (list.length === 0) return <p className={measures.quiet}>{t('contacts.noIpr')}</p>;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('contacts.iprCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('contacts.contact')}</th>
          <th scope="col">{t('contacts.planned')}</th>
          <th scope="col">{t('contacts.needed')}</th>
          <th scope="col">{t('contacts.missing')}</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ teeth, planned, overlap, missing }) => (
          <tr key={teeth.join()}>
            <th scope="row">
              <ToothPairButton label={here(teeth)} teeth={teeth}>
                {toothPairText(teeth)}
              </ToothPairButton>
            </th>
            <td>{formatHundredths(planned)}</td>
            <td>{formatHundredths(overlap)}</td>
            <td data-red={missing > 0 ? '' : undefined}>{missing > 0 ? formatHundredths(missing) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Gaps({ list }: { list: StageContacts['gaps'] }) {
  const { t } = useTranslation('review');
  if (list.length === 0) return <p className={measures.quiet}>{t('contacts.nothing')}</p>;
  return (
    <ul className={styles.pairs}>
      {list.map(({ teeth, mm, opened }) => {
        const words = { pair: toothPairText(teeth), mm: mm.toFixed(1), more: opened.toFixed(1) };
        const text = t(opened > touchToleranceMm ? 'contacts.gapOpened' : 'contacts.gap', words);
        return (
          <li key={teeth.join()}>
            <ToothPairButton label={t('contacts.showHere', { pair: text, tooth: teeth[0] })} teeth={teeth}>
              {text}
            </ToothPairButton>
          </li>
        );
      })}
    </ul>
  );
}

function Bites({ list }: { list: readonly ToothPair[] }) {
  const { t } = useTranslation('review');
  const here = useHere();
  if (list.length === 0) return <p className={measures.quiet}>{t('contacts.nothing')}</p>;
  return (
    <ul className={styles.pairs}>
      {list.map(teeth => (
        <li key={teeth.join()}>
          <ToothPairButton label={here(teeth, 'opposing')} teeth={teeth}>
            {toothPairText(teeth, 'opposing')}
          </ToothPairButton>
        </li>
      ))}
    </ul>
  );
}

function Report({ report, shown }: { report: ContactReport; shown: number }) {
  const { t } = useTranslation('review');
  const at = report.stages[Math.min(shown, report.stages.length - 1)];
  if (!at) return null;
  const { collisions, gaps, occlusal } = at;
  const count = (n: number) => (n > 0 ? t('contacts.pairs', { count: n }) : t('contacts.clear'));
  return (
    <div className={styles.contacts}>
      <div>
        <h3>
          {t('contacts.collisions')} <span>{count(collisions.length)}</span>
        </h3>
        <CollisionList report={report} shown={shown} />
      </div>
      <div>
        <h3>{t('contacts.ipr')}</h3>
        <Ipr list={at.ipr} />
      </div>
      <Disclosure summary={t('contacts.gaps')} count={gaps.length}>
        <Gaps list={gaps} />
      </Disclosure>
      <Disclosure summary={t('contacts.occlusal')} count={occlusal.length}>
        <Bites list={occlusal} />
      </Disclosure>
    </div>
  );
}

function Busy({ onSeen }: { onSeen: () => void }) {
  const { t } = useTranslation('review');
  const share = useAtomValue(contactMeasuringProgressAtom);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) onSeen();
    });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, [onSeen]);
  return (
    <div ref={place}>
      <ProgressBar label={t('contacts.busy')} value={Math.round(100 * share)} />
    </div>
  );
}

/** @param onSeen called when the panel is in view and contacts are not measured */
export function ToothContactsPanel({ contacts, onSeen }: { contacts: MeasuredContacts; onSeen: () => void }) {
  const { t } = useTranslation('review');
  const shown = useAtomValue(shownStageAtom);
  const moved = useContext(IsTargetContext) ? 'contacts.noteGoal' : 'contacts.note';
  return (
    <Panel
      title={t('contacts.title')}
      note={shown === 0 ? t('contacts.noteStart') : t(moved, { stage: shown })}
      id="contacts"
    >
      {contacts === undefined && <Busy onSeen={onSeen} />}
      {contacts === null && <p className={measures.quiet}>{t('contacts.none')}</p>}
      {contacts && <Report report={contacts} shown={shown} />}
    </Panel>
  );
}
