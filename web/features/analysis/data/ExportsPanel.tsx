/** The person's exports, and the form that starts one. */
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function ExportsPanel() {
  const { t } = useTranslation('analysis');
  return (
    <Panel title={t('data.exports')}>
      <EmptyState title={t('data.none')}>{t('data.noneHow')}</EmptyState>
    </Panel>
  );
}
