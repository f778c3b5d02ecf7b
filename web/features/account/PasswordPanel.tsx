/** The form for a new password. */
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { refusalOf, sendCommand } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { ownSessionsQuery } from './account-queries.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { checkPasswordRules } from './password-rules.ts';

const empty = { oldPassword: '', password: '', again: '' };
type Typed = typeof empty;

function usePasswordForm() {
  const { t } = useTranslation(['account', 'error']);
  const [typed, setTyped] = useState<Typed>(empty);
  /** Whether the person has tried to save: only then missing fields show an error. */
  const [tried, setTried] = useState(false);
  const command = useCommandState();
  const rules = checkPasswordRules(typed.password, typed.again);
  const isMet = rules.every(({ met }) => met);
  const required = (field: keyof Typed) =>
    tried && typed[field] === '' ? t('error:issue.required') : undefined;
  const set = (field: keyof Typed) => (value: string) => {
    command.clear();
    setTyped(before => ({ ...before, [field]: value }));
  };
  const isDifferent = tried && typed.again !== '' && typed.again !== typed.password;
  const errors = {
    oldPassword: command.error('oldPassword') ?? required('oldPassword'),
    password: command.error('password') ?? required('password'),
    again: required('again') ?? (isDifferent ? t('error:issue.passwords-differ') : undefined),
  };
  const submit = async () => {
    setTried(true);
    if (command.pending || !isMet || typed.oldPassword === '') return;
    const { oldPassword, password } = typed;
    const done = await command.run(async () =>
      refusalOf(await sendCommand('PUT', '/profile/password', { oldPassword, password }, { quiet: true })),
    );
    if (!done) return;
    setTyped(empty);
    setTried(false);
    toast({ text: t('account:password.saved'), tone: 'ok' });
    await currentPage().client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey });
  };
  return { typed, set, errors, rules, command, submit };
}

export function PasswordPanel() {
  const { t } = useTranslation('account');
  const { data: person } = useQuery(currentUserQuery());
  const { typed, set, errors, rules, command, submit } = usePasswordForm();
  const other = command.other(['oldPassword', 'password']);
  return (
    <Panel title={t('password.title')} note={t('password.lead')}>
      <Form className={styles.form} onSubmit={submit}>
        {/* Tells a password manager which account the passwords belong to. */}
        <input
          className="visually-hidden"
          type="text"
          name="username"
          autoComplete="username"
          aria-hidden="true"
          tabIndex={-1}
          readOnly
          value={person?.userName ?? ''}
        />
        {other && <Banner tone="danger">{other}</Banner>}
        <CurrentPasswordField
          value={typed.oldPassword}
          onChange={set('oldPassword')}
          error={errors.oldPassword}
          hint=""
        />
        <PasswordField
          label={t('password.new')}
          capsLockHint={t('password.capsLock')}
          autoComplete="new-password"
          required
          value={typed.password}
          error={errors.password}
          onChange={set('password')}
        />
        <PasswordField
          label={t('password.again')}
          capsLockHint={t('password.capsLock')}
          autoComplete="new-password"
          required
          value={typed.again}
          error={errors.again}
          onChange={set('again')}
        />
        <Rules rules={rules} />
        <div className={styles.acts}>
          <Button variant="primary" type="submit" pending={command.pending}>
            {t('password.save')}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

/** The rules with a mark for each that is met. */
function Rules({ rules }: { rules: ReturnType<typeof checkPasswordRules> }) {
  const { t } = useTranslation('account');
  const id = useId();
  const range = { min: limits.passwordMin, max: limits.passwordMax };
  return (
    <div>
      <p id={id} className={styles.rulesTitle}>
        {t('password.rules')}
      </p>
      <ul className={styles.rules} aria-labelledby={id}>
        {rules.map(({ rule, met }) => (
          <li key={rule} data-met={met ? '' : undefined}>
            {met ? <Check aria-hidden="true" /> : <Circle aria-hidden="true" />}
            {t(`password.rule.${rule}`, range)}
            <span className="visually-hidden">{t(met ? 'password.met' : 'password.unmet')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
