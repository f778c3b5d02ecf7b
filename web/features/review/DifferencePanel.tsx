/** The changes of this version since an earlier one, in numbers; pressing a tooth shows it. */
import { useAtomValue } from 'jotai/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movementAxes, unitOfAxis } from '#events/plan/movement.ts';
import {
  type AttachmentDifference,
  type ReductionDifference,
  type ToothDifference,
  type VersionDifference,
  versionDifference,
  versionTolerances,
} from '#events/plan/version-difference.ts';
import { type Fdi, parseContact } from '#events/tooth/fdi.ts';
import { jumpToTooth } from '#web/features/viewer/jump-to-tooth.ts';
import { comparedVersionAtom, comparisonMode, comparisonReference } from '#web/features/viewer/layers.ts';
import { player } from '#web/features/viewer/player.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { numberText, signedText } from './request-text.ts';
import styles from './review.module.css';
import type { ReviewProps } from './review-props.ts';

type Props = ReviewProps & {
  /** Number of the version in `previous`; default: the version before. */
  previousVersion?: number;
  /** `previous` is the version that this person last looked at. */
  looked?: boolean;
};

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
function Goal({ row: { tooth, by } }: { row: ToothDifference }) {
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
            {signedText(by[axis], unit)}
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

function Reductions({ ipr }: { ipr: readonly ReductionDifference[] }) {
  const { t } = useTranslation('review');
  if (ipr.length === 0) return null;
  const at = (mm: number | null, stage: number | null) =>
    mm === null ? t('difference.noneShort') : t('difference.iprAt', { mm: numberText(mm, 'mm'), stage });
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

function Found({ found, only }: { found: VersionDifference; only: boolean }) {
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

/** Shows the earlier version next to this one in the picture, at the same stage. */
function SideBySide({ version }: { version: number }) {
  const { t } = useTranslation('review');
  const how = useAtomValue(comparisonMode);
  const against = useAtomValue(comparedVersionAtom);
  if (how === 'beside' && against === version) return null;
  return (
    <Button
      size="small"
      onPress={() => {
        screenStore.set(comparisonReference, { version, stage: 'same' });
        screenStore.set(comparisonMode, 'beside');
      }}
    >
      {t('difference.beside')}
    </Button>
  );
}

export function DifferencePanel({ view, list, version, bundle, previous, previousVersion, looked }: Props) {
  const { t } = useTranslation('review');
  const [only, setOnly] = useState(true);
  const found = useMemo(
    () => (bundle && previous ? versionDifference(previous, bundle) : null),
    [bundle, previous],
  );
  const before = previousVersion ?? view[list].findLast(p => p.version < version)?.version;
  const from = before === undefined ? undefined : t('difference.from', { before, now: version });
  return (
    <Panel
      title={t('difference.title')}
      id="difference"
      note={from}
      action={
        found && (
          <Switch checked={only} onChange={setOnly}>
            {t('difference.only')}
          </Switch>
        )
      }
    >
      {found ? (
        <>
          {looked && <p className="t-small t-2">{t('difference.looked')}</p>}
          {before !== undefined && <SideBySide version={before} />}
          <Found found={found} only={only} />
        </>
      ) : (
        <p className="t-2">{t(before === undefined ? 'difference.first' : 'difference.unreadable')}</p>
      )}
    </Panel>
  );
}
