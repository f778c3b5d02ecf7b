/** Fields of a native form that creates an account. */
import { PlainField, PlainPasswordField } from '#web/ui/plain/plain-field.tsx';
import type { PageContext } from './plain-document.tsx';

/** State of a native form after a refusal: the typed values without passwords, and the error texts of the fields. */
export type TypedFormState = {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  /** Message of a refusal that no field's error explains. */
  message: string | null;
};

type Props = { world: PageContext; typed: TypedFormState };

/** The person's own name. */
export function NameField({ world: { t }, typed, hint }: Props & { hint?: string }) {
  return (
    <PlainField
      size="large"
      label={t('auth:name')}
      hint={hint}
      name="name"
      autoComplete="name"
      required
      maxLength={60}
      defaultValue={typed.values.name}
      error={typed.errors.name}
    />
  );
}

/** User name, and the password twice. */
export function SignInFields({
  world: { t },
  typed: { values, errors },
  userNameHint = t('auth:userNameHint'),
}: Props & { userNameHint?: string }) {
  return (
    <>
      <PlainField
        size="large"
        label={t('auth:userName')}
        hint={userNameHint}
        name="userName"
        autoComplete="username"
        required
        maxLength={40}
        defaultValue={values.userName}
        error={errors.userName}
      />
      <RepeatedPasswordFields t={t} errors={errors} label={t('auth:password')} />
    </>
  );
}

type PasswordProps = Pick<PageContext, 't'> &
  Pick<TypedFormState, 'errors'> & {
    label: string;
    /** Element id of the first field, if the page has another field `password`. */
    id?: string;
  };

/** Two fields for a new password: the password, and the same again. */
export function RepeatedPasswordFields({ t, errors, label, id }: PasswordProps) {
  const password = {
    size: 'large',
    autoComplete: 'new-password',
    required: true,
    maxLength: 200,
    showLabel: t('common:kit.showPassword'),
    hideLabel: t('common:kit.hidePassword'),
    capsLockText: t('auth:capsLock'),
  } as const;
  return (
    <>
      <PlainPasswordField
        {...password}
        id={id}
        label={label}
        hint={t('auth:passwordHint')}
        name="password"
        error={errors.password}
      />
      <PlainPasswordField
        {...password}
        label={t('auth:passwordAgain')}
        name="passwordAgain"
        error={errors.passwordAgain}
      />
    </>
  );
}

/** Phone and e-mail, which may stay empty. */
export function ContactFields({ world: { t }, typed: { values, errors } }: Props) {
  return (
    <>
      <PlainField
        size="large"
        label={t('auth:phone')}
        labelEnd={<span className="t-3">{t('auth:optional')}</span>}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={30}
        defaultValue={values.phone}
        error={errors.phone}
      />
      <PlainField
        size="large"
        label={t('auth:email')}
        labelEnd={<span className="t-3">{t('auth:optional')}</span>}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={values.email}
        error={errors.email}
      />
    </>
  );
}
