/** The basis of one arch's retainer, and the fields of that basis. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import type { CaseView } from '#projections/case/view.ts';
import { FilesField } from '#web/features/file/FilesField.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';
import { dayOf } from '#web/lib/format.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { retainerFieldId } from './field-ids.ts';
import styles from './retainer.module.css';
import {
  type Arch,
  earlierOrdersWithArch,
  type RetainerBasisDraft,
  retainerOrderFacts,
} from './retainer-form.ts';

export type FieldErrorLookup = (path: string) => string | undefined;
type Props = {
  arch: Arch;
  view: CaseView;
  value: RetainerBasisDraft;
  onChange: (change: Partial<RetainerBasisDraft>) => void;
  /** Called with true while a scan is uploading. */
  onBusy: (busy: boolean) => void;
  error: FieldErrorLookup;
};

export function RetainerBasisFields(props: Props) {
  const { arch, view, value, onChange, error } = props;
  const { t } = useTranslation(['retainer', 'rx']);
  const world = retainerOrderFacts(view);
  const last = world.stages[arch];
  const noStages = last === 0 ? t('retainer:form.noStages') : undefined;
  const noOrders = earlierOrdersWithArch(world, arch).length === 0 ? t('retainer:form.noOrders') : undefined;
  const closed: Partial<Record<number, string | undefined>> = { 2: noStages, 3: noStages, 4: noOrders };
  return (
    <div className={styles.basis}>
      <RadioGroup
        id={retainerFieldId(`${arch}.kind`)}
        label={t(`retainer:form.basisOf.${arch}`)}
        required
        value={value.kind === null ? null : String(value.kind)}
        onChange={kind =>
          onChange({ kind: options.retainerBasis.find(each => String(each) === kind) ?? null })
        }
        options={options.retainerBasis.map(kind => ({
          value: String(kind),
          label: t(`rx:option.retainerBasis.${kind}`),
          note: t(`retainer:form.basisNote.${kind}`, { last }),
          disabled: closed[kind] !== undefined,
          reason: closed[kind],
        }))}
        error={error(`${arch}.kind`)}
      />
      <More {...props} />
    </div>
  );
}

function More(props: Props) {
  const { arch, view, value, onChange, error } = props;
  const { t } = useTranslation(['retainer', 'rx']);
  const world = retainerOrderFacts(view);
  if (value.kind === 3)
    return (
      <div className={styles.more}>
        <NumberField
          id={retainerFieldId(`${arch}.stage`)}
          className={styles.quantity}
          label={t('retainer:form.stage')}
          hint={t('retainer:form.stageHint', { last: world.stages[arch] })}
          required
          min={0}
          value={value.stage}
          onChange={stage => onChange({ stage })}
          error={error(`${arch}.stage`)}
        />
      </div>
    );
  if (value.kind === 4)
    return (
      <div className={styles.more}>
        <Select
          id={retainerFieldId(`${arch}.order`)}
          label={t('retainer:form.order')}
          required
          placeholder={t('retainer:choose')}
          value={value.order === null ? '' : String(value.order)}
          onChange={order => onChange({ order: order === '' ? null : Number(order) })}
          options={view.retainers
            .filter(order => order[arch] !== null)
            .map(({ retainer, id, type, at }) => ({
              value: String(retainer),
              label: t('retainer:form.orderWords', {
                n: id,
                type: t(`rx:option.retainerType.${type}`),
                date: dayOf(at),
              }),
            }))}
          error={error(`${arch}.order`)}
        />
      </div>
    );
  return value.kind === 5 ? <Scan {...props} /> : null;
}

/** A scan of the case, or one uploaded for this order. */
function Scan({ arch, view, value, onChange, onBusy, error }: Props) {
  const { t } = useTranslation(['retainer', 'rx']);
  const uploads = useUploads({ caseId: view.caseId });
  const scans = view.files.filter(file => file.kind === 'stl');
  const sent = uploads.fileIds.at(-1) ?? null;
  const taken = useRef<string | null>(null);
  useEffect(() => {
    // A new upload is selected automatically; a later choice of a case scan stays.
    if (sent !== null && sent !== taken.current) onChange({ fileId: sent });
    taken.current = sent;
    onBusy(uploads.busy);
  });
  return (
    <div className={styles.more} id={retainerFieldId(`${arch}.fileId`)} tabIndex={-1}>
      <div className={styles.basis}>
        {scans.length > 0 && (
          <RadioGroup
            label={t('retainer:form.scanCase')}
            value={value.fileId}
            onChange={fileId => onChange({ fileId })}
            options={[
              ...scans.map(file => ({
                value: file.id,
                label: file.slot ? t(`rx:slot.${file.slot}`) : file.name,
                note: `${file.name} · ${dayOf(file.at)}`,
              })),
              ...(sent ? [{ value: sent, label: t('retainer:form.scanChosen') }] : []),
            ]}
          />
        )}
        <FilesField
          label={t(scans.length > 0 ? 'retainer:form.scanNew' : 'retainer:form.scan')}
          hint={t('retainer:form.scanDrop')}
          kind="stl"
          multiple={false}
          uploads={uploads}
          error={error(`${arch}.fileId`)}
        />
      </div>
    </div>
  );
}
