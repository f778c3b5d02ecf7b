import type { ReactNode } from 'react';
import { ChangedDot } from './chip.tsx';
import { cx } from './class-names.ts';
import styles from './key-values.module.css';

type KeyValue = {
  key?: string;
  label: ReactNode;
  value: ReactNode;
  /** Screen-reader text of the coral dot: differs from the preset, or from last time. */
  changed?: string | false;
};

type Props = {
  items: readonly KeyValue[];
  columns?: 1 | 2;
  /** Width of the labels: any CSS length. */
  labelWidth?: string;
};

/** Label–value pairs: label in grey, value in ink. */
export function KeyValueList({ items, columns = 1, labelWidth }: Props) {
  if (columns === 1) return <List items={items} labelWidth={labelWidth} />;
  const half = Math.ceil(items.length / 2);
  return (
    <div className={styles.columns}>
      <List items={items.slice(0, half)} labelWidth={labelWidth} />
      <List items={items.slice(half)} labelWidth={labelWidth} />
    </div>
  );
}

function List({ items, labelWidth }: Props) {
  return (
    <dl className={styles.list} style={labelWidth ? { ['--label' as string]: labelWidth } : undefined}>
      {items.map(({ key, label, value, changed }, at) => (
        <Fact key={key ?? String(at)} label={label} value={value} changed={changed} />
      ))}
    </dl>
  );
}

function Fact({ label, value, changed }: Omit<KeyValue, 'key'>) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={cx(changed && styles.changed)}>
        {changed && <ChangedDot label={changed} />}
        {value}
      </dd>
    </>
  );
}
