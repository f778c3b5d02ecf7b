/** /schemeReportInfoWidget: the printable report of one version. */
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { bundleQuery, findPlanJson } from '#web/features/viewer/bundle.ts';
import { useCurves } from '#web/features/viewer/useCurves.ts';
import { caseViewQuery } from '#web/lib/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlanPosters } from './PlanPosters.tsx';
import { ReportTable } from './ReportTable.tsx';
import styles from './report.module.css';
import { type ReportSection, reportContentOf } from './report.ts';

function Section({ section }: { section: ReportSection }) {
  const { title, note, lines, table, name } = section;
  if (lines.length === 0 && !table)
    return <Panel title={title} id={name} note={note} className={styles.empty} />;
  return (
    <Panel title={title} id={name}>
      {note && <p className={`t-small t-2 ${styles.note}`}>{note}</p>}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {table && <ReportTable label={title} table={table} />}
    </Panel>
  );
}

function Body({ view, plan }: { view: CaseView; plan: PlanItem }) {
  const { t } = useTranslation(['review', 'plan', 'rx']);
  const file = findPlanJson(plan.files);
  const { data: bundle, isLoading } = useQuery({
    ...bundleQuery(`/api/files/${file?.id}`),
    enabled: file !== undefined,
  });
  const curves = useCurves(plan, bundle ?? null);
  if (isLoading) return <Skeleton lines={8} label={t('report.title')} />;
  const report = reportContentOf({
    view,
    plan,
    t,
    bundle: bundle ?? null,
    occlusion: curves && [...curves.values()],
  });
  return (
    <>
      {report.notes.map(note => (
        <Banner key={note} tone="info">
          {note}
        </Banner>
      ))}
      <Panel title={report.title}>
        <KeyValueList items={report.facts} columns={2} labelWidth="120px" />
        <PlanPosters
          key={plan.version}
          caseId={view.caseId}
          version={plan.version}
          pictures={report.pictures}
        />
      </Panel>
      {report.sections.map(section => (
        <Section key={section.name} section={section} />
      ))}
    </>
  );
}

/** @param version default: the newest */
export function PlanReport({ caseId, version }: { caseId: string; version: number | undefined }) {
  const { t } = useTranslation(['review', 'caseDetail', 'error']);
  const { data: view, isPending } = useQuery(caseViewQuery(caseId));
  if (isPending) return <Skeleton lines={8} label={t('caseDetail:loading')} />;
  const plan = version === undefined ? view?.plans.at(-1) : view?.plans.find(p => p.version === version);
  const back = <LinkButton href={`/caseDetail?id=${caseId}`}>{t('review:toCase')}</LinkButton>;
  if (!view || !plan)
    return (
      <div className="page">
        <EmptyState title={t(view ? 'review:nothing' : 'error:103001')} action={back} />
      </div>
    );
  const pdf = `/api/cases/${encodeURIComponent(caseId)}/plans/${plan.version}/report.pdf`;
  return (
    <div className={`page ${styles.report}`}>
      <header className={styles.head}>
        <h1 className="t-page">
          <Link className="num" href={`/caseDetail?id=${view.caseId}`}>
            {view.caseId}
          </Link>{' '}
          {t('report.title')} v{plan.version}
        </h1>
        <span className="push">
          <LinkButton variant="primary" icon={<Download />} href={pdf} download>
            {t('report.pdf')}
          </LinkButton>
        </span>
      </header>
      <Body view={view} plan={plan} />
    </div>
  );
}
