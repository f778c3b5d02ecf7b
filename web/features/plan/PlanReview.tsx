/** /schemeApproveWidget: the plan under review, by the expert and then by the doctor. */
import { VersionReview } from './VersionReview.tsx';

export function PlanReview({ caseId, go }: { caseId: string; go: (href: string) => void }) {
  return (
    <VersionReview
      key={caseId}
      caseId={caseId}
      list="plans"
      actions={['qualityAudit', 'confirmDoctor']}
      onDone={() => go(`/caseDetail?id=${caseId}`)}
    />
  );
}
