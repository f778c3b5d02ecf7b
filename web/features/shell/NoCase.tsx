import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** No such case for this person. */
export function NoCase() {
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
