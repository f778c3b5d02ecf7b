/** Archwire sets: one row a wire; above the free ones the surcharge is said and has to be accepted. */
import { ArrowDown, ArrowUp, CopyPlus, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limits, options } from '#events/case/options.ts';
import { wireTorque } from '#events/lingual/measures.ts';
import type { Lingual } from '#events/lingual/schema.ts';
import { costsExtra, setsOf, usualSizes } from '#events/lingual/wires.ts';
import { optionWord } from '#web/features/case/option-lists.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { announce } from '#web/ui/live-region.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './lingual.module.css';
import {
  added,
  changed,
  duplicated,
  isFull,
  readWireSize,
  removed,
  shifted,
  usualRows,
  type WireRow,
  withWires,
} from './wire-rows.ts';

type Props = {
  value: Pick<Lingual, 'archwires' | 'surchargeAccepted'>;
  onChange: (patch: Partial<Lingual>) => void;
  /** What is wrong with a field of the lingual prescription, in words. */
  error: (path: string) => string | undefined;
  idOf: (field: string) => string;
};

export function Archwires({ value, onChange, error, idOf }: Props) {
  const { t } = useTranslation(['lingual', 'rx']);
  const sizes = useId();
  const rows = value.archwires ?? [];
  const set = (next: WireRow[], said?: string) => {
    onChange(withWires(next));
    if (said) announce(said);
  };
  const headed = ['arch', 'material', 'diameter', 'quantity', 'extraTorque'] as const;
  return (
    <>
      <datalist id={sizes}>
        {usualSizes.map(size => (
          <option key={size} value={size} />
        ))}
      </datalist>
      {rows.length === 0 ? (
        <p className={`t-2 ${styles.add}`}>{t('lingual:wires.none')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.wires}>
            <thead>
              <tr>
                <th scope="col">{t('lingual:wires.number')}</th>
                {headed.map(field => (
                  <th key={field} scope="col">
                    {t(`rx:field.archwire.${field}`)}
                  </th>
                ))}
                <th scope="col">
                  <span className="visually-hidden">{t('lingual:wires.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike, and each has only its place
                <Row key={at} {...{ rows, row, at, set, sizes, error, idOf }} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div id={idOf('archwires')} className={styles.add}>
        <Button icon={<Plus />} disabled={isFull(rows)} onPress={() => set(added(rows))}>
          {t('lingual:wires.add')}
        </Button>
        {rows.length === 0 && (
          <Button variant="quiet" onPress={() => set(usualRows())}>
            {t('lingual:wires.usual')}
          </Button>
        )}
        <span className={styles.count}>{t('lingual:wires.sets', { count: setsOf(rows) })}</span>
      </div>
      <Consent {...{ value, onChange, error, idOf }} />
    </>
  );
}

type RowProps = Pick<Props, 'error' | 'idOf'> & {
  rows: readonly WireRow[];
  row: WireRow;
  at: number;
  set: (rows: WireRow[], said?: string) => void;
  sizes: string;
};

function Row({ rows, row, at, set, sizes, error, idOf }: RowProps) {
  const { t } = useTranslation(['lingual', 'rx']);
  const n = at + 1;
  const field = (name: keyof WireRow) => ({
    id: idOf(`archwires.${at}.${name}`),
    label: t('lingual:wires.field', { n, field: t(`rx:field.archwire.${name}`) }),
    hideLabel: true,
    size: 'compact' as const,
    error: error(`archwires.${at}.${name}`),
  });
  const change = (patch: Partial<WireRow>) => set(changed(rows, at, patch));
  const words = (list: 'arch' | 'wireMaterial') =>
    options[list].map(key => ({ value: key, label: t(optionWord(list, key)) }));
  const arches: { value: WireRow['arch']; label: string }[] = words('arch') as never;
  const materials: { value: WireRow['material']; label: string }[] = words('wireMaterial') as never;
  return (
    <tr>
      <td>{n}</td>
      <td>
        <Select {...field('arch')} value={row.arch} onChange={arch => change({ arch })} options={arches} />
      </td>
      <td>
        <Select
          {...field('material')}
          value={row.material}
          onChange={material => change({ material })}
          options={materials}
        />
      </td>
      <td className={styles.sized}>
        <TextField
          {...field('diameter')}
          numeric
          list={sizes}
          maxLength={20}
          value={row.diameter}
          onChange={diameter => change({ diameter })}
          onBlur={() => change({ diameter: readWireSize(row.diameter) })}
        />
      </td>
      <td className={styles.few}>
        <NumberField
          {...field('quantity')}
          min={1}
          max={limits.archwireQuantity}
          value={row.quantity ?? 1}
          onChange={quantity =>
            change({ quantity: quantity === null || quantity === 1 ? undefined : quantity })
          }
        />
      </td>
      <td className={styles.few}>
        <NumberField
          {...field('extraTorque')}
          min={wireTorque.min}
          max={wireTorque.max}
          step={1}
          unit={t('lingual:unit.deg')}
          value={row.extraTorque ?? null}
          onChange={extraTorque => change({ extraTorque: extraTorque ?? undefined })}
        />
      </td>
      <td>
        <IconButton
          size="small"
          label={t('lingual:wires.up', { n })}
          icon={<ArrowUp />}
          disabled={at === 0}
          onPress={() => set(shifted(rows, at, -1), t('lingual:wires.moved', { n, to: n - 1 }))}
        />
        <IconButton
          size="small"
          label={t('lingual:wires.down', { n })}
          icon={<ArrowDown />}
          disabled={at === rows.length - 1}
          onPress={() => set(shifted(rows, at, 1), t('lingual:wires.moved', { n, to: n + 1 }))}
        />
        <IconButton
          size="small"
          label={t('lingual:wires.duplicate', { n })}
          icon={<CopyPlus />}
          disabled={isFull(rows)}
          onPress={() => set(duplicated(rows, at))}
        />
        <IconButton
          size="small"
          label={t('lingual:wires.remove', { n })}
          icon={<Trash2 />}
          onPress={() => set(removed(rows, at), t('lingual:wires.removed', { n }))}
        />
      </td>
    </tr>
  );
}

/** More sets than are free: what that means, and the doctor's consent. */
function Consent({ value, onChange, error, idOf }: Props) {
  const { t } = useTranslation('lingual');
  const rows = value.archwires ?? [];
  if (!costsExtra(rows)) return null;
  const free = limits.archwireSetsFree;
  return (
    <div id={idOf('surchargeAccepted')} className={styles.consent}>
      <Banner tone="warn" title={t('wires.extraTitle', { free })}>
        {t('wires.extra', { sets: setsOf(rows), count: setsOf(rows) - free })}
      </Banner>
      <Checkbox
        checked={value.surchargeAccepted === true}
        onChange={on => onChange({ surchargeAccepted: on || undefined })}
        error={error('surchargeAccepted')}
      >
        {t('wires.accept', { count: setsOf(rows) - free })}
      </Checkbox>
    </div>
  );
}
