/** Asks for the reason of a switch, and says what it does. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './people.module.css';
import { type OrganisationItem, switchRight } from './people-queries.ts';
import type { WantedRightSwitch } from './RightSwitches.tsx';
import { useOrganisationNameLookup } from './useOrganisationNameLookup.ts';
import { useRightNameLookup } from './useRightNameLookup.ts';

type Props = { organisation: OrganisationItem; wanted: WantedRightSwitch; onClose: () => void };

export function RightSwitchDialog({ organisation, wanted, onClose }: Props) {
  const { t } = useTranslation(['organisation', 'people', 'case']);
  const rightName = useRightNameLookup();
  const nameOf = useOrganisationNameLookup();
  const [reason, setReason] = useState('');
  const command = useCommandState();
  const above = command.other(['reason']);
  const verb = wanted.on ? 'give' : 'take';
  const said = {
    right: rightName(wanted.right),
    position: t(`case:position.${wanted.position}`),
    organisation: nameOf(organisation),
  };
  const submit = async () => {
    if (command.pending) return;
    const isDone = await command.run(async () =>
      refusalOf(await switchRight(organisation.orgId, { ...wanted, reason })),
    );
    if (!isDone) return;
    toast({ text: t('organisation:switches.saved'), tone: 'ok' });
    onClose();
  };
  return (
    <SubmitDialog
      size="small"
      title={t(`organisation:switches.${verb}`)}
      onClose={onClose}
      cancel={t('people:cancel')}
      confirm={t(`organisation:switches.${verb}`)}
      submit={submit}
      variant={wanted.on ? 'primary' : 'danger'}
      pending={command.pending}
    >
      <div className={styles.form}>
        {above && <Banner tone="danger">{above}</Banner>}
        <p>{t(`organisation:switches.${verb}How`, said)}</p>
        <TextArea
          label={t('organisation:switches.reason')}
          required
          maxLength={limits.noteMax}
          value={reason}
          onChange={setReason}
          error={command.error('reason')}
        />
      </div>
    </SubmitDialog>
  );
}
