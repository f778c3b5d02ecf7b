/** The form for a new export: its content, and the format for the tool that will read it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ExportFormat,
  exportFormatNames,
  type XesTraceKind,
  xesTraceKinds,
} from '#events/analysis/export-formats.ts';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Form } from '#web/ui/form.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { toast } from '#web/ui/toast.tsx';
import { dayAfter } from '../report/report-search.ts';
import styles from './data.module.css';
import { type ExportRequest, requestExport } from './export-queries.ts';

type Chosen = {
  format: ExportFormat;
  trace: XesTraceKind;
  facts: boolean;
  from: string | null;
  to: string | null;
  asOf: string | null;
};

const fields = ['format', 'facts', 'from', 'to', 'asOf'];

/** The request from the form's values. Only XES has traces, and XES has no facts. */
const orderOf = ({ format, trace, facts, from, to, asOf }: Chosen): ExportRequest => ({
  format,
  ...(format === 'xes' ? { trace } : { facts }),
  ...(from && { from }),
  // The last day belongs to the range, as in the filter bar of the reports.
  ...(to && { to: dayAfter(to) }),
  ...(asOf && { asOf }),
});

type FieldsProps = {
  value: Chosen;
  mayHaveFacts: boolean;
  onChange: (change: Partial<Chosen>) => void;
  issueAt: (field: string) => string | undefined;
};

/** The part of the log to export, and its content. */
function PartFields({ value, mayHaveFacts, onChange, issueAt }: FieldsProps) {
  const { t } = useTranslation('analysis');
  const isXes = value.format === 'xes';
  return (
    <>
      <div className={styles.dates}>
        {(['from', 'to', 'asOf'] as const).map(name => (
          <DateField
            key={name}
            label={t(`data.${name}`)}
            hint={t(`data.${name}How`)}
            value={value[name]}
            onChange={day => onChange({ [name]: day })}
            error={issueAt(name)}
          />
        ))}
      </div>
      {isXes && (
        <SegmentedControl
          label={t('data.trace')}
          options={xesTraceKinds.map(kind => ({ value: kind, label: t(`data.traceKind.${kind}`) }))}
          value={value.trace}
          onChange={trace => onChange({ trace })}
        />
      )}
      {!isXes && mayHaveFacts && (
        <Checkbox checked={value.facts} onChange={facts => onChange({ facts })} error={issueAt('facts')}>
          {t('data.facts')}
        </Checkbox>
      )}
    </>
  );
}

export function ExportForm({ mayHaveFacts }: { mayHaveFacts: boolean }) {
  const { t } = useTranslation('analysis');
  const [chosen, setChosen] = useState<Chosen>({
    ...{ format: 'parquet', trace: 'case', facts: false },
    ...{ from: null, to: null, asOf: null },
  });
  const command = useCommandState();
  const above = command.other(fields);
  const change = (part: Partial<Chosen>) => {
    command.clear();
    setChosen(before => ({ ...before, ...part }));
  };
  const submit = async () => {
    if (command.pending) return;
    const isDone = await command.run(async () => refusalOf(await requestExport(orderOf(chosen))));
    if (isDone) toast({ text: t('data.ordered'), tone: 'ok' });
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      {above && <Banner tone="danger">{above}</Banner>}
      <RadioGroup
        label={t('data.format')}
        layout="cards"
        value={chosen.format}
        onChange={format => change({ format })}
        options={exportFormatNames.map(value => ({
          value,
          label: t(`data.formatName.${value}`),
          note: t(`data.formatHow.${value}`),
        }))}
        error={command.error('format')}
      />
      <PartFields value={chosen} mayHaveFacts={mayHaveFacts} onChange={change} issueAt={command.error} />
      <div>
        <Button type="submit" variant="primary" pending={command.pending}>
          {t('data.order')}
        </Button>
      </div>
    </Form>
  );
}
