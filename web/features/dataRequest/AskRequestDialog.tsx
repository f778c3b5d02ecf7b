/** Asks for a patient's erasure, or for a copy for the patient. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { dataRequestStatusOf } from '#events/dataRequest/data-request.ts';
import { refusalOf } from '#web/lib/act.ts';
import { useNow } from '#web/lib/now.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DataRequestRow } from './DataRequestRow.tsx';
import {
  type DataRequestKind,
  dataRequestCommands,
  type NewDataRequest,
  type PatientData,
  patientDataQuery,
} from './data-request-queries.ts';
import styles from './dataRequest.module.css';
import { HeldPatientData } from './HeldPatientData.tsx';

type Props = { kind: DataRequestKind; caseId: string; onClose: () => void };
type Typed = {
  reason: string;
  colleague: string;
  typed: string;
  keptElsewhere: boolean;
  lang: 'en' | 'zh-CN';
};

const fields = ['reason', 'colleague', 'typed', 'keptElsewhere', 'lang'];
const languages = ['en', 'zh-CN'] as const;

const bodyOf = (
  kind: DataRequestKind,
  { reason, colleague, typed, keptElsewhere, lang }: Typed,
): NewDataRequest => ({
  kind,
  reason,
  ...(colleague.trim() && { colleague: colleague.trim() }),
  ...(kind === 'erasure' ? { keptElsewhere, ...(typed.trim() && { typed: typed.trim() }) } : { lang }),
});

type FieldsProps = {
  kind: DataRequestKind;
  data: PatientData;
  value: Typed;
  onChange: (change: Partial<Typed>) => void;
  issueAt: (field: string) => string | undefined;
};

function RequestFields({ kind, data, value, onChange, issueAt }: FieldsProps) {
  const { t } = useTranslation('dataRequest');
  return (
    <>
      <TextArea
        label={t('reason')}
        hint={t('reasonHow')}
        required
        maxLength={limits.noteMax}
        value={value.reason}
        onChange={reason => onChange({ reason })}
        error={issueAt('reason')}
      />
      <TextField
        label={t('colleague')}
        hint={t('colleagueHow')}
        autoComplete="off"
        spellCheck={false}
        value={value.colleague}
        onChange={colleague => onChange({ colleague })}
        error={issueAt('colleague')}
      />
      {kind === 'copy' && (
        <SegmentedControl
          label={t('lang')}
          options={languages.map(lang => ({ value: lang, label: t(`language.${lang}`) }))}
          value={value.lang}
          onChange={lang => onChange({ lang })}
        />
      )}
      {kind === 'erasure' && data.keep.running && (
        <Checkbox
          checked={value.keptElsewhere}
          onChange={keptElsewhere => onChange({ keptElsewhere })}
          error={issueAt('keptElsewhere')}
        >
          {t('keep.elsewhere')}
        </Checkbox>
      )}
      {kind === 'erasure' && (
        <TextField
          label={t('typed')}
          required
          autoComplete="off"
          spellCheck={false}
          value={value.typed}
          onChange={typed => onChange({ typed })}
          error={issueAt('typed')}
        />
      )}
    </>
  );
}

/** The request of this kind that waits, is being carried out, or is ready. The dialog shows it instead of the form. */
function openRequest({ requests }: PatientData, kind: DataRequestKind, now: number) {
  return requests.find(
    item => item.kind === kind && ['open', 'working', 'ready'].includes(dataRequestStatusOf(item, now)),
  );
}

export default function AskRequestDialog({ kind, caseId, onClose }: Props) {
  const { t, i18n } = useTranslation(['dataRequest', 'error']);
  const now = useNow();
  const { data } = useQuery(patientDataQuery(caseId));
  const [typed, setTyped] = useState<Typed>({
    ...{ reason: '', colleague: '', typed: '', keptElsewhere: false },
    lang: i18n.language === 'zh-CN' ? 'zh-CN' : 'en',
  });
  const command = useCommandState();
  const above = command.other(fields);
  const open = data && openRequest(data, kind, now);
  const blocked = kind === 'erasure' && (data?.underway.length ?? 0) > 0;

  const submit = async () => {
    if (command.pending || !data || open || blocked) return;
    const isDone = await command.run(async () =>
      refusalOf(await dataRequestCommands.ask(caseId, bodyOf(kind, typed))),
    );
    if (!isDone) return;
    toast({ text: t('did.ask'), tone: 'ok' });
    onClose();
  };
  const send = (
    <>
      <Button onPress={onClose}>{t('cancel')}</Button>
      <Button
        variant={kind === 'erasure' ? 'dangerFilled' : 'primary'}
        pending={command.pending}
        disabled={!data || blocked}
        onPress={() => void submit()}
      >
        {t(`submit.${kind}`)}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      size="medium"
      title={t(`title.${kind}`)}
      onClose={onClose}
      onCtrlEnter={() => void submit()}
      actions={open ? <Button onPress={onClose}>{t('close')}</Button> : send}
    >
      <Form className={styles.form} onSubmit={submit}>
        {above && <Banner tone="danger">{above}</Banner>}
        {!data && <Skeleton lines={6} label={t('list.loading')} />}
        {open && (
          <ul className={styles.list}>
            <DataRequestRow item={open} linked={false} />
          </ul>
        )}
        {data && !open && (
          <>
            <p>{t(`lead.${kind}`)}</p>
            <HeldPatientData kind={kind} data={data} />
            <RequestFields
              kind={kind}
              data={data}
              value={typed}
              onChange={change => setTyped(before => ({ ...before, ...change }))}
              issueAt={command.error}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
