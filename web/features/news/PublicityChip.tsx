import { CalendarClock, CircleCheck, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PublicationState } from '#events/news/article.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import { currentPublicity } from './publicity.ts';

const looks = {
  draft: { tone: 'neutral', icon: <PenLine aria-hidden="true" /> },
  scheduled: { tone: 'info', icon: <CalendarClock aria-hidden="true" /> },
  published: { tone: 'ok', icon: <CircleCheck aria-hidden="true" /> },
} as const satisfies Record<PublicationState, object>;

/** Whether the article is public, by this browser's clock: a scheduled publication is not pushed. */
export function PublicityChip({ article, now }: { article: ArticleItem; now: number }) {
  const { t } = useTranslation('backOffice');
  const publicity = currentPublicity(article, now);
  return <StatusChip {...looks[publicity]}>{t(`publicity.${publicity}`)}</StatusChip>;
}
