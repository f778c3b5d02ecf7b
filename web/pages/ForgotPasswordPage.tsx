/** /forgetPwd: three ways to a new password. The sign-in page's script shows `#forgot` as a dialog. */
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import tabs from '#web/ui/tabs.module.css';
import { RepeatedPasswordFields, type TypedFormState } from './AccountFields.tsx';
import {
  type CodeDelivery,
  CodeField,
  ContactAddressField,
  DefaultSubmitButton,
  PasswordRules,
} from './CodeFields.tsx';
import styles from './joining.module.css';
import pages from './pages.module.css';
import type { PageContext } from './plain-document.tsx';
import { SignInPageFrame } from './SignInPageFrame.tsx';

export type ForgotPasswordWay = 'support' | 'phone' | 'email';

export type ForgotPasswordProps = {
  ways: readonly ForgotPasswordWay[];
  way: ForgotPasswordWay;
  typed: TypedFormState;
  sent: CodeDelivery | null;
  /** Whether the page links to the demo's messages. */
  demo: boolean;
  /** Telephone number of the service desk; null if none is configured. */
  phone: string | null;
};

type Props = ForgotPasswordProps & { world: PageContext };

export function ForgotPasswordPage(props: Props) {
  const { world, ways, way } = props;
  const { t } = world;
  const Content = { support: Support, phone: ByPhone, email: ByEmail }[way];
  return (
    <SignInPageFrame world={world} title={t('join:forgot.title')}>
      <section id="forgot" className={styles.forgot} aria-label={t('join:forgot.title')}>
        <nav aria-label={t('join:forgot.ways')} className={tabs.list}>
          {ways.map(each => (
            <a
              key={each}
              href={`/forgetPwd?way=${each}`}
              className={tabs.tab}
              aria-current={each === way ? 'page' : undefined}
              data-way=""
            >
              {t(`join:forgot.${each}`)}
            </a>
          ))}
        </nav>
        <Content {...props} />
      </section>
      <p>
        <a className="link" href="/login">
          {t('join:forgot.back')}
        </a>
      </p>
    </SignInPageFrame>
  );
}

function Support({ world: { t }, phone }: Props) {
  const number = phone?.replaceAll(/[^+0-9]/g, '');
  return (
    <div className={styles.support}>
      <p>{t('join:forgot.supportText')}</p>
      <p className="t-2">{t('auth:desk')}</p>
      {phone && (
        <>
          <p>
            {t('join:forgot.supportPhone')}{' '}
            <a className="link num" href={`tel:${number}`}>
              {phone}
            </a>
          </p>
          <figure className={styles.qr}>
            <QrCode text={`tel:${number}`} size={112} margin={2} title={t('join:forgot.scan')} />
            <figcaption className="t-small t-2">{t('join:forgot.scan')}</figcaption>
          </figure>
        </>
      )}
    </div>
  );
}

function ByPhone(props: Props) {
  const { world, typed } = props;
  const { t } = world;
  return (
    <form className={pages.form} method="post" action="/forgetPwd" data-once="">
      <DefaultSubmitButton act="reset" />
      <p className="t-2">{t('join:forgot.phoneText')}</p>
      {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
      <input type="hidden" name="way" value="phone" />
      <ContactAddressField world={world} typed={typed} way="phone" />
      <CodeField {...props} purpose="forgotPwd" />
      <NewPassword world={world} typed={typed} />
      <PlainButton variant="primary" size="large" wide name="act" value="reset">
        {t('join:forgot.set')}
      </PlainButton>
    </form>
  );
}

function ByEmail({ world, typed, sent, demo }: Props) {
  const { t } = world;
  return (
    <form className={pages.form} method="post" action="/forgetPwd" data-once="">
      <p className="t-2">{t('join:forgot.emailText')}</p>
      {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
      {sent && (
        <PlainNotice tone="ok">
          <span>{t('join:forgot.linkSent', { to: sent.to })}</span>
          {demo && (
            <a className="link" href="/demo/messages" target="_blank" rel="noreferrer">
              {t('join:code.demo')}
            </a>
          )}
        </PlainNotice>
      )}
      <input type="hidden" name="way" value="email" />
      <ContactAddressField world={world} typed={typed} way="email" />
      <PlainButton variant="primary" size="large" wide name="act" value="link">
        {t('join:forgot.sendLink')}
      </PlainButton>
    </form>
  );
}

/** The new password twice, with its rules. */
function NewPassword({ world, typed: { errors } }: { world: PageContext; typed: TypedFormState }) {
  const { t } = world;
  return (
    <>
      {/* The sign-in page has a field `password` beside this dialog. */}
      <RepeatedPasswordFields t={t} errors={errors} label={t('auth:newPassword')} id="newPassword" />
      <PasswordRules world={world} />
    </>
  );
}

export type NewPasswordProps = { token: string; account: string; typed: TypedFormState };

/** /forgetPwd?token=…: the page that a link for a new password opens. */
export function NewPasswordPage({ world, token, account, typed }: { world: PageContext } & NewPasswordProps) {
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t('join:forgot.new')}>
      <form className={pages.form} method="post" action="/forgetPwd" data-once="">
        <p className="t-2">{t('join:forgot.newText', { account })}</p>
        {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
        <input type="hidden" name="token" value={token} />
        {/* Password managers store the new password under this name. */}
        <input type="hidden" name="account" value={account} autoComplete="username" />
        <NewPassword world={world} typed={typed} />
        <PlainButton variant="primary" size="large" wide name="act" value="reset">
          {t('join:forgot.set')}
        </PlainButton>
      </form>
    </SignInPageFrame>
  );
}
