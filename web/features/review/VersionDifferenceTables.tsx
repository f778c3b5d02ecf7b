/** The differences of two versions: teeth, stages, reductions and attachments. */
import { useTranslation } from 'react-i18next';
import { movementAxes, unitOfAxis } from '#events/plan/movement.ts';
import {
  type AttachmentDifference,
  type IprDifference,
  type ToothMovementDifference,
  type VersionDifference,
  versionTolerances,
} from '#events/plan/version-difference.ts';
import { type Fdi, parseContact } from '#events/tooth/fdi.ts';
import { jumpToTooth } from '#web/features/viewer/jump-to-tooth.ts';
import { player } from '#web/features/viewer/player.ts';
import { measuredNumberText, signedNumberText } from './request-text.ts';
import styles from './review.module.css';

function Teeth({ found, only }: { found: VersionDifference; only: boolean }) {
  const { t } = useTranslation(['review', 'viewer']);
  const rows = found.teeth.filter(row => row.changed || !only);
  if (rows.length === 0) return null;
  return (
    <table className={styles.goals}>
      <caption className="visually-hidden">{t('review:difference.teeth')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('review:difference.tooth')}</th>
          {movementAxes.map(axis => (
            <th key={axis} scope="col" title={t(`viewer:axisLong.${axis}`)}>
              {t(`viewer:axis.${axis}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Goal key={row.tooth} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** The difference in a tooth's goal. */
function Goal({ row: { tooth, by } }: { row: ToothMovementDifference }) {
  const { t } = useTranslation('viewer');
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles.what}
          aria-label={t('showTooth', { tooth })}
          onClick={() => jumpToTooth(tooth, player.last())}
        >
          <b className="num">{tooth}</b>
        </button>
      </th>
      {movementAxes.map(axis => {
        const unit = unitOfAxis(axis);
        return (
          <td key={axis} data-same={Math.abs(by[axis]) <= versionTolerances[unit] ? '' : undefined}>
            {signedNumberText(by[axis], unit)}
            {unit === 'deg' ? '°' : ''}
          </td>
        );
      })}
    </tr>
  );
}

/** A line that shows its tooth in the picture when pressed. */
function Jump({
  tooth,
  stage,
  children,
}: {
  tooth: Fdi | undefined;
  stage: number | null | undefined;
  children: string;
}) {
  if (tooth === undefined) return children;
  return (
    <button type="button" className={styles.jump} onClick={() => jumpToTooth(tooth, stage ?? undefined)}>
      {children}
    </button>
  );
}

function Stages({ found }: { found: VersionDifference }) {
  const { t } = useTranslation('review');
  const rows = (['upper', 'lower'] as const).filter(
    row => found.stages[row].before !== found.stages[row].now,
  );
  const teeth = [
    ...(found.teethAdded.length > 0
      ? [t('difference.teethAdded', { teeth: found.teethAdded.join(', ') })]
      : []),
    ...(found.teethGone.length > 0 ? [t('difference.teethGone', { teeth: found.teethGone.join(', ') })] : []),
  ];
  const lists = [
    {
      title: t('difference.stages'),
      lines: rows.map(row =>
        t('difference.stagesOf', { arch: t(`difference.${row}`), ...found.stages[row] }),
      ),
    },
    { title: t('difference.presence'), lines: teeth },
  ];
  return lists
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => (
      <section key={title}>
        <h3 className="eyebrow">{title}</h3>
        <ul className={`${styles.plainList} num`}>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    ));
}

function Reductions({ ipr }: { ipr: readonly IprDifference[] }) {
  const { t } = useTranslation('review');
  if (ipr.length === 0) return null;
  const at = (mm: number | null, stage: number | null) =>
    mm === null
      ? t('difference.noneShort')
      : t('difference.iprAt', { mm: measuredNumberText(mm, 'mm'), stage });
  return (
    <section>
      <h3 className="eyebrow">{t('difference.ipr')}</h3>
      <ul className={`${styles.plainList} num`}>
        {ipr.map(({ contact, before, now, beforeStage, nowStage }) => (
          <li key={contact}>
            <Jump tooth={parseContact(contact)?.[0]} stage={nowStage}>
              {t('difference.iprLine', { contact, before: at(before, beforeStage), now: at(now, nowStage) })}
            </Jump>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attachments({ list }: { list: readonly AttachmentDifference[] }) {
  const { t } = useTranslation(['review', 'rx']);
  if (list.length === 0) return null;
  return (
    <section>
      <h3 className="eyebrow">{t('difference.attachments')}</h3>
      <ul className={styles.plainList}>
        {list.map(({ tooth, how, before, now }) => {
          const one = now ?? before;
          const type = t(`rx:option.attachmentType.${one?.type}`);
          const words = { tooth, type, from: one?.from, to: one?.to };
          return (
            <li key={`${tooth} ${how} ${one?.type} ${one?.at.join()}`}>
              <Jump tooth={tooth} stage={one?.from}>
                {t(`difference.${how}`, words)}
              </Jump>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function VersionDifferenceTables({ found, only }: { found: VersionDifference; only: boolean }) {
  const { t } = useTranslation('review');
  return (
    <div className={styles.difference}>
      {found.same && (
        <p className={styles.quiet}>
          {t('difference.none')}{' '}
          {t('difference.noneHow', { mm: versionTolerances.mm, deg: versionTolerances.deg })}
        </p>
      )}
      <Teeth found={found} only={only} />
      <Stages found={found} />
      <Reductions ipr={found.ipr} />
      <Attachments list={found.attachments} />
    </div>
  );
}
