/** /login/secondStep: the code after the right password, as a native form; by script also a passkey. */
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainField } from '#web/ui/plain/plain-field.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import styles from './pages.module.css';
import type { PageContext } from './plain-document.tsx';
import { SignInPageFrame } from './SignInPageFrame.tsx';

export type SecondSignInStepProps = {
  returnTo: string;
  /** The refusal in the person's language; null before the first attempt. */
  error: string | null;
  /** True if this site's address allows passkeys. */
  passkeys: boolean;
  /** True if the person has passkeys and no authenticator app. */
  passkeyOnly: boolean;
};

export function SecondSignInStepPage({
  world,
  returnTo,
  error,
  passkeys,
  passkeyOnly,
}: SecondSignInStepProps & { world: PageContext }) {
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t('auth:secondStep.title')}>
      <p className="t-2">{t(passkeyOnly ? 'factor:passkeyStep.text' : 'auth:secondStep.text')}</p>
      {error && <PlainNotice tone="danger">{error}</PlainNotice>}
      {!passkeyOnly && <CodeForm world={world} returnTo={returnTo} />}
      {passkeys && <PasskeyButton world={world} returnTo={returnTo} />}
      <p className="t-small t-2">{t(passkeyOnly ? 'factor:passkeyStep.lost' : 'auth:secondStep.lost')}</p>
      <a className="link t-small" href="/login">
        {t('join:forgot.back')}
      </a>
    </SignInPageFrame>
  );
}

function CodeForm({ world: { t }, returnTo }: { world: PageContext; returnTo: string }) {
  return (
    <form className={styles.form} method="post" action="/login/secondStep">
      <input type="hidden" name="returnTo" value={returnTo} />
      <PlainField
        size="large"
        label={t('auth:secondStep.code')}
        hint={t('auth:secondStep.recovery')}
        name="code"
        autoComplete="one-time-code"
        maxLength={40}
        numeric
        required
        autoFocus
      />
      <PlainButton variant="primary" size="large" wide>
        {t('auth:signIn')}
      </PlainButton>
    </form>
  );
}
