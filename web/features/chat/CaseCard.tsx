/** The case next to its conversation: patient, status, plan, files and recent events. */
import { useQuery } from '@tanstack/react-query';
import { Box, FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import type { Conversation } from '#projections/chat/item.ts';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { eventLine, eventTone } from '#web/case/event-line.ts';
import { ageInYears, dayOf, timeOf } from '#web/lib/format.ts';
import { formatBytes } from '#web/lib/format-bytes.ts';
import { useNow } from '#web/lib/now.ts';
import { caseHistoryQuery, caseViewQuery } from '#web/lib/queries.ts';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import styles from './case-card.module.css';

const newest = 4;

function Poster({ view }: { view: CaseView }) {
  const [failed, setFailed] = useState(false);
  const version = view.header.planVersion;
  if (version === null || failed) return null;
  return (
    <img
      className={styles.poster}
      src={`/api/cases/${encodeURIComponent(view.caseId)}/plans/${version}/posters/0`}
      alt=""
      width={720}
      height={480}
      onError={() => setFailed(true)}
    />
  );
}

function Facts({ view }: { view: CaseView }) {
  const { t } = useTranslation(['chat', 'rx', 'caseDetail']);
  const now = useNow();
  const { gender, birthDate, method, arch, planVersion, stages, assignee, clinic } = view.header;
  const comma = t('chat:comma');
  const joined = (...parts: (string | null | false | undefined)[]) => parts.filter(Boolean).join(comma);
  const rows: [string, string][] = [
    [
      t('chat:card.patient'),
      joined(
        gender && t(`rx:option.gender.${gender}`),
        birthDate && t('caseDetail:age', { count: ageInYears(birthDate, now) }),
      ),
    ],
    [
      t('chat:card.method'),
      joined(method && t(`rx:option.method.${method}`), arch && t(`rx:option.arch.${arch}`)),
    ],
    [
      t('chat:card.plan'),
      planVersion === null || !stages
        ? ''
        : t('chat:card.planIs', { version: planVersion, upper: stages.upper, lower: stages.lower }),
    ],
    [t('chat:card.designer'), assignee?.name ?? ''],
    [t('chat:card.clinic'), clinic ?? ''],
  ];
  return (
    <KeyValueList
      labelWidth="72px"
      items={rows.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }))}
    />
  );
}

function CaseFiles({ view }: { view: CaseView }) {
  const { t } = useTranslation('chat');
  const models = view.files.filter(file => file.kind === 'stl');
  const pictures = view.files.filter(file => file.kind === 'photo' || file.kind === 'radiograph');
  const others = view.files.filter(file => file.kind === 'archive' || file.kind === 'other');
  if (view.files.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.name}>
        {t('card.files')}
        <span className="num t-2">{view.files.length}</span>
      </h3>
      <ul className={styles.files}>
        {[...models, ...others].map(file => (
          <li key={file.id}>
            {file.kind === 'stl' ? <Box aria-hidden="true" /> : <FileText aria-hidden="true" />}
            <span className="clip">{file.name}</span>
            <span className="push num t-small t-2">{formatBytes(file.size)}</span>
          </li>
        ))}
        {pictures.length > 0 && (
          <li>
            <Image aria-hidden="true" />
            <span>{t('card.pictures')}</span>
            <span className="push num t-small t-2">{pictures.length}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function Latest({ caseId }: { caseId: string }) {
  const { t } = useTranslation(['chat', 'case', 'rx']);
  const now = useNow();
  const { data = [] } = useQuery(caseHistoryQuery(caseId));
  if (data.length === 0) return null;
  const items = data
    .slice(-newest)
    .toReversed()
    .map(item => ({
      id: item.id,
      time: dayOf(item.at) === dayOf(now) ? timeOf(item.at) : dayOf(item.at).slice(5),
      dateTime: item.at,
      tone: eventTone(item),
      title: eventLine(item, t),
    }));
  return (
    <section className={styles.part}>
      <h3 className={styles.name}>{t('chat:card.latest')}</h3>
      <Timeline compact label={t('chat:card.latest')} days={[{ items }]} />
    </section>
  );
}

export function CaseCard({ of }: { of: Conversation & { caseId: string } }) {
  const { t } = useTranslation(['chat', 'case']);
  const { data: view, isPending } = useQuery({ ...caseViewQuery(of.caseId), retry: false });
  return (
    <aside className={styles.card} aria-label={t('chat:card.title', { caseId: of.caseId })}>
      <section className={styles.part}>
        {view && <Poster view={view} />}
        <div className={styles.head}>
          <h2 className="t-title">
            <span className="num">{of.caseId}</span> {of.patientName || view?.header.patientName}
          </h2>
          {view && (
            <LinkButton size="small" href={`/caseDetail?id=${of.caseId}`}>
              {t('chat:card.open')}
            </LinkButton>
          )}
        </div>
        {view && (
          <CaseStatus
            status={view.header.status}
            statusWord={view.header.statusWord}
            waits={view.header.waits}
          />
        )}
        {isPending && <Skeleton lines={5} label={t('chat:loading')} />}
        {!view && !isPending && <p className="t-2">{t('chat:card.closed')}</p>}
        {view && <Facts view={view} />}
      </section>
      {view && <CaseFiles view={view} />}
      {view && <Latest caseId={of.caseId} />}
    </aside>
  );
}
