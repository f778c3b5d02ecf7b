import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/lib/store.ts';
import { ask, leaving, restarting } from './restart.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then(m => ({ default: m.ConfirmDialog })),
);

/** Holds every navigation while a case is being started over, and asks. */
export function Leaving() {
  const { t } = useTranslation('shell');
  const caseId = useStore(restarting, null);
  const waiting = useStore(leaving, null);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => restarting.get() !== null && current.pathname !== next.pathname,
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
