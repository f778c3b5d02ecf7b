/** "Share", where a version of a plan is shown, for those who may make a link to it. */
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { Button } from '#web/ui/button.tsx';
import { shares } from './shares.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));

type Props = { view: CaseView; list: 'plans' | 'targets'; version: number; primary?: boolean };

export function ShareButton({ view, list, version, primary = false }: Props) {
  const { t } = useTranslation('share');
  const [open, setOpen] = useState(false);
  const now = view.asOf === null && view.pages.planLinks === 'open';
  const { data } = useQuery({ ...shares(view.caseId), enabled: now });
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
