/** Replaces the rows of a past moment until they are loaded: opening a moment may take seconds. */
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function PastRowsPlaceholder({ failed, again }: { failed: boolean; again: () => void }) {
  const { t } = useTranslation('past');
  if (!failed) return <Skeleton lines={8} label={t('opening')} />;
  return <EmptyState title={t('failed')} action={<Button onPress={again}>{t('retry')}</Button>} />;
}
