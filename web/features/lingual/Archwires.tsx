/** Archwire sets, one row per wire. Sets beyond the free ones have a surcharge that must be accepted. */
import { Plus } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import type { LingualOrder } from '#events/lingual/schema.ts';
import { countWireSets, doWiresCostExtra, usualWireSizes } from '#events/lingual/wires.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { ArchwireRow } from './ArchwireRow.tsx';
import styles from './lingual.module.css';
import {
  addWire,
  isWireTableFull,
  moveWire,
  usualWireSequence,
  type WireRow,
  withArchwires,
} from './wire-rows.ts';

type Props = {
  value: Pick<LingualOrder, 'archwires' | 'surchargeAccepted'>;
  onChange: (patch: Partial<LingualOrder>) => void;
  /** The error of a field of the lingual prescription. */
  error: (path: string) => string | undefined;
  idOf: (field: string) => string;
};

export function Archwires({ value, onChange, error, idOf }: Props) {
  const { t } = useTranslation(['lingual', 'rx']);
  const sizes = useId();
  const rows = value.archwires ?? [];
  const body = useRef<HTMLTableSectionElement>(null);
  const set = (next: WireRow[], said?: string) => {
    onChange(withArchwires(next, rows));
    if (said) announceToScreenReaders(said);
  };
  /** Moves a wire together with the focus: rows stay in the DOM, their wires swap. */
  const shift = (at: number, by: 1 | -1) => {
    const to = at + by;
    set(moveWire(rows, at, by), t('lingual:wires.moved', { n: at + 1, to: to + 1 }));
    const buttons = [...(body.current?.rows[to]?.querySelectorAll<HTMLElement>('[data-shift]') ?? [])];
    const same = buttons.find(button => button.dataset.shift === String(by) && !button.matches(':disabled'));
    (same ?? buttons.find(button => !button.matches(':disabled')))?.focus();
  };
  const headed = ['arch', 'material', 'diameter', 'quantity', 'extraTorque'] as const;
  return (
    <>
      <datalist id={sizes}>
        {usualWireSizes.map(size => (
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
            <tbody ref={body}>
              {rows.map((row, at) => (
                <ArchwireRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal; only the index distinguishes them
                  key={at}
                  rows={rows}
                  row={row}
                  at={at}
                  set={set}
                  shift={shift}
                  sizes={sizes}
                  error={error}
                  idOf={idOf}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div id={idOf('archwires')} className={styles.add}>
        <Button icon={<Plus />} disabled={isWireTableFull(rows)} onPress={() => set(addWire(rows))}>
          {t('lingual:wires.add')}
        </Button>
        {rows.length === 0 && (
          <Button variant="quiet" onPress={() => set(usualWireSequence())}>
            {t('lingual:wires.usual')}
          </Button>
        )}
        <span className={styles.count}>{t('lingual:wires.sets', { count: countWireSets(rows) })}</span>
      </div>
      <Consent value={value} onChange={onChange} error={error} idOf={idOf} />
    </>
  );
}

/** The surcharge for more sets than are free, and the doctor's consent. */
function Consent({ value, onChange, error, idOf }: Props) {
  const { t } = useTranslation('lingual');
  const rows = value.archwires ?? [];
  if (!doWiresCostExtra(rows)) return null;
  const free = limits.archwireSetsFree;
  return (
    <div id={idOf('surchargeAccepted')} className={styles.consent}>
      <Banner tone="warn" title={t('wires.extraTitle', { free })}>
        {t('wires.extra', { sets: countWireSets(rows), count: countWireSets(rows) - free })}
      </Banner>
      <Checkbox
        checked={value.surchargeAccepted === true}
        onChange={on => onChange({ surchargeAccepted: on || undefined })}
        error={error('surchargeAccepted')}
      >
        {t('wires.accept', { count: countWireSets(rows) - free })}
      </Checkbox>
    </div>
  );
}
