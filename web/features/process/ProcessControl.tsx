/** Process control on the case's page: records of the treatment beside the plan, and the chairside log. */
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { dayOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './process.module.css';
import { Record } from './Record.tsx';
import { useSend } from './send.ts';

const RecordForm = lazy(() => import('./RecordForm.tsx').then(m => ({ default: m.RecordForm })));

/** The newest day first; of one day what was recorded last. */
export const newestFirst = <T extends { date: string; at: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => b.date.localeCompare(a.date) || b.at.localeCompare(a.at));

function Records({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation('process');
  if (view.records.length === 0)
    return (
      <EmptyState title={t('emptyRecords')} arch={false}>
        {t(view.may.recordProcess === 'yes' && !past ? 'emptyRecordsHow' : 'emptyRecordsWho')}
      </EmptyState>
    );
  return (
    <ul className={styles.records}>
      {newestFirst(view.records).map(record => (
        <Record key={record.record} view={view} record={record} past={past} />
      ))}
    </ul>
  );
}

export function ProcessControl({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['process', 'case']);
  const [open, setOpen] = useState<'recordProcess' | null>(null);
  const send = useSend(view.caseId);
  const today = dayOf(useNow());
  const may = (action: 'recordProcess' | 'recordVisit') => !past && view.may[action] === 'yes';
  const close = () => setOpen(null);
  return (
    <Panel
      id="processControl"
      title={t('case:page.processControl')}
      count={view.records.length || undefined}
      action={
        may('recordProcess') && (
          <Button size="small" icon={<Plus />} onPress={() => setOpen('recordProcess')}>
            {t('case:action.recordProcess')}
          </Button>
        )
      }
    >
      <Records view={view} past={past} />
      {open && (
        <Suspense fallback={null}>
          <RecordForm
            {...{ view, today, send }}
            action="recordProcess"
            caseId={view.caseId}
            detail={view}
            onClose={close}
          />
        </Suspense>
      )}
    </Panel>
  );
}
