/**
 * /login/secondFactor: why a second factor is needed, and the ways to set one up: an authenticator app by native forms,
 * and by script also a passkey. The person can open no other page before.
 */
import { KeyRound } from 'lucide-react';
import { PlainButton, PlainLinkButton } from '#web/ui/plain/plain-button.tsx';
import { PlainField, PlainPasswordField } from '#web/ui/plain/plain-field.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import type { TypedFormState } from './AccountFields.tsx';
import joining from './joining.module.css';
import styles from './pages.module.css';
import type { PageContext } from './plain-document.tsx';
import { SignInPageFrame } from './SignInPageFrame.tsx';

export type SecondFactorSetUpProps = {
  returnTo: string;
  userName: string;
  /** Name of the person's organisation. */
  organisation: string;
  /** True if this site's address allows passkeys. */
  passkeys: boolean;
  /** False for a person who signs in at an identity provider and has no password. */
  asksPassword: boolean;
  /** The session's token, for the page's script. */
  token: string;
  step:
    | { name: 'choose' }
    /** The app's secret, as text and as the address of its QR code. */
    | { name: 'scan'; secret: string; address: string }
    /** The app is set up: the step shows its recovery codes. */
    | { name: 'done'; codes: readonly string[] };
  typed: TypedFormState;
};

type StepProps = SecondFactorSetUpProps & { world: PageContext };

const action = '/login/secondFactor';
const qrSize = 176;

export function SecondFactorSetUpPage(props: StepProps) {
  const { world, step } = props;
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t(step.name === 'done' ? 'factor:done.title' : 'factor:title')}>
      {step.name === 'choose' && <Choose {...props} />}
      {step.name === 'scan' && <Scan {...props} step={step} />}
      {step.name === 'done' && <Done {...props} step={step} />}
    </SignInPageFrame>
  );
}

function Choose(props: StepProps) {
  const { world, organisation, passkeys, asksPassword, returnTo, token, typed, userName } = props;
  const { t } = world;
  return (
    <>
      <p className="t-2">{t('factor:why', { organisation })}</p>
      <p className="t-2">{t('factor:how')}</p>
      {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
      <form className={styles.form} method="post" action={action} data-once="">
        <input type="hidden" name="returnTo" value={returnTo} />
        {/* Tells password managers which account this is. */}
        <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
        {asksPassword && (
          <PlainPasswordField
            size="large"
            label={t('factor:password')}
            hint={t('factor:passwordHint')}
            name="oldPassword"
            autoComplete="current-password"
            required
            autoFocus
            maxLength={200}
            error={typed.errors.oldPassword}
            showLabel={t('common:kit.showPassword')}
            hideLabel={t('common:kit.hidePassword')}
            capsLockText={t('auth:capsLock')}
          />
        )}
        <PlainButton variant="primary" size="large" wide name="act" value="start">
          {t('factor:app')}
        </PlainButton>
        {passkeys && (
          <div
            className={styles.passkey}
            data-new-passkey={returnTo}
            data-token={token}
            data-name={t('factor:passkeyName')}
            data-failed={t('factor:passkeyFailed')}
            hidden
          >
            <PlainButton type="button" size="large" wide icon={<KeyRound aria-hidden="true" />}>
              {t('factor:passkey')}
            </PlainButton>
            <p className="t-small" role="alert" />
          </div>
        )}
      </form>
      <SignOut world={world} />
    </>
  );
}

function Scan({
  world,
  returnTo,
  typed,
  step: { secret, address },
}: StepProps & { step: Extract<SecondFactorSetUpProps['step'], { name: 'scan' }> }) {
  const { t } = world;
  return (
    <>
      <p className="t-2">{t('factor:scan')}</p>
      <figure className={joining.scan}>
        <QrCode text={address} title={t('factor:qr')} size={qrSize} margin={4} />
        <figcaption>
          <p className="t-small t-2">{t('factor:orType')}</p>
          <p className="num">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
          <a className="link t-small" href={address}>
            {t('factor:onThisPhone')}
          </a>
        </figcaption>
      </figure>
      {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
      <form className={styles.form} method="post" action={action} data-once="">
        <input type="hidden" name="returnTo" value={returnTo} />
        <input type="hidden" name="secret" value={secret} />
        <PlainField
          size="large"
          label={t('factor:code')}
          hint={t('factor:codeHint')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={7}
          numeric
          required
          autoFocus
          error={typed.errors.code}
        />
        <PlainButton variant="primary" size="large" wide name="act" value="confirm">
          {t('factor:finish')}
        </PlainButton>
      </form>
      <SignOut world={world} />
    </>
  );
}

function Done({
  world,
  returnTo,
  step: { codes },
}: StepProps & { step: Extract<SecondFactorSetUpProps['step'], { name: 'done' }> }) {
  const { t } = world;
  return (
    <>
      <PlainNotice tone="ok">{t('factor:done.text')}</PlainNotice>
      <p className="t-2">{t('factor:done.codes')}</p>
      <ul className={joining.codes} aria-label={t('factor:done.list')}>
        {codes.map(code => (
          <li key={code} className="num">
            {code}
          </li>
        ))}
      </ul>
      <PlainLinkButton variant="primary" size="large" wide href={returnTo}>
        {t('factor:done.go')}
      </PlainLinkButton>
    </>
  );
}

function SignOut({ world: { t } }: { world: PageContext }) {
  return (
    <form method="post" action="/logout">
      <PlainButton variant="quiet">{t('factor:signOut')}</PlainButton>
    </form>
  );
}
