/** Fields of the provider, and who asks for the second factor. */
import { useTranslation } from 'react-i18next';
import { secondFactorSources } from '#events/person/single-sign-on-settings.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { TypedSingleSignOn } from './single-sign-on-form.ts';
import styles from './singleSignOn.module.css';

export type SingleSignOnFieldsProps = {
  typed: TypedSingleSignOn;
  onChange: (part: Partial<TypedSingleSignOn>) => void;
  issueAt: (field: string) => string | undefined;
};

export function IdentityProviderFields({
  typed,
  onChange,
  issueAt,
  hasSecret,
}: SingleSignOnFieldsProps & { hasSecret: boolean }) {
  const { t } = useTranslation('sso');
  return (
    <>
      <TextField
        label={t('issuer')}
        hint={t('issuerHow')}
        required
        type="url"
        spellCheck={false}
        autoComplete="off"
        maxLength={300}
        value={typed.issuer}
        onChange={issuer => onChange({ issuer })}
        error={issueAt('issuer')}
      />
      <div className={styles.pair}>
        <TextField
          label={t('clientId')}
          required
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          value={typed.clientId}
          onChange={clientId => onChange({ clientId })}
          error={issueAt('clientId')}
        />
        <TextField
          label={t('clientSecret')}
          hint={t(hasSecret ? 'secretStored' : 'secretHow')}
          type="password"
          autoComplete="new-password"
          maxLength={500}
          disabled={typed.withoutSecret}
          value={typed.clientSecret}
          onChange={clientSecret => onChange({ clientSecret })}
          error={issueAt('clientSecret')}
        />
      </div>
      <Checkbox
        checked={typed.withoutSecret}
        onChange={withoutSecret => onChange({ withoutSecret, clientSecret: '' })}
      >
        {t('secretNone')}
      </Checkbox>
      <div className={styles.pair}>
        <TextField
          label={t('scope')}
          hint={t('scopeHow', { always: 'openid' })}
          required
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          value={typed.scope}
          onChange={scope => onChange({ scope })}
          error={issueAt('scope')}
        />
        <TextField
          label={t('claim')}
          hint={t('claimHow', { name: 'groups', path: 'realm_access.roles' })}
          required
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          value={typed.claim}
          onChange={claim => onChange({ claim })}
          error={issueAt('claim')}
        />
      </div>
    </>
  );
}

export function SecondFactorChoice({ typed, onChange, issueAt }: SingleSignOnFieldsProps) {
  const { t } = useTranslation('sso');
  return (
    <RadioGroup
      label={t('secondFactor')}
      value={typed.secondFactor}
      onChange={secondFactor => onChange({ secondFactor })}
      options={secondFactorSources.map(value => ({ value, label: t(`secondFactors.${value}`) }))}
      error={issueAt('secondFactor')}
    />
  );
}
