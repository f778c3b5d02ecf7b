/** Requests of colleagues to share an assistant, with what agreeing means. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './assistant.module.css';
import { assistantCommands } from './assistant-commands.ts';
import type { AssistantOffer } from './assistant-queries.ts';

function Offer({ offer }: { offer: AssistantOffer }) {
  const { t } = useTranslation(['assistant', 'error']);
  const [pending, setPending] = useState<'accept' | 'decline' | null>(null);
  const names = { name: offer.name, doctor: offer.by.name };
  const answer = async (verb: 'accept' | 'decline') => {
    if (pending) return;
    setPending(verb);
    const done = await assistantCommands.act(offer.id, verb);
    setPending(null);
    const [issue] = done.ok ? [] : done.error.issues;
    if (done.ok) toast({ text: t(`did.${verb}`, names), tone: 'ok' });
    else if (issue) toast({ text: t(`error:issue.${issue.issue}`, { ...issue.values }), tone: 'danger' });
  };
  return (
    <li className={styles.offer}>
      <div className={styles.words}>
        <p className="t-strong">{t('asks', names)}</p>
        <p className="t-small t-2">{t('asksHow', names)}</p>
      </div>
      <span className={styles.acts}>
        <Button size="small" pending={pending === 'decline'} onPress={() => void answer('decline')}>
          {t('decline')}
        </Button>
        <Button
          size="small"
          variant="primary"
          pending={pending === 'accept'}
          onPress={() => void answer('accept')}
        >
          {t('accept')}
        </Button>
      </span>
    </li>
  );
}

export function AssistantOffers({ offers }: { offers: readonly AssistantOffer[] }) {
  const { t } = useTranslation('assistant');
  if (offers.length === 0) return null;
  return (
    <Panel flush title={t('offers')} count={offers.length} countTone="warn" className={styles.panel}>
      <ul className={styles.list}>
        {offers.map(offer => (
          <Offer key={offer.id} offer={offer} />
        ))}
      </ul>
    </Panel>
  );
}
