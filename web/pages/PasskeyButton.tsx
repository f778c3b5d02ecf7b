/** Button that signs in by a passkey. Hidden until the script finds that the browser has passkeys. */
import { KeyRound } from 'lucide-react';
import { errors } from '#events/errors.ts';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import styles from './pages.module.css';
import type { PageContext } from './plain-document.tsx';

export function PasskeyButton({ world: { t }, returnTo }: { world: PageContext; returnTo: string }) {
  return (
    <div
      className={styles.passkey}
      data-passkey={returnTo}
      data-failed={t('auth:passkey.failed')}
      // The code is in the page, because importing the list of codes would load the app's first chunk.
      data-paused={errors.passkeyPaused.code}
      hidden
    >
      <PlainButton type="button" size="large" wide icon={<KeyRound aria-hidden="true" />}>
        {t('auth:passkey.signIn')}
      </PlainButton>
      <p className="t-small" role="alert" />
    </div>
  );
}
