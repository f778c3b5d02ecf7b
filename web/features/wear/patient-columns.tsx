/** Columns of the patient list. */
import type { TFunction } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import { dayInZone } from '#events/case/calendar.ts';
import { conversationIdOfCase } from '#events/chat/conversation.ts';
import { wearOn } from '#events/wear/wear-status.ts';
import type { PatientItem } from '#projections/patients/view.ts';
import { openChatDock } from '#web/lib/chat-dock.ts';
import { ageInYears } from '#web/lib/format.ts';
import { ArchProgress } from '#web/ui/arch-progress.tsx';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { TableColumn } from '#web/ui/table.tsx';
import { daysLeftKey } from './WearNowFacts.tsx';
import { WearState } from './WearState.tsx';
import styles from './wear.module.css';
import { wearStateDisplay } from './wear-state-display.ts';

type World = {
  t: TFunction;
  now: number;
  hrefOf: (caseId: string) => string;
  /** Whether the viewer may write about a case. */
  talks: boolean;
};

/** A patient's wear on the current date in the clinic's time zone. */
const today = (item: PatientItem, now: number) => wearOn(item, dayInZone(item.zone, now));

function Patient({ item, world: { t, now } }: { item: PatientItem; world: World }) {
  const age = item.birthDate ? ageInYears(item.birthDate, now) : null;
  const about = [item.gender && t(`rx:option.gender.${item.gender}`), age].filter(x => x !== null && x !== 0);
  return (
    <span className={styles.patient}>
      <span className="t-strong clip">{item.patientName || t('wear:unnamed')}</span>
      <span className="t-small t-3 num">{about.join(' ')}</span>
    </span>
  );
}

function Stage({ item, world: { t, now } }: { item: PatientItem; world: World }) {
  const worn = today(item, now);
  const total = Math.max(item.limits?.total.upper ?? 0, item.limits?.total.lower ?? 0);
  if (!worn) return <span className="t-3 only-wide">–</span>;
  const { asks, tone } = wearStateDisplay(worn);
  return (
    <ArchProgress
      value={worn.stage}
      total={total}
      tone={asks ? tone : 'brand'}
      label={t('wear:stageOf', { stage: worn.stage, total })}
      size="medium"
    />
  );
}

function Next({ item, world: { t, now } }: { item: PatientItem; world: World }) {
  const worn = today(item, now);
  if (!worn?.next || worn.left === null) return <span className="t-3 only-wide">–</span>;
  return (
    <span className={styles.next}>
      <span className="only-narrow t-small t-2">{t('wear:column.next')}</span>
      <time dateTime={worn.next} className="num">
        {worn.next}
      </time>
      <span className="t-small t-2">{t(`wear:${daysLeftKey(worn)}`, { count: Math.abs(worn.left) })}</span>
    </span>
  );
}

/** The wear on the current date, and the first aligner change that was missed. */
function Wear({ item, world: { t, now } }: { item: PatientItem; world: World }) {
  const [missed] = item.missed;
  return (
    <span className={styles.next}>
      <WearState now={today(item, now)} missed={item.missed.length} />
      {missed && (
        <StatusChip tone="warn" icon={<TriangleAlert />} soft>
          {t(`wear:missed.${missed.reason}Short`)}
        </StatusChip>
      )}
    </span>
  );
}

/** Opens the patient's wear; a late patient can be asked about in the chat. */
function Acts({ item, world: { t, now, hrefOf, talks } }: { item: PatientItem; world: World }) {
  return (
    <span className={styles.acts}>
      {talks && wearStateDisplay(today(item, now)).mark === 'late' && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('wear:messageAbout', { caseId: item.caseId })}
          onPress={() => openChatDock({ c: conversationIdOfCase(item.caseId) })}
        >
          {t('wear:message')}
        </Button>
      )}
      <LinkButton size="small" href={hrefOf(item.caseId)}>
        {t(item.keeps && !item.wear && item.limits ? 'wear:begin' : 'wear:open')}
      </LinkButton>
    </span>
  );
}

/** Column widths are 120 to 282 px (product-spec.md 9). */
export function patientColumns(world: World): TableColumn<PatientItem>[] {
  const { t } = world;
  return [
    {
      id: 'patient',
      header: t('wear:column.patient'),
      width: 200,
      sortable: true,
      sticky: 'start',
      card: 'title',
      cell: item => <Patient item={item} world={world} />,
    },
    {
      id: 'caseId',
      header: t('wear:column.caseId'),
      width: 120,
      sortable: true,
      card: 'end',
      cell: item => (
        <Link href={`/caseDetail?id=${item.caseId}&section=wear`} className={styles.id}>
          {item.caseId}
        </Link>
      ),
    },
    {
      id: 'clinic',
      header: t('wear:column.clinic'),
      width: 160,
      hideBelow: 1279,
      card: 'hide',
      cell: item => item.clinic ?? <span className="t-3">–</span>,
    },
    {
      id: 'method',
      header: t('wear:column.type'),
      width: 130,
      hideBelow: 1439,
      card: 'hide',
      cell: item => t(`rx:option.productType.${item.productType ?? 4}`),
    },
    {
      id: 'stage',
      header: t('wear:column.stage'),
      width: 200,
      card: 'line',
      cell: item => <Stage item={item} world={world} />,
    },
    {
      id: 'due',
      header: t('wear:column.next'),
      width: 200,
      sortable: true,
      card: 'line',
      cell: item => <Next item={item} world={world} />,
    },
    {
      id: 'state',
      header: t('wear:column.wear'),
      width: 200,
      card: 'line',
      cell: item => <Wear item={item} world={world} />,
    },
    {
      id: 'action',
      header: t('wear:column.action'),
      headerHidden: true,
      width: 212,
      align: 'end',
      sticky: 'end',
      card: 'action',
      cell: item => <Acts item={item} world={world} />,
    },
  ];
}
