/** /eSetThreeDView: a plan to be looked at, by whoever sees the case; nothing is decided here. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage } from '#events/plan/bundle.ts';
import { PlanFacts } from '#web/features/case/sections/Plan.tsx';
import { PeersBar } from '#web/features/live/PeersBar.tsx';
import { useLiveReview } from '#web/features/live/useLiveReview.ts';
import { MovementTable } from '#web/features/viewer/MovementTable.tsx';
import { type PlaceSearch, usePlace } from '#web/features/viewer/place.ts';
import { Today } from '#web/features/viewer/Today.tsx';
import { Twin } from '#web/features/viewer/Twin.tsx';
import { caseView, me } from '#web/lib/view.ts';
import { useWatch } from '#web/lib/watch.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlanFrame } from './PlanFrame.tsx';
import { PlanPicture, useBundle } from './PlanPicture.tsx';

export type ViewSearch = PlaceSearch & { id: string; version?: number };

type Props = { search: ViewSearch; onPlace: (search: ViewSearch) => void };

export function ViewPlan({ search, onPlace }: Props) {
  const { t } = useTranslation(['review', 'caseDetail']);
  const { data: view, isPending } = useQuery(caseView(search.id));
  const [chosen, setChosen] = useState(search.version ?? null);
  useWatch(search.id);
  const plan = view?.plans.find(p => p.version === chosen) ?? view?.plans.at(-1);
  const bundle = useBundle(plan);
  usePlace(search, bundle ? lastStage(bundle) : null, place =>
    onPlace({ id: search.id, ...(chosen && { version: chosen }), ...place }),
  );
  useLiveReview(search.id, 'plans', plan && bundle ? plan.version : null);
  const { data: myself } = useQuery(me());
  if (isPending) return <Skeleton lines={8} label={t('caseDetail:loading')} />;
  if (!view || !plan)
    return (
      <div className="page">
        <EmptyState
          title={t('review:nothing')}
          action={<LinkButton href={`/caseDetail?id=${search.id}`}>{t('review:toCase')}</LinkButton>}
        />
      </div>
    );
  return (
    <PlanFrame
      view={view}
      head={
        view.plans.length > 1 && (
          <Segmented
            label={t('review:versions')}
            hideLabel
            size="small"
            value={String(plan.version)}
            onChange={value => setChosen(Number(value))}
            options={view.plans.map(p => ({ value: String(p.version), label: `v${p.version}` }))}
          />
        )
      }
      end={
        <>
          <PeersBar version={plan.version} myId={myself?.id ?? ''} />
          {(view.may.qualityAudit === 'yes' || view.may.confirmDoctor === 'yes') && (
            <LinkButton variant="primary" href={`/schemeApproveWidget?id=${view.caseId}`}>
              {t('review:open')}
            </LinkButton>
          )}
        </>
      }
      right={
        <>
          {bundle && <Today bundle={bundle} />}
          {bundle && <MovementTable bundle={bundle} />}
          <Panel title={plan.name}>
            <PlanFacts plan={plan} />
          </Panel>
          {bundle && <Twin bundle={bundle} />}
        </>
      }
    >
      <PlanPicture plan={plan} versions={view.plans} plain={<PlanFacts plan={plan} />} />
    </PlanFrame>
  );
}
