/** Asks for the name of a preset and validates it immediately. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import type { Issue } from '#events/errors.ts';
import type { PresetItem } from '#web/lib/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Form } from '#web/ui/form.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './preset.module.css';
import type { presetCommands } from './preset-commands.ts';
import { presetNameIssue } from './preset-names.ts';

type Props = {
  title: string;
  confirm: string;
  name: string;
  list: readonly PresetItem[];
  /** Id of the preset being renamed. */
  id?: string;
  send: (name: string) => ReturnType<typeof presetCommands.add>;
  onClose: () => void;
  children?: ReactNode;
};

export function PresetNameDialog({ title, confirm, name, list, id, send, onClose, children }: Props) {
  const { t } = useTranslation(['preset', 'error']);
  const [typed, setTyped] = useState(name);
  const [told, setTold] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Issue | undefined>();
  // An empty name is an error after leaving the field; a taken one while typing.
  const wrong = presetNameIssue(list, typed, id);
  const said = wrong && (told || wrong.issue !== 'required') ? wrong : undefined;
  const submit = async () => {
    setTold(true);
    if (wrong || pending) return;
    setPending(true);
    const done = await send(typed.trim());
    setPending(false);
    if (done.ok) onClose();
    else setRefused(done.error.issues[0]);
  };
  const words = (issue: Issue | undefined) => issue && t(`error:issue.${issue.issue}`, { ...issue.values });
  return (
    <SubmitDialog
      size="small"
      title={title}
      onClose={onClose}
      cancel={t('preset:cancel')}
      confirm={confirm}
      submit={submit}
      pending={pending}
    >
      <Form className={styles.form} onSubmit={submit}>
        {refused && refused.path !== 'name' && <Banner tone="danger">{words(refused)}</Banner>}
        <TextField
          label={t('preset:name')}
          hint={t('preset:nameHint', { max: limits.presetNameMax })}
          required
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={text => {
            setTyped(text);
            setRefused(undefined);
          }}
          onBlur={() => setTold(true)}
          error={words(said ?? (refused?.path === 'name' ? refused : undefined))}
        />
        {children}
      </Form>
    </SubmitDialog>
  );
}
