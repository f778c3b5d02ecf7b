/** /register: a native form that creates a trial account. Works without script. */
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainCheckbox, PlainField } from '#web/ui/plain/plain-field.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import { NameField, SignInFields, type TypedFormState } from './AccountFields.tsx';
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

export type RegisterProps = {
  /** Ways in which a code can be sent; the first one is preselected. */
  ways: readonly ('phone' | 'email')[];
  typed: TypedFormState;
  sent: CodeDelivery | null;
  /** Whether the page links to the demo's messages. */
  demo: boolean;
  /** Version of the terms that the person accepts. */
  terms: string;
};

type Props = RegisterProps & { world: PageContext };

export function RegisterPage(props: Props) {
  const { world, typed } = props;
  const { t } = world;
  return (
    <SignInPageFrame world={world} title={t('join:register.title')}>
      <p className="t-2">{t('join:register.lead')}</p>
      <form className={pages.form} method="post" action="/register" data-once="">
        <DefaultSubmitButton act="register" />
        {typed.message && <PlainNotice tone="danger">{typed.message}</PlainNotice>}
        <fieldset className={styles.part}>
          <legend className="t-title">{t('join:register.address')}</legend>
          <Addresses {...props} />
          <CodeField {...props} purpose="register" />
        </fieldset>
        <fieldset className={styles.part}>
          <legend className="t-title">{t('join:register.account')}</legend>
          <SignInFields world={world} typed={typed} userNameHint={t('join:register.userNameHint')} />
          <PasswordRules world={world} />
        </fieldset>
        <Clinic {...props} />
        <Acceptance {...props} />
        <PlainButton variant="primary" size="large" wide name="act" value="register">
          {t('join:register.submit')}
        </PlainButton>
      </form>
      <p>
        <a className="link" href="/login">
          {t('join:register.have')}
        </a>
      </p>
    </SignInPageFrame>
  );
}

/** Phone and e-mail, and which of them receives the code. */
function Addresses({ world, typed, ways }: Props) {
  const { t } = world;
  const [preset = 'email'] = ways;
  const chosen = typed.values.way ?? preset;
  const other = chosen === 'phone' ? 'email' : 'phone';
  return (
    <>
      {ways.length > 1 && (
        <div role="radiogroup" aria-label={t('join:code.way')} className={styles.ways} data-ways="">
          <span className="t-2">{t('join:code.way')}</span>
          {ways.map(way => (
            <label key={way} className={styles.way}>
              <input type="radio" name="way" value={way} defaultChecked={way === chosen} />
              {t(way === 'phone' ? 'join:code.byPhone' : 'join:code.byEmail')}
            </label>
          ))}
        </div>
      )}
      {ways.length === 1 && <input type="hidden" name="way" value={preset} />}
      <ContactAddressField world={world} typed={typed} way="phone" optional={other === 'phone'} />
      <ContactAddressField world={world} typed={typed} way="email" optional={other === 'email'} />
      <p className="t-small t-2">{t('join:register.other')}</p>
    </>
  );
}

function Clinic({ world, typed }: Props) {
  const { t } = world;
  const { values, errors } = typed;
  return (
    <fieldset className={styles.part}>
      <legend className="t-title">{t('join:register.person')}</legend>
      <NameField world={world} typed={typed} hint={t('join:register.nameHint')} />
      <PlainField
        size="large"
        label={t('join:register.clinic')}
        hint={t('join:register.clinicHint')}
        name="clinic"
        autoComplete="organization"
        required
        maxLength={100}
        defaultValue={values.clinic}
        error={errors.clinic}
      />
    </fieldset>
  );
}

function Acceptance({ world: { t }, typed: { values, errors }, terms }: Props) {
  return (
    <div>
      <input type="hidden" name="terms" value={terms} />
      <PlainCheckbox
        name="accept"
        value="1"
        required
        defaultChecked={values.accept === '1'}
        error={errors.terms}
      >
        {t('join:register.accept')}{' '}
        <a className="link" href="/termsOfUse" target="_blank" rel="noreferrer">
          {t('join:register.terms')}
        </a>{' '}
        {t('join:register.and')}{' '}
        <a className="link" href="/privacy" target="_blank" rel="noreferrer">
          {t('join:register.privacy')}
        </a>
      </PlainCheckbox>
    </div>
  );
}
