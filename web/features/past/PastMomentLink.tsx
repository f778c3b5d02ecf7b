/** Leads those who may replay the organisation to a list as of yesterday, where they choose the moment. */
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { hrefAtMoment } from './past-moment-context.ts';

const DAY_MS = 86_400_000;

/** @param href address of the list in the present */
export function PastMomentLink({ href, now }: { href: string; now: number }) {
  const { t } = useTranslation('past');
  const { data: user } = useQuery(currentUserQuery());
  if (!positionsSeeingReplay.some(position => position === user?.position)) return null;
  const at = new Date(now - DAY_MS).toISOString();
  return (
    <LinkButton href={hrefAtMoment(href, at)} icon={<History aria-hidden="true" />}>
      {t('choose')}
    </LinkButton>
  );
}
