/** /caseDetail: everything about one case that this person may see, live or at an earlier moment. */

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CasePage } from '#events/case/pages.ts';
import type { CaseView } from '#projections/case/view.ts';
import { ActionHost } from '#web/features/action/ActionHost.tsx';
import { useRegisterPageConversation } from '#web/features/chat/useRegisterPageConversation.ts';
import { OpenDataRequestsNotice } from '#web/features/dataRequest/PatientDataMenu.tsx';
import { ProcessControlPanel } from '#web/features/process/ProcessControlPanel.tsx';
import { RetainerSection } from '#web/features/retainer/RetainerSection.tsx';
import { CaseShareLinks } from '#web/features/share/CaseShareLinks.tsx';
import { WearSection } from '#web/features/wear/WearSection.tsx';
import { dayOf, formatMoment } from '#web/lib/format.ts';
import { noteText } from '#web/lib/note-text.ts';
import { caseHistoryQuery, caseViewQuery, currentUserQuery } from '#web/lib/queries.ts';
import { useAnnounceCasePresence } from '#web/lib/useAnnounceCasePresence.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CaseDelivery } from './CaseDelivery.tsx';
import { CaseHeader } from './CaseHeader.tsx';
import { CaseLineage } from './CaseLineage.tsx';
import styles from './case.module.css';
import { ExpectedSteps } from './ExpectedSteps.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { HistoryScrubber } from './HistoryScrubber.tsx';
import { sectionsInOrder } from './rail-groups.ts';
import { SectionRail, useSectionLockReasonLookup } from './SectionRail.tsx';
import { ArchivingSection } from './sections/ArchivingSection.tsx';
import { EmptyAndLockedSections } from './sections/EmptyAndLockedSections.tsx';
import { DigitalModelSection, OtherFilesSection } from './sections/Files.tsx';
import { ImagesSection } from './sections/ImagesSection.tsx';
import { ManufacturingSection } from './sections/ManufacturingSection.tsx';
import { ModelExportRecord } from './sections/ModelExportRecord.tsx';
import { OrderForm } from './sections/OrderForm.tsx';
import { PlanSection } from './sections/PlanSection.tsx';
import { sectionElement, useScrollSpy } from './useScrollSpy.ts';

type CaseDetailSearchParams = { id: string; section?: CasePage; at?: string };
type Props = { search: CaseDetailSearchParams; go: (href: string, replace?: boolean) => void; now: number };

/** Panel of each section; sections without an entry show a placeholder. */
const panels: Partial<Record<CasePage, (props: { view: CaseView; past: boolean }) => React.ReactNode>> = {
  images: ImagesSection,
  orderForm: OrderForm,
  digitalModel: DigitalModelSection,
  plan: PlanSection,
  manufacturing: ManufacturingSection,
  otherFiles: OtherFilesSection,
  stlExportRecord: ModelExportRecord,
  planLinks: CaseShareLinks,
  processControl: ProcessControlPanel,
  archiving: ArchivingSection,
  retainer: RetainerSection,
  wear: WearSection,
};

function href(search: CaseDetailSearchParams, change: Partial<CaseDetailSearchParams>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...search, ...change })) if (value) params.set(key, value);
  return `/caseDetail?${params}`;
}

function Notices({ view, past, onNow }: { view: CaseView; past: boolean; onNow: () => void }) {
  const { t } = useTranslation(['case', 'caseDetail', 'rx', 'error']);
  return (
    <>
      {past && (
        <Banner
          tone="warn"
          actions={
            <Button size="small" onPress={onNow}>
              {t('case:history.now')}
            </Button>
          }
        >
          {t('case:history.past', { at: view.asOf ? formatMoment(view.asOf) : '' })}
        </Banner>
      )}
      {!past && <OpenDataRequestsNotice view={view} />}
      {view.request && (
        <Banner
          tone="warn"
          title={t('caseDetail:asks', {
            name: view.request.by.id === 'system' ? t('case:history.system') : view.request.by.name,
            at: formatMoment(view.request.at),
          })}
        >
          {noteText(t, view.request)}
          {view.request.defects.map(d => (
            <span key={d.fileId}>
              {t(`rx:slot.${d.slot}`)}: {d.defects.map(word => t(`error:defect.${word}`)).join(' · ')}{' '}
            </span>
          ))}
        </Banner>
      )}
      {view.denial && (
        <Banner
          tone="warn"
          title={t('caseDetail:denied', { name: view.denial.by.name, at: formatMoment(view.denial.at) })}
        >
          {noteText(t, view.denial)}
        </Banner>
      )}
    </>
  );
}

export function CaseDetail({ search, go, now }: Props) {
  const { t } = useTranslation(['case', 'caseDetail', 'error', 'rx']);
  const current = useQuery(caseViewQuery(search.id, search.at));
  const events = useQuery(caseHistoryQuery(search.id));
  const { data: user } = useQuery(currentUserQuery());
  useAnnounceCasePresence(search.id);
  useRegisterPageConversation(search.id);
  const wanted = search.section;
  useEffect(() => {
    if (!wanted) return;
    // Waits a frame: the router scrolls a newly rendered page to its top.
    const frame = requestAnimationFrame(() => sectionElement(wanted)?.scrollIntoView({ block: 'start' }));
    return () => cancelAnimationFrame(frame);
  }, [wanted]);

  if (current.isPending) return <Skeleton lines={8} label={t('caseDetail:loading')} />;
  const view = current.data;
  if (!view)
    return (
      <div className="page">
        <EmptyState
          page
          title={t('error:103001')}
          action={<LinkButton href="/caseList">{t('caseDetail:toList')}</LinkButton>}
        />
      </div>
    );
  const past = search.at !== undefined;
  const items = events.data ?? [];
  return (
    <ActionHost>
      <CaseHeader view={view} history={items} now={now} past={past} />
      <div className={styles.body}>
        <SpyingRail
          view={view}
          position={user?.position ?? ''}
          wanted={wanted}
          onOpen={page =>
            page === wanted
              ? sectionElement(page)?.scrollIntoView({ block: 'start' })
              : go(href(search, { section: page }), true)
          }
        />
        <div className={styles.sections}>
          <Notices view={view} past={past} onNow={() => go(href(search, { at: undefined }))} />
          {!past && <ExpectedSteps view={view} today={dayOf(now)} />}
          {!past && <CaseLineage view={view} />}
          <CaseDelivery view={view} past={past} />
          <Sections view={view} past={past} position={user?.position ?? ''} />
        </div>
        <HistoryPanel
          items={items}
          asOf={search.at}
          hrefOf={position => href(search, { at: position ?? undefined })}
        />
      </div>
      <HistoryScrubber
        items={items}
        asOf={search.at}
        go={position => go(href(search, { at: position ?? undefined }), true)}
      />
    </ActionHost>
  );
}

type SpyingProps = Omit<Parameters<typeof SectionRail>[0], 'current'> & { wanted: CasePage | undefined };

function SpyingRail({ wanted, ...rail }: SpyingProps) {
  const { view } = rail;
  const open = sectionsInOrder(view.plans.length > 0).filter(
    page => panels[page] && view.pages[page] === 'open',
  );
  return <SectionRail {...rail} current={useScrollSpy(wanted, open)} />;
}

function Sections({ view, past, position }: { view: CaseView; past: boolean; position: string }) {
  const reasonOf = useSectionLockReasonLookup(view, position);
  const pages = sectionsInOrder(view.plans.length > 0).map(page => ({
    page,
    reason: reasonOf(page),
    Section: panels[page],
  }));
  const open = pages.filter(({ Section, reason }) => Section && !reason);
  const closed = pages.filter(({ Section, reason }) => !Section || reason);
  return (
    <>
      {open.map(({ page, Section }) => Section && <Section key={page} view={view} past={past} />)}
      <EmptyAndLockedSections pages={closed} />
    </>
  );
}
