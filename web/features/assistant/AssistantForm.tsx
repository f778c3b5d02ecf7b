/**
 * Form for an assistant's account in a drawer. On leaving a field, asks the server whether another account has the same
 * login or phone.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Form } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitDrawer } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './assistant.module.css';
import { assistantCommands } from './assistant-commands.ts';
import {
  type AssistantField,
  assistantFields,
  assistantIssues,
  assistantPayload,
  editableAssistantFields,
  type TypedAssistant,
  typedAssistantOf,
} from './assistant-form.ts';
import type { AssistantItem } from './assistant-queries.ts';

type Props = {
  /** The edited assistant; undefined for a new one. */
  of: AssistantItem | undefined;
  onClose: () => void;
};

/** Fields whose text may already be used by another account. */
const unique: readonly AssistantField[] = ['userName', 'phone'];

function useForm({ of, onClose }: Props) {
  const { t } = useTranslation(['assistant', 'error']);
  const [typed, setTyped] = useState<TypedAssistant>(() => typedAssistantOf(of));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const [pending, setPending] = useState(false);
  const wrong = assistantIssues(of, typed);
  const set = (field: AssistantField, text: string) => {
    setRefused(before => before.filter(({ path }) => path !== field));
    setTyped(before => ({ ...before, [field]: text }));
  };
  const leave = async (field: AssistantField) => {
    setLeft(before => new Set([...before, field]));
    const { [field]: text } = assistantPayload(of, typed);
    if (!unique.includes(field) || !text || wrong.some(({ path }) => path === field)) return;
    const done = await assistantCommands.check({ [field]: text, ...(of ? { id: of.id } : {}) });
    if (!done.ok)
      setRefused(before => [...before.filter(({ path }) => path !== field), ...done.error.issues]);
  };
  const submit = async () => {
    if (pending) return;
    setLeft(new Set(assistantFields));
    if (wrong.length > 0) return;
    setPending(true);
    const body = assistantPayload(of, typed);
    const done = await (of ? assistantCommands.change(of.id, body) : assistantCommands.add(body));
    setPending(false);
    if (!done.ok) return setRefused(done.error.issues);
    toast({ text: t(of ? 'saved' : 'added', { name: typed.name.trim() }), tone: 'ok' });
    onClose();
  };
  const error = (field: string) => {
    const issue = [...refused, ...(left.has(field) ? wrong : [])].find(({ path }) => path === field);
    return issue && t(`error:issue.${issue.issue}`, { ...issue.values });
  };
  /** Props of a field by its name. */
  const field = (name: AssistantField) => ({
    label: t(`field.${name}`),
    autoComplete: 'off',
    value: typed[name],
    onChange: (text: string) => set(name, text),
    onBlur: () => void leave(name),
    error: error(name),
  });
  return { field, submit, pending };
}

export function AssistantForm(props: Props) {
  const { of, onClose } = props;
  const { t } = useTranslation('assistant');
  const { field, submit, pending } = useForm(props);
  const open = editableAssistantFields(of);
  const keeper = of?.doctors[0]?.name ?? '';
  const password = {
    required: of === undefined,
    autoComplete: 'new-password',
    capsLockHint: t('capsLock'),
  } as const;
  return (
    <SubmitDrawer
      title={t(of ? 'editTitle' : 'addTitle', { name: of?.name })}
      cancel={t('cancel')}
      confirm={t('save')}
      pending={pending}
      shortcut="Ctrl ↵"
      submit={submit}
      onClose={onClose}
    >
      <Form className={styles.form} onSubmit={submit}>
        {!open.includes('userName') && <Banner tone="info">{t('keptBy', { name: keeper })}</Banner>}
        <TextField {...field('name')} required autoFocus />
        {open.includes('phone') && (
          <TextField {...field('phone')} required type="tel" numeric hint={t('phoneHint')} />
        )}
        <TextField {...field('address')} required hint={t('addressHint')} />
        {open.includes('userName') && (
          <>
            <TextField {...field('userName')} required spellCheck={false} hint={t('userNameHint')} />
            <PasswordField
              {...field('password')}
              {...password}
              label={t(of ? 'field.newPassword' : 'field.password')}
              hint={t(of ? 'passwordKept' : 'passwordHint')}
            />
            <PasswordField {...field('repeated')} {...password} />
          </>
        )}
        {/* Makes Enter in a field save the form. */}
        <input type="submit" hidden />
      </Form>
    </SubmitDrawer>
  );
}
