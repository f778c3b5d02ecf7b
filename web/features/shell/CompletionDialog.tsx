import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { ActionHost } from '#web/features/action/ActionHost.tsx';
import { useActionHost } from '#web/features/actionForm/action-host.ts';
import { caseViewQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** /completeCaseWidget: opens the completion dialog of a case from its own address. */
export function CompleteCasePage({ caseId, go }: { caseId: string; go: (href: string) => void }) {
  const { t } = useTranslation('shell');
  const { data } = useQuery(caseViewQuery(caseId));
  return (
    <ActionHost onDone={() => go(`/caseDetail?id=${caseId}`)}>
      <div className="page">
        <h1 className="t-page">{t('title.complete')}</h1>
        {data && <Opener item={data.header} />}
      </div>
    </ActionHost>
  );
}

function Opener({ item }: { item: CaseListItem }) {
  const { t } = useTranslation(['shell', 'case']);
  const { run } = useActionHost();
  const open = item.actions.includes('complete');
  const opened = useRef(false);
  useEffect(() => {
    // Opens once: closing the dialog must not reopen it.
    if (!open || opened.current) return;
    opened.current = true;
    run('complete', item);
  }, [open, run, item]);
  return (
    <EmptyState
      title={`${item.caseId} ${item.patientName}`}
      action={
        <>
          {open && (
            <Button variant="primary" onPress={() => run('complete', item)}>
              {t('case:action.complete')}
            </Button>
          )}
          <LinkButton href={`/caseDetail?id=${item.caseId}`}>{t('shell:openCase')}</LinkButton>
        </>
      }
    >
      {open ? t('case:confirm.complete') : t('error:103012')}
    </EmptyState>
  );
}
