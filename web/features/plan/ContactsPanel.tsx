/** Where teeth stand in each other, what is taken off them for it and what would be needed, and where they bite. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CollidingPair,
  type ContactReport,
  collidingPairs,
  collisionFrom,
  type Pair,
  type StageContacts,
  type StageIpr,
  touch,
} from '#events/plan/contacts.ts';
import { jumpTo } from '#web/features/viewer/jump.ts';
import { chosenTooth, shownStage } from '#web/features/viewer/state.ts';
import { useStore } from '#web/lib/store.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { runs } from './caps.ts';
import { hundredths, pairText } from './contact-words.ts';
import styles from './contacts.module.css';
import measures from './measures.module.css';
import { type Contacts, contactsShare } from './useContacts.ts';

type PairProps = { label: string; children: ReactNode; teeth: Pair; stage?: number };

/** Chooses the first tooth, at the stage where it matters. */
function PairButton({ label, children, teeth, stage }: PairProps) {
  return (
    <button type="button" className={styles.pair} aria-label={label} onClick={() => jumpTo(teeth[0], stage)}>
      {children}
    </button>
  );
}

function useHere() {
  const { t } = useTranslation('review');
  return (teeth: Pair, kind?: CollidingPair['kind']) =>
    t('contacts.showHere', { pair: pairText(teeth, kind), tooth: teeth[0] });
}

const box = { height: 28, width: 240 };

/** How deep the deepest collision of each aligner is, beside each other; the line is the stage that is shown. */
function Strip({ stages, shown }: { stages: readonly StageContacts[]; shown: number }) {
  const depths = stages.map(({ collisions }) => collisions[0]?.mm ?? 0);
  const most = Math.max(...depths, 4 * collisionFrom);
  const step = box.width / depths.length;
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.ground} x={0} y={box.height - 1} width={box.width} height={1} />
      <rect className={styles.here} x={step * (shown + 0.5) - 0.5} y={0} width={1} height={box.height} />
      {depths.map((mm, stage) => {
        const height = (mm / most) * (box.height - 2);
        const place = { x: step * (stage + 0.15), y: box.height - 1 - height };
        // The place in the list is the stage.
        return <rect key={String(stage)} {...place} width={0.7 * step} height={height} />;
      })}
    </svg>
  );
}

function Collisions({ report, shown }: { report: ContactReport; shown: number }) {
  const { t } = useTranslation('review');
  const chosen = useStore(chosenTooth);
  const pairs = collidingPairs(report);
  const now = (pair: CollidingPair) =>
    report.stages[shown]?.collisions.find(({ teeth }) => teeth.join() === pair.teeth.join())?.mm;
  if (pairs.length === 0)
    return <p className={measures.quiet}>{t('contacts.noCollision', { mm: collisionFrom })}</p>;
  return (
    <>
      <Strip stages={report.stages} shown={shown} />
      <table className={styles.table}>
        <caption className="visually-hidden">{t('contacts.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('contacts.pair')}</th>
            <th scope="col">{t('contacts.now')}</th>
            <th scope="col">{t('contacts.deepest')}</th>
            <th scope="col">{t('contacts.stages')}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(pair => {
            const [name, mm] = [pairText(pair.teeth, pair.kind), now(pair)];
            return (
              <tr key={name} data-chosen={chosen && pair.teeth.includes(chosen) ? '' : undefined}>
                <th scope="row">
                  <PairButton
                    label={t('contacts.show', { pair: name, stage: pair.deepest })}
                    teeth={pair.teeth}
                    stage={pair.deepest}
                  >
                    {name}
                  </PairButton>
                </th>
                <td data-red={mm === undefined ? undefined : ''}>
                  {mm === undefined ? '–' : hundredths(mm)}
                </td>
                <td>{hundredths(pair.mm)}</td>
                <td className="t-2">{runs(pair.stages)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
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
              <PairButton label={here(teeth)} teeth={teeth}>
                {pairText(teeth)}
              </PairButton>
            </th>
            <td>{hundredths(planned)}</td>
            <td>{hundredths(overlap)}</td>
            <td data-red={missing > 0 ? '' : undefined}>{missing > 0 ? hundredths(missing) : '–'}</td>
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
        const words = { pair: pairText(teeth), mm: mm.toFixed(1), more: opened.toFixed(1) };
        const text = t(opened > touch ? 'contacts.gapOpened' : 'contacts.gap', words);
        return (
          <li key={teeth.join()}>
            <PairButton label={t('contacts.showHere', { pair: text, tooth: teeth[0] })} teeth={teeth}>
              {text}
            </PairButton>
          </li>
        );
      })}
    </ul>
  );
}

function Bites({ list }: { list: readonly Pair[] }) {
  const { t } = useTranslation('review');
  const here = useHere();
  if (list.length === 0) return <p className={measures.quiet}>{t('contacts.nothing')}</p>;
  return (
    <ul className={styles.pairs}>
      {list.map(teeth => (
        <li key={teeth.join()}>
          <PairButton label={here(teeth, 'opposing')} teeth={teeth}>
            {pairText(teeth, 'opposing')}
          </PairButton>
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
        <Collisions report={report} shown={shown} />
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
  const share = useStore(contactsShare);
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

/** @param onSeen somebody looks for contacts that are not measured yet */
export function ContactsPanel({ contacts, onSeen }: { contacts: Contacts; onSeen: () => void }) {
  const { t } = useTranslation('review');
  const shown = useStore(shownStage);
  return (
    <Panel
      title={t('contacts.title')}
      note={shown === 0 ? t('contacts.noteStart') : t('contacts.note', { stage: shown })}
      id="contacts"
    >
      {contacts === undefined && <Busy onSeen={onSeen} />}
      {contacts === null && <p className={measures.quiet}>{t('contacts.none')}</p>}
      {contacts && <Report report={contacts} shown={shown} />}
    </Panel>
  );
}
