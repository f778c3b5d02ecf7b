/** The logo of an organisation: choose, replace, remove. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileRules } from '#events/file/kinds.ts';
import { logoPath } from '#events/person/organisation.ts';
import { uploadFaultText } from '#web/features/file/upload-fault-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './people.module.css';
import { type OrganisationItem, removeLogo } from './people-queries.ts';
import { sendLogo } from './send-logo.ts';
import { useOrganisationNameLookup } from './useOrganisationNameLookup.ts';

export function OrganisationLogo({ organisation }: { organisation: OrganisationItem }) {
  const { t } = useTranslation(['organisation', 'file', 'error', 'rx']);
  const nameOf = useOrganisationNameLookup();
  const [fault, setFault] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const { orgId } = organisation;
  const path = logoPath(organisation);
  const choose = async (file: File | undefined) => {
    if (!file || pending) return;
    setFault(null);
    setPending(true);
    const done = await sendLogo(orgId, file);
    setPending(false);
    if ('fault' in done) return setFault(uploadFaultText(t, { error: done.fault, kind: 'logo' }));
    if (!done.ok) return setFault(done.error.message);
    toast({ text: t('organisation:logo.saved'), tone: 'ok' });
  };
  const remove = async () => {
    setPending(true);
    const done = await removeLogo(orgId);
    setPending(false);
    if (done.ok) toast({ text: t('organisation:logo.removed'), tone: 'ok' });
  };
  const label = t(path ? 'organisation:logo.change' : 'organisation:logo.add');
  return (
    <Panel title={t('organisation:logo.title')}>
      <div className={styles.fields}>
        <p className={styles.say}>{t('organisation:logo.where')}</p>
        {path && (
          <img
            className={styles.logo}
            src={path}
            alt={t('organisation:logo.of', { name: nameOf(organisation) })}
          />
        )}
        <FileDrop
          label={label}
          accept={fileRules.logo.endings.join(',')}
          disabled={pending}
          onFiles={files => void choose(files[0])}
        >
          <span>
            {label}
            <span className={styles.dropHint}>{t('organisation:logo.how')}</span>
          </span>
        </FileDrop>
        {fault && <Banner tone="danger">{fault}</Banner>}
        {path && (
          <span>
            <Button size="small" variant="danger" pending={pending} onPress={() => void remove()}>
              {t('organisation:logo.remove')}
            </Button>
          </span>
        )}
      </div>
    </Panel>
  );
}
