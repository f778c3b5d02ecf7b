import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/lib/store.ts';
import { ask, leaving, restarting } from './restart.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then(m => ({ default: m.ConfirmDialog })),
);

type Place = { pathname: string; search: object };

/** Another page, or the same page of another case; what a page shows of its case is no navigation. */
const isElsewhere = (current: Place, next: Place): boolean => {
  const caseOf = ({ search }: Place) => ('id' in search ? search.id : undefined);
  return current.pathname !== next.pathname || caseOf(current) !== caseOf(next);
};

/** Holds every navigation while a case is being started over, and asks. */
export function Leaving() {
  const { t } = useTranslation('shell');
  const caseId = useStore(restarting, null);
  const waiting = useStore(leaving, null);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => restarting.get() !== null && isElsewhere(current, next),
    disabled: caseId === null,
    enableBeforeUnload: false,
    withResolver: true,
  });
  const { status, proceed, reset } = blocker;
  useEffect(() => {
    if (status === 'blocked') ask(proceed, reset);
  }, [status, proceed, reset]);
  if (!waiting) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        title={t('restart.title')}
        confirm={t('restart.confirm')}
        cancel={t('restart.stay')}
        onConfirm={waiting.proceed}
        onClose={waiting.stay}
        danger
      >
        <p>{t('restart.text', { caseId })}</p>
      </ConfirmDialog>
    </Suspense>
  );
}
