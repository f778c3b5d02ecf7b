import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { pendingNavigationAtom, restartingCaseIdAtom } from './restart-flag.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then(m => ({ default: m.ConfirmDialog })),
);

/** The confirmation dialog for leaving a case that is being restarted. */
export function LeaveRestartedCaseDialog() {
  const { t } = useTranslation('shell');
  const caseId = useAtomValueAfterHydration(restartingCaseIdAtom);
  const waiting = useAtomValueAfterHydration(pendingNavigationAtom);
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
