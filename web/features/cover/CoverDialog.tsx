/** Arranges a cover, or hands cases over for good. Both name a colleague, the cases and the reason. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CasePicker } from './CasePicker.tsx';
import styles from './cover.module.css';
import { coverCommands } from './cover-queries.ts';

type Props = {
  kind: 'cover' | 'handOver';
  /**
   * Id of the signed-in doctor, who chooses among their own cases; absent for an Admin, who hands over all cases of
   * `of`.
   */
  me?: string;
  /** The doctor whose cases an Admin hands over. */
  of?: { id: string; name: string };
  onClose: () => void;
};

const fields = ['account', 'first', 'last', 'caseIds', 'note'];

function useCoverForm({ kind, of, onClose }: Props) {
  const { t } = useTranslation('cover');
  const [account, setAccount] = useState('');
  const [note, setNote] = useState('');
  const [days, setDays] = useState({ first: '', last: '' });
  const [caseIds, setCaseIds] = useState<readonly string[] | null>(null);
  const command = useCommandState();
  const submit = async () => {
    if (command.pending) return;
    const body = { account: account.trim(), note: note.trim(), ...(caseIds && { caseIds }) };
    const isDone = await command.run(async () =>
      refusalOf(
        await (kind === 'cover'
          ? coverCommands.arrange({ ...body, ...days })
          : coverCommands.handOver(body, of?.id)),
      ),
    );
    if (!isDone) return;
    toast({ text: t(`did.${kind}`), tone: 'ok' });
    onClose();
  };
  const fieldsOf = { account, setAccount, note, setNote, days, setDays, caseIds, setCaseIds };
  return { ...fieldsOf, command, submit };
}

type CoverForm = ReturnType<typeof useCoverForm>;

function Days({ days, setDays, command }: CoverForm) {
  const { t } = useTranslation('cover');
  const day = (name: 'first' | 'last') => (
    <DateField
      label={t(name)}
      required
      value={days[name] || null}
      onChange={value => setDays({ ...days, [name]: value ?? '' })}
      error={command.error(name)}
      hint={name === 'last' ? t('lastHint') : undefined}
    />
  );
  return (
    <div className={styles.days}>
      {day('first')}
      {day('last')}
    </div>
  );
}

export function CoverDialog(props: Props) {
  const { kind, me, of, onClose } = props;
  const { t } = useTranslation('cover');
  const form = useCoverForm(props);
  const { command, submit } = form;
  const above = command.other(fields);
  return (
    <SubmitDialog
      size="medium"
      title={t(of ? 'handOverOf' : `${kind}Title`, { name: of?.name })}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={t(`${kind}Confirm`)}
      submit={submit}
      variant={kind === 'cover' ? 'primary' : 'danger'}
      pending={command.pending}
    >
      <Form className={styles.form} onSubmit={submit}>
        <p className="t-2">{t(of ? 'handOverOfHow' : `${kind}How`)}</p>
        {above && <Banner tone="danger">{above}</Banner>}
        <TextField
          label={t('colleague')}
          hint={t(of ? 'doctorHint' : 'colleagueHint')}
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={form.account}
          onChange={form.setAccount}
          error={command.error('account')}
        />
        {kind === 'cover' && <Days {...form} />}
        {me !== undefined && (
          <CasePicker
            me={me}
            value={form.caseIds}
            onChange={form.setCaseIds}
            allNote={t(kind === 'cover' ? 'allCoverNote' : 'allHandOverNote')}
            error={command.error('caseIds')}
          />
        )}
        <TextField
          label={t('note')}
          hint={t('noteHint')}
          required
          maxLength={limits.textMax}
          value={form.note}
          onChange={form.setNote}
          error={command.error('note')}
        />
        <input type="submit" hidden />
      </Form>
    </SubmitDialog>
  );
}
