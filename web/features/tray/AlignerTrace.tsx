/** Every aligner as a cell coloured by its state; selecting one shows its batch, parcel and plan. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { dayOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { type AlignerWhereabouts, type Arch, arches, traceAligners, trayStates } from './aligner-trace.ts';
import styles from './tray.module.css';

type Chosen = { arch: Arch; stage: number };
type Props = { view: CaseView; onOrder: ((of: Chosen) => void) | null };

/** The facts of one aligner in chronological order. */
function useSaid(): (one: AlignerWhereabouts) => string[] {
  const { t } = useTranslation(['shop', 'rx']);
  return ({ state, batch, parcel, again }) => {
    const made = parcel ?? batch;
    const sent = parcel && {
      courier: t(`rx:option.courier.${parcel.courier}`),
      number: parcel.trackingNumber,
      at: dayOf(parcel.at),
      name: parcel.by.name,
    };
    return [
      ...(parcel?.receivedAt ? [] : [t(`shop:state.${state}`)]),
      ...(made ? [t('shop:label.batches', { number: made.batch })] : []),
      ...(parcel && sent ? [t('shop:trace.sent', { shipment: parcel.shipment, ...sent })] : []),
      ...(parcel?.receivedAt
        ? [
            t('shop:trace.received', {
              at: dayOf(parcel.receivedAt),
              name: parcel.receivedBy ? actorName(parcel.receivedBy, t) : '',
            }),
          ]
        : []),
      ...again.map(tray =>
        t('shop:trace.again', { number: tray.tray, state: t(`shop:trayState.${tray.status}`) }),
      ),
    ];
  };
}

function Detail({
  view,
  one,
  onOrder,
}: {
  view: CaseView;
  one: AlignerWhereabouts;
  onOrder: Props['onOrder'];
}) {
  const { t } = useTranslation('shop');
  const said = useSaid();
  const under = one.again.some(tray => tray.status !== 'received');
  return (
    <div className={styles.detail}>
      <p>
        <strong>{t(`mark.${one.arch}`, { stage: one.stage })}</strong> · {said(one).join(' · ')}
        {one.bundle && (
          <>
            {' · '}
            <Link
              className="link"
              href={`/eSetThreeDView?id=${view.caseId}${one.version === null ? '' : `&version=${one.version}`}&stage=${one.stage}`}
            >
              {t('trace.plan', {
                version: one.version === null ? '' : `v${one.version}`,
                hash: formatShortHash(one.bundle),
              })}
            </Link>
          </>
        )}
      </p>
      {onOrder && one.parcel && !under && (
        <Button size="small" onPress={() => onOrder({ arch: one.arch, stage: one.stage })}>
          {t('again.this')}
        </Button>
      )}
    </div>
  );
}

export function AlignerTrace({ view, onOrder }: Props) {
  const { t } = useTranslation('shop');
  const [chosen, choose] = useState<Chosen | null>(null);
  const rows = arches
    .map(arch => ({ arch, all: traceAligners(view, arch) }))
    .filter(({ all }) => all.length > 0);
  if (rows.length === 0) return null;
  const one = chosen && rows.find(r => r.arch === chosen.arch)?.all[chosen.stage - 1];
  const used = trayStates.filter(state => rows.some(({ all }) => all.some(tray => tray.state === state)));
  return (
    <div className={styles.trace}>
      {rows.map(({ arch, all }) => (
        <fieldset key={arch} className={styles.row}>
          <legend>{t(`arch.${arch}`)}</legend>
          <div className={styles.cells}>
            {all.map(({ stage, state, again }) => (
              <label
                key={stage}
                className={styles.cell}
                data-state={state}
                data-again={again.some(tray => tray.status !== 'received') || undefined}
              >
                <input
                  type="radio"
                  name={`trace-${view.caseId}`}
                  checked={chosen?.arch === arch && chosen.stage === stage}
                  onChange={() => choose({ arch, stage })}
                  aria-label={`${stage} ${t(`arch.${arch}`)}, ${t(`state.${state}`)}`}
                />
                {stage}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <ul className={styles.legend} aria-hidden="true">
        {used.map(state => (
          <li key={state}>
            <i className={styles.cell} data-state={state} />
            {t(`state.${state}`)}
          </li>
        ))}
      </ul>
      <div aria-live="polite">
        {one ? (
          <Detail view={view} one={one} onOrder={onOrder} />
        ) : (
          <p className="t-2 t-small">{t('trace.how')}</p>
        )}
      </div>
    </div>
  );
}
