/** /eSetThreeDView: shows a plan. With `make`, creates one from stage files, for people who may submit it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { PlanRoom, type PlanRoomSearchParams } from '#web/features/plan/PlanRoom.tsx';
import { caseViewQuery } from '#web/lib/queries.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const PlanMaker = lazy(() => import('./PlanMaker.tsx').then(module => ({ default: module.PlanMaker })));

export type ViewPlanSearchParams = PlanRoomSearchParams & { make?: VersionListName };

type Props = {
  search: ViewPlanSearchParams;
  onSearch: (search: PlanRoomSearchParams) => void;
  go: (href: string) => void;
};

export function ViewPlanPage({ search, onSearch, go }: Props) {
  const { t } = useTranslation('viewer');
  const { make, ...room } = search;
  const { data: view } = useQuery(caseViewQuery(search.id));
  const toCase = () => go(`/caseDetail?id=${search.id}&section=plan`);
  const [mounted, setMounted] = useState(false);
  // Stage files are read only in a browser: the server renders nothing here.
  useEffect(() => setMounted(true), []);
  const may = view && make && view.may[make === 'plans' ? 'submitPlan' : 'submitTarget'] === 'yes';
  // The push of the submitted version may arrive before the answer: keeps the maker mounted until it
  // navigates away.
  const began = useRef(false);
  began.current ||= mounted && may === true;
  const making = view && make && (may || began.current);
  if (making && !mounted) return <Skeleton lines={6} label={t('detail.loading')} />;
  if (making)
    return (
      <Suspense fallback={<Skeleton lines={6} label={t('detail.loading')} />}>
        <PlanMaker view={view} list={make} onDone={toCase} />
      </Suspense>
    );
  return <PlanRoom search={room} onSearch={onSearch} list="plans" actions={[]} onDone={toCase} />;
}
