/** Button that downloads the order form as PDF, or shows why it fails. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasClinicalInfo } from '#events/case/draft.ts';
import type { CaseView } from '#projections/case/view.ts';
import { ApiError } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { announceToScreenReaders } from '#web/ui/live-region.tsx';
import { toast } from '#web/ui/toast.tsx';

/** The catalogue's text for a failed download; errors with a reason show the server's message. */
const failed = 'error:103006';
const hasReason = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.http >= 400 && error.http < 500 && error.message !== '';

export function OrderPdf({ view }: { view: CaseView }) {
  const { t } = useTranslation(['order', 'error']);
  const [pending, setPending] = useState(false);
  const { caseId, header, asOf, sections } = view;
  const { patient = {}, diagnosis = {}, prescription = {}, markers = {}, data = {} } = sections;
  const known = hasClinicalInfo({ patient, diagnosis, prescription, markers, data });
  const save = async () => {
    setPending(true);
    announceToScreenReaders(t('order:making'));
    const then = asOf === null ? '' : `?asOf=${encodeURIComponent(header.position)}`;
    try {
      await download(`/cases/${encodeURIComponent(caseId)}/order.pdf${then}`, `${caseId}-order.pdf`);
    } catch (error) {
      toast({ text: hasReason(error) ? error.message : t(failed), tone: 'danger' });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      size="small"
      icon={<Download />}
      pending={pending}
      disabledReason={known ? undefined : t('error:102026')}
      onPress={() => void save()}
    >
      {t('order:download')}
    </Button>
  );
}
