/** The patient's page for recording wear: its link and QR code, and a button to revoke it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareLanguage } from '#events/share/events.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CreateLinkDialog } from './CreateLinkDialog.tsx';
import { ShareLinkCard } from './ShareLinkCard.tsx';
import { useShareLinkListAndDialogs } from './ShareLinks.tsx';
import styles from './share.module.css';
import { createShareLink, shareLinksQuery } from './share-links.ts';

type Props = { caseId: string; onClose: () => void };

export function PatientPageDialog({ caseId, onClose }: Props) {
  const { t, ready } = useTranslation('share');
  const { lang: own } = useBoot();
  const { data } = useQuery(shareLinksQuery(caseId));
  const links = useShareLinkListAndDialogs(caseId);
  const [lang, setLang] = useState<ShareLanguage>(own);
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);
  const open = data?.items.filter(item => item.for === 'wear' && item.standing === 'open') ?? [];
  const path = open[0]?.path;
  const make = async () => {
    if (pending || path || !data) return;
    setPending(true);
    const done = await createShareLink(caseId, { for: 'wear', lang });
    setPending(false);
    setFailed(!done.ok);
  };
  // Waits for its dictionary, which arrives with the dialog in the patient list.
  if (!ready) return null;
  return (
    <>
      <CreateLinkDialog
        title={t('patientPage.title')}
        made={Boolean(path)}
        pending={pending || !data}
        make={() => void make()}
        onClose={onClose}
      >
        <div className={styles.form}>
          <p className="t-2">{t('patientPage.what')}</p>
          {failed && <Banner tone="danger">{t('patientPage.failed')}</Banner>}
          {!data && <Skeleton lines={2} label={t('loading')} />}
          {path && <ShareLinkCard path={path} />}
          {data && !path && (
            <Select<ShareLanguage>
              label={t('lang')}
              hint={t('langHint')}
              value={lang}
              onChange={setLang}
              options={[
                { value: 'zh-CN', label: t('chinese') },
                { value: 'en', label: t('english') },
              ]}
            />
          )}
          {open.length > 0 && links.list(open)}
        </div>
      </CreateLinkDialog>
      {links.dialogs}
    </>
  );
}
