import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Shown if the case does not exist or this person may not see it. */
export function CaseNotFound() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <EmptyState
        page
        title={t('error:103001')}
        action={<LinkButton href="/caseList">{t('shell:toCases')}</LinkButton>}
      >
        {t('shell:noCase')}
      </EmptyState>
    </div>
  );
}
