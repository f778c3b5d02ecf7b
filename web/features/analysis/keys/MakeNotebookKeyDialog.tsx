/** Makes a key from a name, a number of days and tables, then shows the key once. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import type { NotebookTable } from '#events/notebookKey/notebook-keys.ts';
import { type CommandRefusal, refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './keys.module.css';
import { makeNotebookKey } from './keys-queries.ts';
import { keyEnvironmentVariable } from './notebook-cells.ts';

const dayChoices = ['7', '30', '90'] as const;
type Days = (typeof dayChoices)[number];
/** Tables chosen at first. None has sealed fields. */
const usualTables: readonly NotebookTable[] = ['events', 'stays', 'cases'];

function useMakeKey() {
  const [name, setName] = useState('');
  const [days, setDays] = useState<Days>('30');
  const [tables, setTables] = useState<readonly NotebookTable[]>(usualTables);
  const [made, setMade] = useState<string | null>(null);
  const command = useCommandState();
  const make = async (): Promise<CommandRefusal> => {
    const done = await makeNotebookKey({ name: name.trim(), days: Number(days), tables: [...tables] });
    if (done.ok) setMade(done.answer.data.key);
    return refusalOf(done);
  };
  const isReady = name.trim() !== '' && tables.length > 0;
  const submit = async () => {
    if (!command.pending && isReady && made === null) await command.run(make);
  };
  return { name, setName, days, setDays, tables, setTables, made, command, isReady, submit };
}

type Making = ReturnType<typeof useMakeKey>;

type Props = { tables: readonly NotebookTable[]; onClose: () => void };

/** @param tables the tables that the person's key may open */
export function MakeNotebookKeyDialog({ tables, onClose }: Props) {
  const { t } = useTranslation('analysis');
  const making = useMakeKey();
  const { made, command, isReady, submit } = making;
  return (
    <Dialog
      open
      size="medium"
      title={t(made === null ? 'keys.make' : 'keys.made')}
      // The key is shown only once, so only the button closes the dialog.
      dismissable={made === null}
      onClose={onClose}
      onCtrlEnter={() => void submit()}
      actions={
        made === null ? (
          <>
            <Button onPress={onClose}>{t('keys.cancel')}</Button>
            <Button
              variant="primary"
              pending={command.pending}
              disabledReason={isReady ? undefined : t('keys.fillFirst')}
              onPress={() => void submit()}
            >
              {t('keys.make')}
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={onClose}>
            {t('keys.kept')}
          </Button>
        )
      }
    >
      {made === null ? <Fields {...making} offered={tables} /> : <MadeKey text={made} />}
    </Dialog>
  );
}

function Fields({
  offered,
  name,
  setName,
  days,
  setDays,
  tables,
  setTables,
  command,
  submit,
}: Making & { offered: readonly NotebookTable[] }) {
  const { t } = useTranslation('analysis');
  const other = command.other(['name', 'days', 'tables']);
  return (
    <Form className={styles.form} onSubmit={submit}>
      {other && <Banner tone="danger">{other}</Banner>}
      <TextField
        label={t('keys.name')}
        hint={t('keys.nameHow')}
        maxLength={limits.notebookKeyNameMax}
        required
        autoFocus
        value={name}
        error={command.error('name')}
        onChange={setName}
      />
      <SegmentedControl
        label={t('keys.days')}
        value={days}
        error={command.error('days')}
        options={dayChoices.map(value => ({ value, label: t('keys.dayCount', { count: Number(value) }) }))}
        onChange={setDays}
      />
      <CheckboxGroup
        label={t('keys.tables')}
        value={tables}
        error={command.error('tables')}
        columns={2}
        options={offered.map(value => ({ value, label: value, note: t(`keys.table.${value}`) }))}
        onChange={setTables}
      />
      {/* Enter in a field submits the form. */}
      <button type="submit" hidden />
    </Form>
  );
}

function MadeKey({ text }: { text: string }) {
  const { t } = useTranslation('analysis');
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('keys.once')}</p>
      <TextField
        label={t('keys.key')}
        readOnly
        value={text}
        spellCheck={false}
        end={<CopyButton text={() => text} label={t('keys.copy')} copied={t('keys.copied')} />}
      />
      <p className={styles.text}>{t('keys.environment', { variable: keyEnvironmentVariable })}</p>
    </div>
  );
}
