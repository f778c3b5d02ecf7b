/** The whole case on one page: plan, result and dates. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { dayOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { caseLineageQuery } from '#web/lib/queries.ts';
import { StatFigure, StatFigures } from '#web/ui/figure.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import styles from './summary.module.css';
import { type ArchCounts, type CaseSummaryData, summarizeCase } from './summary.ts';

const arches = ['upper', 'lower'] as const;
const rows = ['planned', 'sent', 'received', 'worn'] as const;

function Stages({ stages }: Pick<CaseSummaryData, 'stages'>) {
  const { t } = useTranslation(['archive', 'caseDetail']);
  const shown = rows.flatMap((name): { name: (typeof rows)[number]; pair: ArchCounts }[] => {
    const pair = stages[name];
    return pair ? [{ name, pair }] : [];
  });
  return (
    <table className={styles.stages}>
      <thead>
        <tr>
          <th scope="col">{t('archive:stages')}</th>
          {arches.map(arch => (
            <th key={arch} scope="col">
              {t(`caseDetail:arch.${arch}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, pair }) => (
          <tr key={name}>
            <th scope="row">{t(`archive:stage.${name}`)}</th>
            {arches.map(arch => (
              <td key={arch} className="num">
                {pair[arch]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Dates({ dates }: Pick<CaseSummaryData, 'dates'>) {
  const { t } = useTranslation('archive');
  return (
    <ol className={styles.dates}>
      {dates.map(({ name, day, after }) => (
        <li key={name}>
          <span className="num t-strong">{day}</span>
          <span>{t(`date.${name}`)}</span>
          <span className="num t-small t-2">{after === null ? '' : t('after', { count: after })}</span>
        </li>
      ))}
    </ol>
  );
}

function useCounts(view: CaseView, summary: CaseSummaryData) {
  const { t } = useTranslation('archive');
  const { header } = view;
  const isOne = header.parentId !== null || header.childId !== null;
  const { data } = useQuery({ ...caseLineageQuery(view.caseId), enabled: isOne });
  const refinements = Math.max(0, (data?.items.length ?? 1) - 1);
  const { plans, refused, batches, lost, trays, records, visits, ipr } = summary;
  const note = (count: number, words: string) => (count > 0 ? ` · ${words}` : '');
  return [
    { label: t('rounds'), value: t('count', { n: plans }) + note(refused, t('refused', { n: refused })) },
    { label: t('refinements'), value: t('count', { n: refinements }) },
    { label: t('batches'), value: t('count', { n: batches }) + note(lost, t('lost', { n: lost })) },
    { label: t('trays'), value: t('count', { n: trays }) },
    { label: t('records'), value: t('count', { n: records }) },
    { label: t('visits'), value: t('count', { n: visits }) + note(ipr, t('ipr', { mm: ipr })) },
  ];
}

function Days({ days }: Pick<CaseSummaryData, 'days'>) {
  const { t } = useTranslation('archive');
  if (!days) return <p className="t-2">{t('noWear')}</p>;
  const { planned, real, held, longer } = days;
  return (
    <>
      <StatFigures>
        <StatFigure value={String(planned)} label={t('daysPlanned')} />
        <StatFigure value={real === null ? '–' : String(real)} label={t('daysReal')} />
      </StatFigures>
      {held + longer > 0 && <p className="t-small t-2">{t('daysWhy', { held, longer })}</p>}
    </>
  );
}

export function CaseSummary({ view }: { view: CaseView }) {
  const { t } = useTranslation('archive');
  const now = useNow();
  const summary = summarizeCase(view, dayOf(now), dayOf);
  const counts = useCounts(view, summary);
  return (
    <section className={styles.summary} aria-label={t('title')}>
      <h3 className="eyebrow">{t('title')}</h3>
      <div className={styles.columns}>
        <div className="stack">
          <Stages stages={summary.stages} />
          <Days days={summary.days} />
        </div>
        <div className="stack">
          <KeyValueList items={counts} labelWidth="132px" />
          <Dates dates={summary.dates} />
        </div>
      </div>
    </section>
  );
}
