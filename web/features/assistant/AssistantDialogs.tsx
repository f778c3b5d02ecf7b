/** Dialogs of one assistant: sharing with a colleague, ending the service, removing the account. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandResult } from '#web/lib/act.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { assistantCommands } from './assistant-commands.ts';
import type { AssistantItem } from './assistant-queries.ts';

type Props = { of: AssistantItem; onClose: () => void };

/** Names of the other doctors. @param me the signed-in doctor */
const otherDoctors = ({ doctors }: AssistantItem, me: string): string[] =>
  doctors.filter(({ id }) => id !== me).map(({ name }) => name);

/** Sends a dialog's command. Closes the dialog after success, and if the assistant is gone. */
async function sent(
  done: Promise<CommandResult<unknown>>,
  words: string,
  onClose: () => void,
): Promise<void> {
  const result = await done;
  if (result.ok) toast({ text: words, tone: 'ok' });
  if (result.ok || result.error.http === 404) onClose();
}

export function ShareAssistantDialog({ of, onClose }: Props) {
  const { t } = useTranslation(['assistant', 'error']);
  const [account, setAccount] = useState('');
  const [refused, setRefused] = useState<string>();
  const [pending, setPending] = useState(false);
  const submit = async () => {
    if (pending) return;
    if (account.trim() === '') return setRefused(t('error:issue.required'));
    setPending(true);
    const done = await assistantCommands.offer(of.id, account.trim());
    setPending(false);
    const [issue] = done.ok ? [] : done.error.issues;
    if (issue) return setRefused(t(`error:issue.${issue.issue}`, { ...issue.values }));
    if (done.ok) toast({ text: t('did.offer', { name: of.name }), tone: 'ok' });
    onClose();
  };
  return (
    <SubmitDialog
      title={t('shareTitle', { name: of.name })}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={t('ask')}
      submit={submit}
      pending={pending}
    >
      <p>{t('shareHow', { name: of.name })}</p>
      <Form onSubmit={submit}>
        <TextField
          label={t('colleague')}
          hint={t('colleagueHint')}
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={account}
          onChange={text => {
            setRefused(undefined);
            setAccount(text);
          }}
          error={refused}
        />
      </Form>
    </SubmitDialog>
  );
}

export function EndAssistantServiceDialog({ of, me, onClose }: Props & { me: string }) {
  const { t } = useTranslation('assistant');
  const others = otherDoctors(of, me);
  const words = { name: of.name, doctor: others[0] };
  return (
    <ConfirmDialog
      open
      danger
      title={t('endTitle', words)}
      confirm={t('end')}
      cancel={t('cancel')}
      onClose={onClose}
      onConfirm={() => sent(assistantCommands.act(of.id, 'end'), t('did.end', words), onClose)}
    >
      <p>{t('endHow', words)}</p>
      {of.kept && <p>{t('endKept', words)}</p>}
    </ConfirmDialog>
  );
}

export function RemoveAssistantDialog({ of, me, onClose }: Props & { me: string }) {
  const { t } = useTranslation('assistant');
  const others = otherDoctors(of, me);
  const words = { name: of.name, doctors: others.join(t('comma')) };
  return (
    <ConfirmDialog
      open
      danger
      title={t('removeTitle', words)}
      confirm={t('remove')}
      cancel={t('cancel')}
      onClose={onClose}
      onConfirm={() => sent(assistantCommands.remove(of.id), t('did.remove', words), onClose)}
    >
      <p>{t('removeHow', words)}</p>
      {others.length > 0 && <p>{t('removeShared', words)}</p>}
    </ConfirmDialog>
  );
}
