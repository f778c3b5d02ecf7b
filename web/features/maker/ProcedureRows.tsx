/** Editable rows of IPR and attachments. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { type Arch, archOf, type Fdi, parseContact } from '#events/tooth/fdi.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { RequestedAttachment } from '#workers/stages/attachment-seat.ts';
import styles from './maker.module.css';
import type { PlannedIpr } from './procedures.ts';

type RowProps = { id: string; chosen: boolean; onFocus: () => void; children: ReactNode };

/** A row that the chart can select: selection focuses its first field, and focus selects it. */
function Row({ id, chosen, onFocus, children }: RowProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus of a field chooses its row
    <div id={id} className={styles.row} data-chosen={chosen ? '' : undefined} onFocus={onFocus}>
      {children}
    </div>
  );
}

type Common<T> = Omit<RowProps, 'children'> & {
  one: T;
  /** Number of aligners of an arch. */
  lastOf: (row: Arch) => number;
  onChange: (change: Partial<T>) => void;
  onRemove: () => void;
};

export function IprRow(props: Common<PlannedIpr> & { pairs: readonly string[] }) {
  const { one, pairs, lastOf, onChange, onRemove, ...row } = props;
  const { t } = useTranslation('maker');
  const keys = pairs.includes(one.contact) ? pairs : [one.contact, ...pairs];
  return (
    <Row {...row}>
      <Select
        label={t('contact')}
        size="compact"
        value={one.contact}
        onChange={contact => onChange({ contact })}
        options={keys.map(key => ({ value: key, label: key.replace('-', '/') }))}
      />
      <NumberField
        label={t('mm')}
        size="compact"
        min={0.1}
        max={0.6}
        step={0.1}
        value={one.mm}
        onChange={mm => onChange({ mm: mm ?? 0.1 })}
      />
      <NumberField
        label={t('before')}
        size="compact"
        min={1}
        max={lastOf(archOf(parseContact(one.contact)?.[0] ?? 11))}
        value={one.before}
        onChange={before => onChange({ before: before ?? 1 })}
      />
      <IconButton
        size="small"
        label={t('removeRow', { what: one.contact.replace('-', '/') })}
        icon={<X />}
        onPress={onRemove}
      />
    </Row>
  );
}

const surfaces = ['buccal', 'lingual'] as const;

export function AttachmentRow(props: Common<RequestedAttachment> & { teeth: readonly Fdi[] }) {
  const { one, teeth, lastOf, onChange, onRemove, ...row } = props;
  const { t } = useTranslation(['maker', 'rx']);
  const last = lastOf(archOf(one.tooth));
  return (
    <Row {...row}>
      <Select
        label={t('maker:tooth')}
        size="compact"
        value={String(one.tooth)}
        onChange={value => onChange({ tooth: teeth.find(fdi => String(fdi) === value) ?? one.tooth })}
        options={teeth.map(fdi => ({ value: String(fdi), label: String(fdi) }))}
      />
      <Select
        label={t('maker:side')}
        size="compact"
        value={one.surface}
        onChange={value => onChange({ surface: surfaces.find(each => each === value) ?? one.surface })}
        options={surfaces.map(value => ({ value, label: t(`maker:surface.${value}`) }))}
      />
      <Select
        label={t('maker:type')}
        size="compact"
        value={one.type}
        onChange={value =>
          onChange({ type: options.attachmentType.find(type => type === value) ?? one.type })
        }
        options={options.attachmentType.map(type => ({
          value: type,
          label: t(`rx:option.attachmentType.${type}`),
        }))}
      />
      <NumberField
        label={t('maker:from')}
        size="compact"
        min={1}
        max={last}
        value={one.from}
        onChange={from => onChange({ from: from ?? 1 })}
      />
      <NumberField
        label={t('maker:to')}
        size="compact"
        min={one.from}
        max={last}
        value={one.to}
        onChange={to => onChange({ to: to ?? one.from })}
      />
      <IconButton
        size="small"
        label={t('maker:removeRow', { what: one.tooth })}
        icon={<X />}
        onPress={onRemove}
      />
    </Row>
  );
}
