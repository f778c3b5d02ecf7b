import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** A service that is not available online: the alternative, and a link to the service desk. */
export function NotOnlineYet({ page }: { page: string }) {
  const { t } = useTranslation('shell');
  return (
    <div className="page">
      <h1 className="t-page">{t(`later.${page}.title`)}</h1>
      <EmptyState
        title={t('later.notOpen')}
        action={
          <>
            <LinkButton href="/chat" variant="primary">
              {t('dock.none')}
            </LinkButton>
            <LinkButton href="/workbench">{t('nav.home')}</LinkButton>
            <LinkButton href="/caseList">{t('nav.cases')}</LinkButton>
            <LinkButton href="/userMessage">{t('menu.messages')}</LinkButton>
          </>
        }
      >
        {t(`later.${page}.holds`)}
      </EmptyState>
    </div>
  );
}
