/** Menu entries for a batch's labels and packing list. */
import type { TFunction } from 'i18next';
import type { MenuItemData } from '#web/ui/menu.tsx';

export const trayDocumentLinks = (
  caseId: string,
  of: 'batches' | 'trays',
  number: number,
  t: TFunction,
): MenuItemData[] =>
  (['labels', 'packing'] as const).map(paper => ({
    id: paper,
    label: t(`shop:paper.${paper}`),
    href: `/api/cases/${encodeURIComponent(caseId)}/${of}/${number}/${paper}.pdf`,
    // Opens in a new tab: the paper is a file, not a page of the app.
    target: '_blank',
  }));
