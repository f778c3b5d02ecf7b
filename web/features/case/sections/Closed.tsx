/** A section that holds nothing yet, or that is closed to this person: it says why, and what will be there. */
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CasePage } from '#events/case/pages.ts';
import { Panel } from '#web/ui/panel.tsx';

export function Closed({ page, reason }: { page: CasePage; reason: string | null }) {
  const { t } = useTranslation(['case', 'caseDetail']);
  return (
    <Panel
      id={page}
      title={t(`case:page.${page}`)}
      icon={reason ? <Lock size={16} aria-hidden="true" /> : undefined}
    >
      <p className="t-2">{reason ?? t(`caseDetail:empty.${page}`)}</p>
    </Panel>
  );
}
