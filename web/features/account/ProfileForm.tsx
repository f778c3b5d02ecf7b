/** Name and login. A new login asks for the password, because it changes how the person signs in. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personNameSchema } from '#events/case/fields.ts';
import { findIssues } from '#events/parse.ts';
import { userNameSchema } from '#events/person/account-fields.ts';
import { refusalOf, sendCommand } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './account.module.css';
import { cacheProfile, type Profile } from './account-queries.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

const fields = ['name', 'userName', 'oldPassword'];

function useProfileForm(profile: Profile) {
  const { t } = useTranslation(['account', 'error']);
  const [name, setName] = useState(profile.name);
  const [userName, setUserName] = useState(profile.userName);
  const [oldPassword, setOldPassword] = useState('');
  const command = useCommandState();
  const isRenamed = userName.trim() !== profile.userName;
  const isChanged = isRenamed || name.trim() !== profile.name;
  /** The server's issue with a field, otherwise the issue with the text typed now. */
  const issueOf = (field: string, wrong: { issue: string; values?: object } | undefined) =>
    command.error(field) ?? (wrong && t(`error:issue.${wrong.issue}`, { ...wrong.values }));
  const typing = (set: (value: string) => void) => (value: string) => {
    command.clear();
    set(value);
  };
  const errors = {
    name: issueOf('name', findIssues(personNameSchema, name.trim())[0]),
    userName: issueOf('userName', findIssues(userNameSchema, userName.trim())[0]),
    oldPassword: command.error('oldPassword'),
  };
  const submit = async () => {
    if (command.pending || !isChanged) return;
    const login = isRenamed ? { userName: userName.trim(), oldPassword } : {};
    const body = { name: name.trim(), ...login };
    await command.run(async () => {
      const done = await sendCommand('PUT', '/profile', body, { quiet: true });
      if (done.ok) {
        cacheProfile(done.answer.data);
        toast({ text: t('account:profile.saved'), tone: 'ok' });
      }
      return refusalOf(done);
    });
  };
  const set = { name: typing(setName), userName: typing(setUserName), oldPassword: typing(setOldPassword) };
  return { values: { name, userName, oldPassword }, set, errors, command, isRenamed, isChanged, submit };
}

export function ProfileForm({ profile, hidden }: { profile: Profile; hidden: boolean }) {
  const { t } = useTranslation('account');
  const { values, set, errors, command, isRenamed, isChanged, submit } = useProfileForm(profile);
  const other = command.other(fields);
  return (
    <Form className={styles.form} onSubmit={submit}>
      {other && <Banner tone="danger">{other}</Banner>}
      <TextField
        label={t('profile.name')}
        hint={t('profile.nameHow')}
        autoComplete="name"
        required
        disabled={hidden}
        value={values.name}
        error={errors.name}
        onChange={set.name}
      />
      <TextField
        label={t('profile.userName')}
        hint={t('profile.userNameHow')}
        autoComplete="username"
        spellCheck={false}
        required
        disabled={hidden}
        value={values.userName}
        error={errors.userName}
        onChange={set.userName}
      />
      {isRenamed && (
        <CurrentPasswordField
          value={values.oldPassword}
          onChange={set.oldPassword}
          error={errors.oldPassword}
        />
      )}
      <div className={styles.acts}>
        <Button
          variant="primary"
          type="submit"
          pending={command.pending}
          disabled={hidden || !isChanged}
          disabledReason={hidden ? t('eyeHidden') : isChanged ? undefined : t('profile.unchanged')}
        >
          {t('save')}
        </Button>
      </div>
    </Form>
  );
}
