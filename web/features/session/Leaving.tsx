import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRendered } from '#web/lib/screen-store.ts';
import { leaving, restarting } from './restart.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then(m => ({ default: m.ConfirmDialog })),
);

/** Asks what waits for an answer. */
export function Leaving() {
  const { t } = useTranslation('shell');
  const caseId = useRendered(restarting);
  const waiting = useRendered(leaving);
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
