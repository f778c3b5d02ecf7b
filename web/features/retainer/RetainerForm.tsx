/** /createRetainerWidget?id=: the form of a retainer order, with the missing answers next to it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { options } from '#events/case/options.ts';
import type { Issue } from '#events/errors.ts';
import type { CaseView } from '#projections/case/view.ts';
import { refreshCase, sendCommand } from '#web/lib/act.ts';
import { Form } from '#web/ui/form.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.tsx';
import { focusRetainerField, retainerFieldId } from './field-ids.ts';
import { OrderedArchPicture } from './Pictures.tsx';
import { RetainerAddressChoice } from './RetainerAddressChoice.tsx';
import { type FieldErrorLookup, RetainerBasisFields } from './RetainerBasisFields.tsx';
import { RetainerSummary } from './RetainerSummary.tsx';
import styles from './retainer.module.css';
import {
  type Arch,
  initialRetainerDraft,
  orderedArches,
  type RetainerDraft,
  retainerIssues,
  retainerOrderFacts,
  retainerPayload,
} from './retainer-form.ts';
import { SpecialFeatures } from './SpecialFeatures.tsx';

type Props = { view: CaseView; again: number | undefined; usual: string | null; go: (href: string) => void };
export type RetainerPartProps = {
  view: CaseView;
  draft: RetainerDraft;
  change: (change: Partial<RetainerDraft>) => void;
  error: FieldErrorLookup;
};

const notBusy: Record<Arch, boolean> = { upper: false, lower: false };

/** The draft, its errors, and submission. Errors appear after the first attempt. */
function useApply({ view, again, usual, go }: Props) {
  const { t } = useTranslation(['retainer', 'error']);
  const [draft, setDraft] = useState(() => initialRetainerDraft(view, again, usual));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const [pending, setPending] = useState(false);
  const issues = retainerIssues(draft, retainerOrderFacts(view));
  const error: FieldErrorLookup = path => {
    const issue = [...(tried ? issues : []), ...refused].find(each => each.path === path);
    return (
      issue && t(`error:issue.${issue.issue}`, { ...issue.values, defaultValue: t('error:issue.invalid') })
    );
  };
  const change = (part: Partial<RetainerDraft>) => {
    setRefused([]);
    setDraft(before => ({ ...before, ...part }));
  };
  const apply = async () => {
    setTried(true);
    const [first] = issues;
    if (first) return focusRetainerField(first.path);
    setPending(true);
    const parts = { id: view.caseId };
    const done = await sendCommand('POST', '/cases/:id/retainers', retainerPayload(draft), { parts });
    setPending(false);
    if (!done.ok) {
      setRefused(done.error.issues);
      if (done.error.issues[0]) focusRetainerField(done.error.issues[0].path);
      return;
    }
    await refreshCase(view.caseId);
    toast({ text: t('retainer:applied', { id: done.answer.data.id }), tone: 'ok' });
    go(`/caseDetail?id=${encodeURIComponent(view.caseId)}&section=retainer`);
  };
  return { draft, change, error, issues, refused, tried, pending, apply };
}

export function RetainerForm(props: Props) {
  const { view, again } = props;
  const form = useApply(props);
  const [busy, setBusy] = useState(notBusy);
  const { draft, change, error } = form;
  const part = { view, draft, change, error };
  const waits = orderedArches(draft).some(arch => draft[arch].kind === 5 && busy[arch]);
  const setBusyOf = (arch: Arch, now: boolean) =>
    setBusy(before => (before[arch] === now ? before : { ...before, [arch]: now }));
  const before = view.retainers.find(order => order.retainer === again)?.address;
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        if (!waits && !form.pending) void form.apply();
      }}
    >
      <div className={styles.panels}>
        <What {...part} />
        <Bases {...part} onBusy={setBusyOf} />
        <SpecialFeatures {...part} />
        <Delivery {...part} before={before} />
      </div>
      <RetainerSummary {...form} view={view} waits={waits} />
    </Form>
  );
}

function What({ draft, change, error }: RetainerPartProps) {
  const { t } = useTranslation(['retainer', 'rx']);
  return (
    <Panel title={t('retainer:form.what')}>
      <div className={styles.fields}>
        <RadioGroup
          id={retainerFieldId('type')}
          label={t('retainer:form.type')}
          required
          layout="cards"
          value={draft.type === null ? null : String(draft.type)}
          onChange={type =>
            change({ type: options.retainerType.find(each => String(each) === type) ?? null })
          }
          options={options.retainerType.map(type => ({
            value: String(type),
            label: t(`rx:option.retainerType.${type}`),
            note: t(`retainer:form.typeNote.${type}`),
          }))}
          error={error('type')}
        />
        <RadioGroup
          id={retainerFieldId('arch')}
          label={t('retainer:form.arch')}
          required
          layout="cards"
          value={draft.arch === null ? null : String(draft.arch)}
          onChange={arch =>
            change({ arch: options.retainerArch.find(each => String(each) === arch) ?? null })
          }
          options={options.retainerArch.map(arch => ({
            value: String(arch),
            label: t(`rx:option.retainerArch.${arch}`),
            note: t(`retainer:form.archNote.${arch}`),
            picture: <OrderedArchPicture arch={arch} />,
          }))}
          error={error('arch')}
        />
      </div>
    </Panel>
  );
}

function Bases({
  view,
  draft,
  change,
  error,
  onBusy,
}: RetainerPartProps & { onBusy: (arch: Arch, busy: boolean) => void }) {
  const { t } = useTranslation('retainer');
  const ordered = orderedArches(draft);
  if (ordered.length === 0) return null;
  return (
    <Panel title={t('form.basis')}>
      <div className={ordered.length > 1 ? styles.two : undefined}>
        {ordered.map(arch => (
          <RetainerBasisFields
            key={arch}
            arch={arch}
            view={view}
            value={draft[arch]}
            onChange={basis => change({ [arch]: { ...draft[arch], ...basis } })}
            onBusy={busy => onBusy(arch, busy)}
            error={error}
          />
        ))}
      </div>
    </Panel>
  );
}

function Delivery({
  view,
  draft,
  change,
  error,
  before,
}: RetainerPartProps & { before: string | undefined }) {
  const { t } = useTranslation('retainer');
  return (
    <Panel title={t('form.delivery')}>
      <div className={styles.fields}>
        <NumberField
          id={retainerFieldId('quantity')}
          className={styles.quantity}
          label={t('form.quantity')}
          hint={t('form.quantityHint', { max: limits.retainerQuantity })}
          required
          min={0}
          value={draft.quantity}
          onChange={quantity => change({ quantity })}
          error={error('quantity')}
        />
        <RetainerAddressChoice view={view} before={before} draft={draft} onChange={change} error={error} />
        <TextArea
          id={retainerFieldId('note')}
          label={t('form.note')}
          optional
          rows={3}
          maxLength={limits.noteMax}
          value={draft.note}
          onChange={note => change({ note })}
          error={error('note')}
        />
      </div>
    </Panel>
  );
}
