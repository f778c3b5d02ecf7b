/** One row of the archwire table. */
import { ArrowDown, ArrowUp, CopyPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { options } from '#events/case/options.ts';
import { wireTorqueLimits } from '#events/lingual/measures.ts';
import { optionTextKey } from '#web/case/option-lists.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx';
import styles from './lingual.module.css';
import { parseNumberWithin } from './sheet.ts';
import {
  changeWire,
  duplicateWire,
  isWireTableFull,
  parseWireSize,
  removeWire,
  type WireRow,
} from './wire-rows.ts';

const quantities = Array.from({ length: limits.archwireQuantity }, (_, i) => ({
  value: String(i + 1),
  label: String(i + 1),
}));

type Props = {
  error: (path: string) => string | undefined;
  idOf: (field: string) => string;
  rows: readonly WireRow[];
  row: WireRow;
  at: number;
  set: (rows: WireRow[], said?: string) => void;
  shift: (at: number, by: 1 | -1) => void;
  sizes: string;
};

export function ArchwireRow({ rows, row, at, set, shift, sizes, error, idOf }: Props) {
  const { t } = useTranslation(['lingual', 'rx']);
  const n = at + 1;
  const field = (name: keyof WireRow) => ({
    id: idOf(`archwires.${at}.${name}`),
    label: t('lingual:wires.field', { n, field: t(`rx:field.archwire.${name}`) }),
    hideLabel: true,
    size: 'compact' as const,
    error: error(`archwires.${at}.${name}`),
  });
  const change = (patch: Partial<WireRow>) => set(changeWire(rows, at, patch));
  const words = (list: 'arch' | 'wireMaterial') =>
    options[list].map(key => ({ value: key, label: t(optionTextKey(list, key)) }));
  const arches: { value: WireRow['arch']; label: string }[] = words('arch') as never;
  const materials: { value: WireRow['material']; label: string }[] = words('wireMaterial') as never;
  return (
    <tr>
      <td>{n}</td>
      <td className={styles.chosen}>
        <Select {...field('arch')} value={row.arch} onChange={arch => change({ arch })} options={arches} />
      </td>
      <td className={styles.chosen}>
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
          onBlur={() => change({ diameter: parseWireSize(row.diameter) })}
        />
      </td>
      <td className={styles.few}>
        <Select
          {...field('quantity')}
          value={String(row.quantity ?? 1)}
          onChange={quantity => change({ quantity: quantity === '1' ? undefined : Number(quantity) })}
          options={quantities}
        />
      </td>
      <td className={styles.few}>
        <TorqueField
          {...field('extraTorque')}
          value={row.extraTorque}
          onChange={extraTorque => change({ extraTorque })}
        />
      </td>
      <td>
        <IconButton
          size="small"
          label={t('lingual:wires.up', { n })}
          icon={<ArrowUp />}
          data-shift="-1"
          disabled={at === 0}
          onPress={() => shift(at, -1)}
        />
        <IconButton
          size="small"
          label={t('lingual:wires.down', { n })}
          icon={<ArrowDown />}
          data-shift="1"
          disabled={at === rows.length - 1}
          onPress={() => shift(at, 1)}
        />
        <IconButton
          size="small"
          label={t('lingual:wires.duplicate', { n })}
          icon={<CopyPlus />}
          disabled={isWireTableFull(rows)}
          onPress={() => set(duplicateWire(rows, at))}
        />
        <IconButton
          size="small"
          label={t('lingual:wires.remove', { n })}
          icon={<Trash2 />}
          onPress={() => set(removeWire(rows, at), t('lingual:wires.removed', { n }))}
        />
      </td>
    </tr>
  );
}

type TorqueProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  /** Torque in degrees, or the typed text if it is no torque. */
  value: number | string | undefined;
  onChange: (value: number | undefined) => void;
};

/**
 * The typed text as stored in the draft. An invalid torque is stored too: it is marked as wrong and moves
 * with its wire.
 */
function readTorque(text: string): number | string | undefined {
  const read = parseNumberWithin(wireTorqueLimits, text);
  if ('entry' in read) return read.entry;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

/** A field for degrees that keeps the typed text. */
function TorqueField({ value, onChange, error, ...field }: TorqueProps) {
  const { t } = useTranslation(['lingual', 'error']);
  const [typed, setTyped] = useState<{ text: string; entry: number | string | undefined }>();
  // Drops the typed text if another wire moved into this row.
  const text = typed && typed.entry === value ? typed.text : String(value ?? '');
  const reading = parseNumberWithin(wireTorqueLimits, text);
  const issue = error !== undefined && 'issue' in reading ? reading.issue : undefined;
  return (
    <TextField
      {...field}
      numeric
      maxLength={8}
      suffix={t('lingual:unit.deg')}
      value={text}
      error={issue ? t(`error:issue.${issue.issue}`, { ...issue.values }) : error}
      onChange={now => {
        const entry = readTorque(now);
        setTyped({ text: now, entry });
        // Cast at the boundary: a draft stores invalid input as typed, and its schema rejects it.
        onChange(entry as number | undefined);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
