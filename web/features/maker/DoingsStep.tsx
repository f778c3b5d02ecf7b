/** What is done beside moving teeth: IPR and attachments, a row each. */
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { type Arch, arch, type Fdi, parseContact } from '#events/tooth/fdi.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import type { WishedAttachment } from '#workers/stages/seat.ts';
import styles from './maker.module.css';
import { contactsOf, type WishedIpr, type Wishes } from './wishes.ts';

type Props = {
  teeth: readonly Fdi[];
  stages: Partial<Record<Arch, number>>;
  wishes: Wishes;
  onChange: (wishes: Wishes) => void;
};

const without = <T,>(list: readonly T[], at: number) => list.filter((_, i) => i !== at);
const withAt = <T,>(list: readonly T[], at: number, change: Partial<T>) =>
  list.map((one, i) => (i === at ? { ...one, ...change } : one));

export function DoingsStep({ teeth, stages, wishes, onChange }: Props) {
  const { t } = useTranslation(['maker', 'rx']);
  const pairs = contactsOf(teeth);
  const lastOf = (row: Arch) => Math.max(1, stages[row] ?? 1);
  const rowOfContact = (key: string): Arch => arch(parseContact(key)?.[0] ?? 11);
  const addIpr = () => {
    const contact = pairs.find(key => !wishes.ipr.some(one => one.contact === key)) ?? pairs[0];
    if (contact) onChange({ ...wishes, ipr: [...wishes.ipr, { contact, mm: 0.2, before: 1 }] });
  };
  const addAttachment = () => {
    const tooth = teeth.find(fdi => !wishes.attachments.some(one => one.tooth === fdi)) ?? teeth[0];
    if (!tooth) return;
    const added: WishedAttachment = {
      ...{ tooth, type: 'vertical-rectangle', surface: 'buccal', from: 1, to: lastOf(arch(tooth)) },
    };
    onChange({ ...wishes, attachments: [...wishes.attachments, added] });
  };
  const ipr = (at: number, change: Partial<WishedIpr>) =>
    onChange({ ...wishes, ipr: withAt(wishes.ipr, at, change) });
  const attachment = (at: number, change: Partial<WishedAttachment>) =>
    onChange({ ...wishes, attachments: withAt(wishes.attachments, at, change) });
  return (
    <div className={styles.arches}>
      <Panel
        title={t('maker:ipr')}
        count={wishes.ipr.length}
        action={
          <Button size="small" icon={<Plus />} disabled={pairs.length === 0} onPress={addIpr}>
            {t('maker:add')}
          </Button>
        }
      >
        {wishes.ipr.length === 0 && <p className="t-2">{t('maker:iprNone')}</p>}
        {wishes.ipr.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          <div key={at} className={styles.row}>
            <Select
              label={t('maker:contact')}
              size="compact"
              value={one.contact}
              onChange={contact => ipr(at, { contact })}
              options={pairs.map(key => ({ value: key, label: key.replace('-', '/') }))}
            />
            <NumberField
              label={t('maker:mm')}
              size="compact"
              min={0.1}
              max={0.6}
              step={0.1}
              value={one.mm}
              onChange={mm => ipr(at, { mm: mm ?? 0.1 })}
            />
            <NumberField
              label={t('maker:before')}
              size="compact"
              min={1}
              max={lastOf(rowOfContact(one.contact))}
              value={one.before}
              onChange={before => ipr(at, { before: before ?? 1 })}
            />
            <IconButton
              size="small"
              label={t('maker:removeRow', { what: one.contact.replace('-', '/') })}
              icon={<X />}
              onPress={() => onChange({ ...wishes, ipr: without(wishes.ipr, at) })}
            />
          </div>
        ))}
      </Panel>
      <Panel
        title={t('maker:attachments')}
        count={wishes.attachments.length}
        action={
          <Button size="small" icon={<Plus />} disabled={teeth.length === 0} onPress={addAttachment}>
            {t('maker:add')}
          </Button>
        }
      >
        {wishes.attachments.length === 0 && <p className="t-2">{t('maker:attachmentsNone')}</p>}
        {wishes.attachments.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          <div key={at} className={styles.row}>
            <Select
              label={t('maker:tooth')}
              size="compact"
              value={String(one.tooth)}
              onChange={value =>
                attachment(at, {
                  tooth: teeth.find(fdi => String(fdi) === value) ?? one.tooth,
                  shell: undefined,
                })
              }
              options={teeth.map(fdi => ({ value: String(fdi), label: String(fdi) }))}
            />
            <Select
              label={t('maker:type')}
              size="compact"
              value={one.type}
              onChange={value =>
                attachment(at, { type: options.attachmentType.find(type => type === value) ?? one.type })
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
              max={lastOf(arch(one.tooth))}
              value={one.from}
              onChange={from => attachment(at, { from: from ?? 1 })}
            />
            <NumberField
              label={t('maker:to')}
              size="compact"
              min={one.from}
              max={lastOf(arch(one.tooth))}
              value={one.to}
              onChange={to => attachment(at, { to: to ?? one.from })}
            />
            <IconButton
              size="small"
              label={t('maker:removeRow', { what: one.tooth })}
              icon={<X />}
              onPress={() => onChange({ ...wishes, attachments: without(wishes.attachments, at) })}
            />
          </div>
        ))}
      </Panel>
    </div>
  );
}
