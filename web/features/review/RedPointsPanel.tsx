/**
 * The red points that an approval must acknowledge, one tick each; points of one kind also have a common
 * tick.
 */
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { groupRedItems } from './red-groups.ts';
import { type RedItem, toggleAcknowledged } from './red-items.ts';
import styles from './review.module.css';

export const redPointsPanelId = 'red';

type Props = {
  items: readonly RedItem[];
  /** Further facts, in grey; they need no acknowledgement. */
  notes: readonly string[];
  taken: ReadonlySet<string>;
  onChange: (taken: ReadonlySet<string>) => void;
};

export function RedPointsPanel({ items, notes, taken, onChange }: Props) {
  const { t } = useTranslation('review');
  const said = notes.map(note => (
    <p key={note} className="t-small t-2">
      {note}
    </p>
  ));
  if (items.length === 0) return said;
  const take = (some: readonly RedItem[], on: boolean) => onChange(toggleAcknowledged(taken, some, on));
  const line = (item: RedItem) => (
    <li key={item.key}>
      <Checkbox checked={taken.has(item.key)} onChange={on => take([item], on)}>
        {item.text}
      </Checkbox>
    </li>
  );
  const done = items.filter(({ key }) => taken.has(key)).length;
  return (
    <Panel
      title={t('red.title')}
      count={`${done} / ${items.length}`}
      id={redPointsPanelId}
      className={styles.red}
      unfolded
    >
      <ul className={styles.redList}>
        {groupRedItems(items).map(({ kind, items: some }) => {
          if (!kind) return some.map(line);
          const ticked = some.filter(({ key }) => taken.has(key)).length;
          return (
            <li key={kind}>
              <Checkbox
                checked={ticked === some.length}
                indeterminate={ticked > 0 && ticked < some.length}
                onChange={on => take(some, on)}
              >
                <span className="t-strong">{t(`red.all.${kind}`, { count: some.length })}</span>
              </Checkbox>
              <ul className={styles.redList}>{some.map(line)}</ul>
            </li>
          );
        })}
      </ul>
      {said}
      {items.some(({ key }) => key.startsWith('collision:')) && (
        <p className="t-small t-2">{t('red.measured')}</p>
      )}
    </Panel>
  );
}
