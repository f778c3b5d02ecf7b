/** The button "Share" at a version of a plan, for people who may create links. */
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { Button } from '#web/ui/button.tsx';
import { shareLinksQuery } from './share-links.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

type Props = { view: CaseView; list: 'plans' | 'targets'; version: number; primary?: boolean };

export function ShareButton({ view, list, version, primary = false }: Props) {
  const { t } = useTranslation('share');
  const [open, setOpen] = useState(false);
  const now = view.asOf === null && view.pages.planLinks === 'open';
  const { data } = useQuery({ ...shareLinksQuery(view.caseId), enabled: now });
  const makes = data?.makes ?? [];
  if (!now || makes.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        variant={primary ? 'primary' : 'outline'}
        icon={<Share2 />}
        onPress={() => setOpen(true)}
      >
        {primary ? t('shareThis', { version }) : t('share')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ShareDialog
            view={view}
            list={list}
            version={version}
            makes={makes}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
