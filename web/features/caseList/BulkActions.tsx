/** Actions on all selected cases: a button, a menu with the others, and a dialog that shows the progress. */
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { formNameOfAction } from '#web/features/action/ActionHost.tsx';
import type { ActionableCase } from '#web/features/actionForm/action-host.ts';
import { destructiveActions } from '#web/features/actionForm/destructive-actions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { commonBulkActions } from './bulk-actions.ts';
import styles from './caseList.module.css';
import type { BulkActionState, BulkRun } from './useBulkAction.ts';

const NoteForm = lazy(() =>
  import('#web/features/actionForm/NoteForm.tsx').then(m => ({ default: m.NoteForm })),
);
const CaseForm = lazy(() =>
  import('#web/features/action/dialogs.tsx').then(m => ({ default: m.CaseActionForm })),
);

type Props = { items: readonly ActionableCase[]; bulk: BulkActionState };

export function BulkActions({ items, bulk }: Props) {
  const { t } = useTranslation(['caseList', 'case', 'action']);
  const [asked, setAsked] = useState<Action | null>(null);
  const all = commonBulkActions(items);
  // Destructive actions are only in the menu, safe from a stray press.
  const first = all.find(action => !destructiveActions.includes(action));
  const others = all.filter(action => action !== first);
  const Form = asked && formNameOfAction(asked) === 'CaseForm' ? CaseForm : NoteForm;
  return (
    <>
      {first && (
        <Button size="small" onPress={() => setAsked(first)}>
          {t(`case:action.${first}`)}
        </Button>
      )}
      {all.length === 0 && <span className="t-small t-2">{t('caseList:bulk.none')}</span>}
      {others.length > 0 && (
        <Menu
          label={t('caseList:bulk.more')}
          placement="top start"
          trigger={{ size: 'small' }}
          items={others.map(action => ({
            id: action,
            label: t(`case:action.${action}`),
            danger: destructiveActions.includes(action),
            onPress: () => setAsked(action),
          }))}
        />
      )}
      {asked && (
        <Suspense fallback={null}>
          <Form
            action={asked}
            caseId={t('caseList:selected', { count: items.length })}
            detail={undefined}
            send={async (action, input) => {
              void bulk.start(
                action,
                items.map(item => item.caseId),
                input,
              );
              return null;
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}

type RunningProps = Pick<BulkActionState, 'stop' | 'undo' | 'close'> & { run: BulkRun };

export function BulkActionProgress({ bulk }: { bulk: BulkActionState }) {
  const { run, stop, undo, close } = bulk;
  return run && <Running run={run} stop={stop} undo={undo} close={close} />;
}

function Running({ run: { action, total, outcomes, isOver }, stop, undo, close }: RunningProps) {
  const { t } = useTranslation(['caseList', 'case', 'action']);
  const [stopping, setStopping] = useState(false);
  const done = outcomes.filter(one => one.state === 'done').length;
  const refused = outcomes.flatMap(one => (one.state === 'refused' ? [one] : []));
  const left = outcomes.filter(one => one.state === 'left').map(one => one.caseId);
  const word = t(`case:action.${action}`);
  return (
    <Dialog
      open
      size="small"
      title={word}
      dismissable={isOver}
      onClose={close}
      actions={
        isOver ? (
          <>
            {undo && <Button onPress={undo}>{t('caseList:bulk.undo', { count: done })}</Button>}
            <Button variant="primary" onPress={close}>
              {t('caseList:bulk.close')}
            </Button>
          </>
        ) : (
          <Button
            pending={stopping}
            onPress={() => {
              setStopping(true);
              stop();
            }}
          >
            {t('caseList:bulk.stop')}
          </Button>
        )
      }
    >
      <div className={styles.bulk}>
        <ProgressBar
          label={t('caseList:bulk.progress', { n: outcomes.length - left.length, total })}
          value={(100 * (outcomes.length - left.length)) / total}
        />
        {isOver && <p role="status">{t('caseList:bulk.done', { action: word, count: done })}</p>}
        {refused.length > 0 && (
          <section>
            <h3>{t('caseList:bulk.refused', { count: refused.length })}</h3>
            <ul>
              {refused.map(({ caseId, why }) => (
                <li key={caseId}>
                  <b className="num">{caseId}</b> {why}
                </li>
              ))}
            </ul>
          </section>
        )}
        {left.length > 0 && (
          <p>
            {t('caseList:bulk.left', { count: left.length })} <span className="num">{left.join(' ')}</span>
          </p>
        )}
      </div>
    </Dialog>
  );
}
