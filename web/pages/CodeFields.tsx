/** A code sent to a phone or an e-mail address: the address, the button that sends it, and the code. */
import { limits } from '#events/case/limits.ts';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import { PlainField } from '#web/ui/plain/plain-field.tsx';
import { PlainNotice } from '#web/ui/plain/plain-notice.tsx';
import type { TypedFormState } from './AccountFields.tsx';
import styles from './joining.module.css';
import type { PageContext } from './plain-document.tsx';

/** A code or link that has just been sent. `resendAfter`: seconds until another one can be sent. */
export type CodeDelivery = { to: string; resendAfter: number };

type AddressProps = {
  world: PageContext;
  typed: TypedFormState;
  way: 'phone' | 'email';
  /** True for the address that does not receive the code: it may stay empty. */
  optional?: boolean;
};

/** The phone number or the e-mail address. */
export function ContactAddressField({
  world: { t },
  typed: { values, errors },
  way,
  optional,
}: AddressProps) {
  const isPhone = way === 'phone';
  return (
    <PlainField
      size="large"
      label={t(`auth:${way}`)}
      labelEnd={optional && <span className="t-3">{t('auth:optional')}</span>}
      name={way}
      type={isPhone ? 'tel' : 'email'}
      autoComplete={isPhone ? 'tel' : 'email'}
      numeric={isPhone}
      required={!optional}
      maxLength={isPhone ? 30 : 254}
      defaultValue={values[way]}
      error={errors[way]}
    />
  );
}

type CodeProps = {
  world: PageContext;
  typed: TypedFormState;
  purpose: 'register' | 'forgotPwd';
  sent: CodeDelivery | null;
  /** Whether the page links to the demo's messages. */
  demo: boolean;
};

/** The code, with the button that sends it. The page's script sends without a reload, and counts the seconds. */
export function CodeField({ world: { t }, typed: { values, errors }, purpose, sent, demo }: CodeProps) {
  const told = purpose === 'register' ? 'join:code.sent' : 'join:code.sentIf';
  return (
    <div
      className={styles.code}
      data-code={purpose}
      data-resend={sent?.resendAfter}
      data-wait={t('join:code.wait', { seconds: '{{seconds}}' })}
      data-again={t('join:code.again')}
      data-failed={t('join:code.failed')}
      data-told={t(told, { to: '{{to}}' })}
    >
      <PlainField
        size="large"
        label={t('join:code.code')}
        hint={t('join:code.codeHint')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        numeric
        required
        maxLength={6}
        pattern="[0-9]{6}"
        defaultValue={values.code}
        error={errors.code}
      />
      <PlainButton name="act" value="code" size="large" formNoValidate data={{ send: '' }}>
        {t(sent ? 'join:code.again' : 'join:code.send')}
      </PlainButton>
      <div className={styles.told} data-sent="" hidden={!sent}>
        <PlainNotice tone="ok">
          <span>{sent && t(told, { to: sent.to })}</span>
          {demo && (
            <a className="link" href="/demo/messages" target="_blank" rel="noreferrer">
              {t('join:code.demo')}
            </a>
          )}
        </PlainNotice>
      </div>
    </div>
  );
}

/** The rules of a password, which the page's script checks while it is typed. */
export function PasswordRules({ world: { t } }: { world: PageContext }) {
  const rules = ['length', 'letter', 'digit', 'only', 'same'] as const;
  return (
    <ul
      className={styles.rules}
      hidden
      data-rules="password"
      data-min={limits.passwordMin}
      data-max={limits.passwordMax}
      data-met={t('join:rules.met')}
      data-unmet={t('join:rules.unmet')}
      aria-label={t('join:rules.title')}
    >
      {rules.map(rule => (
        <li key={rule} data-rule={rule}>
          {t(`join:rules.${rule}`)}
          <span className="visually-hidden" />
        </li>
      ))}
    </ul>
  );
}

/** The button that Enter presses. It is the form's first button, so that Enter does not send another code. */
export const DefaultSubmitButton = ({ act }: { act: string }) => (
  <button type="submit" name="act" value={act} className="visually-hidden" tabIndex={-1} aria-hidden="true" />
);
