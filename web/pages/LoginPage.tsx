/** /login: a native form that works without script. */
import { Clock } from 'lucide-react';
import { ArchArt } from '#web/ui/arch-art.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainCheckbox, PlainField, PlainPasswordField } from '#web/ui/plain/plain-field.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import type { LoginReason } from '../lib/return-path.ts';
import joining from './joining.module.css';
import { type LoginOrganisation, OrganisationSignInEntry } from './OrganisationSignInPage.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PlainPageLogo } from './PlainPageLogo.tsx';
import styles from './pages.module.css';
import { LanguageAndThemeSwitches, type PageContext, PlainDocument } from './plain-document.tsx';

type DemoAccount = { userName: string; position: string };

export type LoginProps = {
  userName: string;
  remember: boolean;
  returnTo: string;
  /** The refusal: the server's message, or an empty field. */
  error: { message?: string; userName?: boolean; password?: boolean } | null;
  why: LoginReason | null;
  /** True if this site's address allows passkeys. */
  passkeys: boolean;
  /** The organisation whose own sign-in is offered, if it is known. */
  organisation: LoginOrganisation | null;
  /** Demo accounts, shown only in demo mode. */
  accounts: {
    password: string;
    people: DemoAccount[];
    /** Whether the page links to the demo's text messages and mails. */
    messages: boolean;
  } | null;
};

/** Reasons that the dialog explains, so that the form does not repeat them. */
const isExplainedInDialog = (why: LoginReason | null): why is 'expired' | 'idle' =>
  why === 'expired' || why === 'idle';

export function LoginPage({ world, ...props }: LoginProps & { world: PageContext }) {
  const { t } = world;
  return (
    <PlainDocument world={world} title={t('auth:signIn')}>
      <div className={styles.login}>
        <div className={styles.pane}>
          <PlainPageLogo world={world} size="large" />
          <div className={styles.art}>
            <ArchArt label={t('auth:art')} />
          </div>
          <div className={styles.claim}>
            <div>
              <p className={styles.claimLine}>{t('auth:claim')}</p>
              <p className={styles.claimMore}>{t('auth:claimMore')}</p>
            </div>
            <a className="link t-small" href="/versionLog">
              {t('auth:versionLog')}
            </a>
          </div>
        </div>
        <main className={styles.side}>
          <div className={styles.head}>
            <span className={styles.narrowLogo}>
              <PlainPageLogo world={world} />
            </span>
            <LanguageAndThemeSwitches world={world} />
          </div>
          <div className={styles.column}>
            <LoginForm world={world} {...props} />
            {props.passkeys && <PasskeyButton world={world} returnTo={props.returnTo} />}
            <OrganisationSignInEntry
              world={world}
              organisation={props.organisation}
              returnTo={props.returnTo}
            />
            {props.accounts && <Accounts world={world} accounts={props.accounts} />}
          </div>
          <Desk world={world} />
        </main>
      </div>
      {isExplainedInDialog(props.why) && <Tips world={world} why={props.why} />}
    </PlainDocument>
  );
}

function LoginForm({ world: { t }, ...props }: LoginProps & { world: PageContext }) {
  const { error, why } = props;
  return (
    <form
      className={styles.form}
      method="post"
      action="/login"
      data-user-name={t('auth:userNameEmpty')}
      data-password={t('auth:passwordEmpty')}
    >
      <h1 className="t-page">{t('auth:signIn')}</h1>
      {why && !isExplainedInDialog(why) && !error && (
        <PlainNotice
          tone={why === 'failed' ? 'danger' : why === 'reset' ? 'ok' : 'info'}
          icon={why === 'out' ? <Clock aria-hidden="true" /> : undefined}
        >
          {t(`auth:why.${why}`)}
        </PlainNotice>
      )}
      {error?.message && <PlainNotice tone="danger">{error.message}</PlainNotice>}
      <input type="hidden" name="returnTo" value={props.returnTo} />
      <PlainField
        size="large"
        label={t('auth:account')}
        name="userName"
        autoComplete="username"
        defaultValue={props.userName}
        autoFocus={props.userName === ''}
        maxLength={200}
        error={error?.userName ? t('auth:userNameEmpty') : undefined}
      />
      <PlainPasswordField
        size="large"
        label={t('auth:password')}
        name="password"
        autoComplete="current-password"
        autoFocus={props.userName !== ''}
        maxLength={200}
        error={error?.password ? t('auth:passwordEmpty') : undefined}
        showLabel={t('common:kit.showPassword')}
        hideLabel={t('common:kit.hidePassword')}
        capsLockText={t('auth:capsLock')}
      />
      <div className={styles.more}>
        <PlainCheckbox name="remember" value="1" defaultChecked={props.remember}>
          {t('auth:remember')}
        </PlainCheckbox>
        <a
          className={`link t-small ${styles.forgot}`}
          href="/forgetPwd"
          data-forgot={t('join:forgot.title')}
          data-close={t('join:forgot.close')}
          data-dialog={joining.dialog}
          data-head={joining.dialogHead}
          data-button={buttonClass({ variant: 'quiet' })}
        >
          {t('auth:forgot')}
        </a>
      </div>
      <PlainButton variant="primary" size="large" wide>
        {t('auth:signIn')}
      </PlainButton>
      <a className={`link ${styles.forgot}`} href="/register">
        {t('join:register.link')}
      </a>
    </form>
  );
}

function Accounts({
  world: { t },
  accounts,
}: {
  world: PageContext;
  accounts: NonNullable<LoginProps['accounts']>;
}) {
  return (
    <section className={styles.accounts} aria-label={t('auth:demo.title')}>
      <h2 className="t-small t-strong">{t('auth:demo.title')}</h2>
      <p className="t-small t-2">{t('auth:demo.how', { password: accounts.password })}</p>
      <ul data-fill={accounts.password}>
        {accounts.people.map(({ userName, position }) => (
          <li key={userName}>
            <a href={`/login?user=${userName}`} data-user={userName}>
              <b className="num">{userName}</b>
              <span className="t-3">{t(`case:position.${position}`)}</span>
            </a>
          </li>
        ))}
      </ul>
      {accounts.messages && (
        <a className="link t-small" href="/demo/messages">
          {t('auth:demo.messages')}
        </a>
      )}
    </section>
  );
}

function Desk({ world: { t } }: { world: PageContext }) {
  return (
    <footer className={styles.desk}>
      <span>{t('auth:desk')}</span>
    </footer>
  );
}

/**
 * The spec's dialog. Open without script; the script only makes it modal, and its button closes it without
 * script.
 */
function Tips({ world: { t }, why }: { world: PageContext; why: 'expired' | 'idle' }) {
  return (
    <dialog open data-modal="" className={styles.tips} aria-labelledby="tips-title">
      <form method="dialog" className={styles.tipsForm}>
        <h2 id="tips-title" className="t-title">
          {t('error:tips')}
        </h2>
        <p>{t(why === 'idle' ? 'auth:why.idle' : 'error:101014')}</p>
        <PlainButton variant="primary" className={styles.tipsOk}>
          {t('common:ok')}
        </PlainButton>
      </form>
    </dialog>
  );
}
