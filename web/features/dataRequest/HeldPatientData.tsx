/** The data to erase or copy, the data that stay, and the retention period. */
import { useTranslation } from 'react-i18next';
import { dayOf } from '#web/lib/format.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { DataRequestKind, PatientData } from './data-request-queries.ts';
import styles from './dataRequest.module.css';

type Held = Pick<PatientData, 'held' | 'underway' | 'keep'>;

/** A sentence that states how long the organisation keeps the record. */
function KeepLine({ keep }: Pick<Held, 'keep'>) {
  const { t } = useTranslation('dataRequest');
  const { years, until, running } = keep;
  if (years === null || until === null) return <p>{t('keep.always')}</p>;
  return <p>{running ? t('keep.until', { years, day: dayOf(until) }) : t('keep.over', { years })}</p>;
}

export function HeldPatientData({ kind, data }: { kind: DataRequestKind; data: Held }) {
  const { t } = useTranslation('dataRequest');
  const { held, underway, keep } = data;
  const erases = kind === 'erasure';
  return (
    <>
      {erases && underway.length > 0 && (
        <Banner tone="warn">{t('underway', { cases: underway.join(t('comma')) })}</Banner>
      )}
      <section className={styles.held}>
        <h3 className="t-strong">{t(`held.title.${kind}`)}</h3>
        <ul>
          {held.map(({ caseId, begun, files, messages, events }) => (
            <li key={caseId}>
              <span className="num">{t('heldCase', { caseId, day: dayOf(begun) })}</span>
              <span className="t-small t-2">
                {[
                  t('heldEvents', { count: events }),
                  t('heldFiles', { count: files }),
                  t('heldMessages', { count: messages }),
                ].join(t('comma'))}
              </span>
            </li>
          ))}
        </ul>
        <p className="t-small t-2">{t(erases ? 'goes' : 'inCopy')}</p>
      </section>
      {erases && (
        <section className={styles.held}>
          <h3 className="t-strong">{t('stays.title')}</h3>
          <p className="t-small t-2">{t('stays.text')}</p>
          <KeepLine keep={keep} />
        </section>
      )}
    </>
  );
}
