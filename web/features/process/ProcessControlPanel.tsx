/** Process control on the case page: treatment records compared with the plan, and the chairside log. */
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { useSendAction } from '#web/features/actionForm/useSendAction.ts';
import { useToday } from '#web/lib/useToday.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { sortNewestFirst } from './newest-first.ts';
import styles from './process.module.css';
import { TreatmentRecord } from './TreatmentRecord.tsx';
import { Visits } from './Visits.tsx';

const VisitForm = lazy(() => import('./VisitForm.tsx').then(m => ({ default: m.VisitForm })));
const ProcessForm = lazy(() => import('./dialogs.tsx').then(m => ({ default: m.ProcessActionForm })));

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
      {sortNewestFirst(view.records).map(record => (
        <TreatmentRecord key={record.record} view={view} record={record} past={past} />
      ))}
    </ul>
  );
}

const forms = [
  { action: 'recordProcess', Form: ProcessForm },
  { action: 'recordVisit', Form: VisitForm },
] as const;

/** The panel of a case with its process records and visits, and the forms for new ones. */
export function ProcessControlPanel({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['process', 'case']);
  const [open, setOpen] = useState<(typeof forms)[number]['action'] | null>(null);
  const send = useSendAction(view.caseId);
  const today = useToday(view.zone);
  const close = () => setOpen(null);
  return (
    <Panel
      id="processControl"
      title={t('case:page.processControl')}
      count={view.records.length || undefined}
      action={forms.map(
        ({ action }) =>
          !past &&
          view.may[action] === 'yes' && (
            <Button key={action} size="small" icon={<Plus />} onPress={() => setOpen(action)}>
              {t(`case:action.${action}`)}
            </Button>
          ),
      )}
    >
      <Records view={view} past={past} />
      <Visits view={view} past={past} today={today} />
      {forms.map(
        ({ action, Form }) =>
          open === action && (
            <Suspense key={action} fallback={null}>
              <Form
                view={view}
                today={today}
                send={send}
                action={action}
                caseId={view.caseId}
                detail={view}
                onClose={close}
              />
            </Suspense>
          ),
      )}
    </Panel>
  );
}
