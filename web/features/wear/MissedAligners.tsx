/** Aligners that the patient reported lost or broken: reorder with one press, or handle otherwise. */
import { Check, Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { takeAction } from '#web/lib/act.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';

type One = CaseView['missed'][number];

export function MissedAligners({ view, keeps }: { view: CaseView; keeps: boolean }) {
  const { t } = useTranslation('wear');
  return view.missed.map(one => (
    <Banner
      key={one.missed}
      tone="warn"
      role="none"
      title={t(`missed.${one.reason}`, { arch: t(`arch.${one.arch}`), stage: one.stage, on: one.on })}
    >
      {keeps && <Answers view={view} one={one} />}
    </Banner>
  ));
}

function Answers({ view, one }: { view: CaseView; one: One }) {
  const { t } = useTranslation(['wear', 'case', 'error']);
  const [pending, setPending] = useState(false);
  const send = async (action: 'orderTray' | 'settleMissed', input: object, done: string) => {
    if (pending) return;
    setPending(true);
    const answer = await takeAction(view.caseId, action, input);
    setPending(false);
    const issue = answer.ok ? undefined : answer.error.issues[0];
    if (answer.ok) toast({ text: done, tone: 'ok' });
    else if (issue) toast({ text: t(`error:issue.${issue.issue}`, { ...issue.values }), tone: 'warn' });
  };
  const { arch, stage, reason, missed } = one;
  return (
    <div className="row">
      {view.may.orderTray === 'yes' && (
        <Button
          size="small"
          variant="primary"
          icon={<Repeat2 />}
          pending={pending}
          onPress={() => void send('orderTray', { arch, stage, reason }, t('wear:missed.ordered'))}
        >
          {t('wear:missed.order')}
        </Button>
      )}
      <Button
        size="small"
        icon={<Check />}
        pending={pending}
        onPress={() => void send('settleMissed', { missed }, t('wear:missed.settled'))}
      >
        {t('case:action.settleMissed')}
      </Button>
    </div>
  );
}
