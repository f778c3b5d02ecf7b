/** Tasks of the displayed aligner, in chairside order: reduce, bond, remove, check. */
import { useAtomValue } from 'jotai/react';
import { useTranslation } from 'react-i18next';
import { alignerTasksAt } from '#events/plan/aligner-tasks.ts';
import type { Attachment, PlanBundle } from '#events/plan/bundle.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { Panel } from '#web/ui/panel.tsx';
import styles from './viewer.module.css';
import { chosenToothAtom, shownStageAtom } from './viewer-state.ts';

function Teeth({ list }: { list: readonly Attachment[] }) {
  return list.map(({ tooth }, i) => (
    <span key={`${tooth}-${list[i]?.type}`}>
      {i > 0 && ' '}
      <Tooth tooth={tooth} />
    </span>
  ));
}

function Tooth({ tooth }: { tooth: Fdi }) {
  const { t } = useTranslation('viewer');
  return (
    <button
      type="button"
      className={styles.toothLink}
      aria-label={t('showTooth', { tooth })}
      onClick={() => screenStore.set(chosenToothAtom, tooth)}
    >
      {tooth}
    </button>
  );
}

/** Groups attachments of one type into a line, such as "bond 34, 44". */
function byType(list: readonly Attachment[]): [Attachment['type'], Attachment[]][] {
  const groups = new Map<Attachment['type'], Attachment[]>();
  for (const one of list) groups.set(one.type, [...(groups.get(one.type) ?? []), one]);
  return [...groups];
}

export function StageTasks({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation(['viewer', 'rx']);
  const stage = useAtomValue(shownStageAtom);
  const { ipr, bond, remove, check, cuts } = alignerTasksAt(bundle, stage);
  const nothing = ipr.length + bond.length + remove.length + check.length + cuts.length === 0;
  const span = (list: readonly Attachment[]) => {
    const to = Math.min(...list.map(one => one.to));
    return t('viewer:until', { stage: to });
  };
  return (
    <Panel title={stage === 0 ? t('viewer:start') : t('viewer:today', { stage })} unfolded>
      <ul className={styles.today}>
        {ipr.map(({ contact, mm }) => (
          <li key={contact} data-kind="ipr">
            <span>
              {t('viewer:todayIpr')} <b className="num">{contact.replace('-', '/')}</b>
            </span>
            <b className="num">{mm.toFixed(2).replace(/0$/, '')} mm</b>
          </li>
        ))}
        {byType(bond).map(([type, list]) => (
          <li key={`bond-${type}`} data-kind="attachment">
            <span>
              {t('viewer:todayBond')} <Teeth list={list} />{' '}
              <span className="t-2">{t(`rx:option.attachmentType.${type}`)}</span>
            </span>
            <span className="num t-2">{span(list)}</span>
          </li>
        ))}
        {remove.length > 0 && (
          <li data-kind="remove">
            <span>
              {t('viewer:todayRemove')} <Teeth list={remove} />
            </span>
          </li>
        )}
        {cuts.map(({ tooth, kind }) => (
          <li key={`${tooth}-${kind}`} data-kind="cut">
            <span>
              {t(`viewer:cut.${kind}`)} <Tooth tooth={tooth} />
            </span>
          </li>
        ))}
        {check.length > 0 && (
          <li data-kind="attachment" data-quiet="">
            <span>
              {t('viewer:todayCheck')} <Teeth list={check} />
            </span>
          </li>
        )}
        {nothing && <li data-quiet="">{t(stage === 0 ? 'viewer:nothingAtStart' : 'viewer:nothingToday')}</li>}
      </ul>
    </Panel>
  );
}
