/** One version under review: what the order asked, what the bundle holds, what was said of it before. */
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import type { ReviewPoint } from '#events/plan/review-points.ts';
import type { CaseView, PlanItem } from '#projections/case/view.ts';
import { CaseStatus } from '#web/features/case/CaseStatus.tsx';
import { PlanFacts } from '#web/features/case/sections/Plan.tsx';
import { Teeth } from '#web/features/case/sections/Teeth.tsx';
import { bytes } from '#web/features/file/bytes.ts';
import { Checklist } from '#web/features/review/Checklist.tsx';
import { CommentsPanel } from '#web/features/review/CommentsPanel.tsx';
import { DifferencePanel } from '#web/features/review/DifferencePanel.tsx';
import { RecordPanel } from '#web/features/review/RecordPanel.tsx';
import { RequestsPanel } from '#web/features/review/RequestsPanel.tsx';
import { ReviewPanel } from '#web/features/review/ReviewPanel.tsx';
import { redRequests } from '#web/features/review/red.ts';
import { ShareButton } from '#web/features/share/ShareButton.tsx';
import { momentOf } from '#web/lib/format.ts';
import { caseView } from '#web/lib/view.ts';
import { useWatch } from '#web/lib/watch.ts';
import { Banner } from '#web/ui/banner.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './plan.module.css';
import { useBundles } from './useBundles.ts';

type Props = {
  caseId: string;
  /** Which versions, and the actions that review them: the expert's and the doctor's. */
  list: 'plans' | 'targets';
  actions: readonly Action[];
  onDone: () => void;
};

function Bundle({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation(['review', 'caseDetail', 'rx']);
  return (
    <Panel title={t('review:bundle')} count={plan.files.length}>
      <ul className={`rows ${styles.files}`}>
        {plan.files.map(file => (
          <li key={file.id} className={styles.file}>
            <span className="clip">{file.name || t(`rx:fileKind.${file.kind}`)}</span>
            <code className="num t-small t-2">{file.sha256.slice(0, 8)}</code>
            <span className="num t-2">{bytes(file.size)}</span>
            <IconButton
              size="small"
              label={t('caseDetail:download', { name: file.name })}
              icon={<Download />}
              href={`/api/files/${file.id}?download=1`}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Body({ view, props }: { view: CaseView; props: Props }) {
  const { t } = useTranslation(['review', 'caseDetail']);
  const versions = view[props.list];
  const newest = versions.at(-1);
  const [chosen, setChosen] = useState<number | null>(null);
  const plan = versions.find(p => p.version === chosen) ?? newest;
  const [checked, setChecked] = useState<ReadonlySet<ReviewPoint>>(new Set());
  const bundles = useBundles(view, props.list, plan?.version);
  const action = props.actions.find(a => view.may[a] === 'yes');
  if (!plan || !newest)
    return (
      <div className="page">
        <EmptyState
          title={t('review:nothing')}
          action={<LinkButton href={`/caseDetail?id=${props.caseId}`}>{t('review:toCase')}</LinkButton>}
        />
      </div>
    );
  const { bundle, previous, previousVersion, looked } = bundles;
  const panel = { view, list: props.list, version: plan.version, bundle, previous };
  return (
    <div className={styles.body}>
      <div className={styles.column}>
        <Checklist checked={checked} onChange={setChecked} />
        <RequestsPanel {...panel} />
      </div>
      <div className={styles.column}>
        {chosen !== null && chosen !== newest.version && (
          <Banner tone="info">{t('review:older', { version: chosen, newest: newest.version })}</Banner>
        )}
        <Panel
          title={plan.name}
          note={`${plan.by.name}, ${momentOf(plan.at)}`}
          action={
            <>
              <ShareButton view={view} list={props.list} version={plan.version} />
              {versions.length > 1 && (
                <Segmented
                  label={t('review:versions')}
                  hideLabel
                  size="small"
                  value={String(plan.version)}
                  onChange={value => setChosen(Number(value))}
                  options={versions.map(p => ({ value: String(p.version), label: `v${p.version}` }))}
                />
              )}
            </>
          }
        >
          <PlanFacts plan={plan} />
        </Panel>
        <DifferencePanel {...panel} previousVersion={previousVersion} looked={looked} />
        <Bundle plan={plan} />
        {view.sections.markers && (
          <Panel title={t('review:asked')}>
            <Teeth markers={view.sections.markers} />
          </Panel>
        )}
      </div>
      <div className={styles.column}>
        {action && plan.version === newest.version ? (
          <ReviewPanel
            key={plan.version}
            caseId={props.caseId}
            action={action}
            plan={plan}
            checked={checked}
            red={redRequests(panel, t)}
            onDone={props.onDone}
          />
        ) : (
          <Panel title={t('review:decide')}>
            <p className="t-2">
              {t(plan.version === newest.version ? 'review:notYours' : 'review:onlyNewest')}
            </p>
          </Panel>
        )}
        <CommentsPanel {...panel} />
        <RecordPanel view={view} list={props.list} />
      </div>
    </div>
  );
}

export function VersionReview(props: Props) {
  const { t } = useTranslation(['review', 'error', 'caseDetail']);
  const { data: view, isPending } = useQuery(caseView(props.caseId));
  useWatch(props.caseId);
  if (isPending) return <Skeleton lines={8} label={t('caseDetail:loading')} />;
  if (!view)
    return (
      <div className="page">
        <EmptyState
          title={t('error:103001')}
          action={<LinkButton href="/caseList">{t('caseDetail:toList')}</LinkButton>}
        />
      </div>
    );
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <Link className="num" href={`/caseDetail?id=${view.caseId}`}>
            {view.caseId}
          </Link>{' '}
          {view.header.patientName}
        </h1>
        <CaseStatus
          status={view.header.status}
          statusWord={view.header.statusWord}
          waits={view.header.waits}
        />
        <span className="push">
          {props.list === 'plans' && view.plans.length > 0 && (
            <LinkButton href={`/schemeReportInfoWidget?id=${view.caseId}`}>
              {t('review:report.open')}
            </LinkButton>
          )}{' '}
          <LinkButton href={`/caseDetail?id=${view.caseId}`}>{t('review:toCase')}</LinkButton>
        </span>
      </header>
      <Body view={view} props={props} />
    </>
  );
}
