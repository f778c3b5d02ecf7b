import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { idleStateAtom, staySignedIn } from '#web/lib/session.ts';

const Dialog = lazy(() => import('#web/ui/dialog.tsx').then(m => ({ default: m.Dialog })));
const Button = lazy(() => import('#web/ui/button.tsx').then(m => ({ default: m.Button })));

/** Warning one minute before an idle session ends. */
export function IdleWarning() {
  const state = useAtomValueAfterHydration(idleStateAtom);
  return state.phase === 'warning' ? <Warning endsAt={state.endsAt} /> : null;
}

function Warning({ endsAt }: { endsAt: number }) {
  const { t } = useTranslation('shell');
  const left = useSecondsTo(endsAt);
  return (
    <Suspense fallback={null}>
      <Dialog
        open
        role="alertdialog"
        title={t('idle.title')}
        onClose={staySignedIn}
        actions={
          <Button variant="primary" autoFocus onPress={staySignedIn}>
            {t('idle.stay')}
          </Button>
        }
      >
        <p>{t('idle.text', { count: left })}</p>
      </Dialog>
    </Suspense>
  );
}

function useSecondsTo(time: number): number {
  const [left, setLeft] = useState(() => secondsTo(time));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(time)), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return left;
}

const secondsTo = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000));
