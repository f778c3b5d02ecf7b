/** The section "wear" of a case page. */
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { Panel } from '#web/ui/panel.tsx';
import { WearRecordContent } from './WearRecordContent.tsx';

export function WearSection({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation('case');
  return (
    <Panel id="wear" title={t('page.wear')}>
      <WearRecordContent view={view} past={past} />
    </Panel>
  );
}
