/** Adds an organisation that the own one serves. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultZone } from '#events/case/calendar.ts';
import { type NewOrganisationInput, organisationKinds } from '#events/person/organisation.ts';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Select } from '#web/ui/select.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { toast } from '#web/ui/toast.tsx';
import { OrganisationNameFields, TimeZoneField } from './OrganisationFields.tsx';
import styles from './people.module.css';
import { addOrganisation, type OrganisationItem } from './people-queries.ts';

type Props = {
  organisations: readonly OrganisationItem[];
  onAdded: (orgId: string) => void;
  onClose: () => void;
};

const fields = ['names.en', 'names.zh-CN', 'zone', 'kind'];

export function NewOrganisationDialog({ organisations, onAdded, onClose }: Props) {
  const { t } = useTranslation('people');
  const [typed, setTyped] = useState<NewOrganisationInput>({
    ...{ names: { en: '', 'zh-CN': '' }, zone: defaultZone, kind: 'clinic' },
  });
  const command = useCommandState();
  const above = command.other(fields);
  // There is one organisation of self-designers at most.
  const kinds = organisationKinds.filter(
    kind => kind !== 'ediy' || !organisations.some(({ orgId }) => orgId === 'ediy'),
  );

  const submit = async () => {
    if (command.pending) return;
    await command.run(async () => {
      const done = await addOrganisation(typed);
      if (done.ok) {
        toast({ text: t('organisations.saved'), tone: 'ok' });
        onAdded(done.answer.data.orgId);
      }
      return refusalOf(done);
    });
  };
  return (
    <SubmitDialog
      size="medium"
      title={t('organisations.addTitle')}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={t('organisations.save')}
      submit={submit}
      pending={command.pending}
    >
      <div className={styles.form}>
        {above && <Banner tone="danger">{above}</Banner>}
        <OrganisationNameFields
          value={typed.names}
          onChange={names => setTyped({ ...typed, names })}
          issueAt={command.error}
        />
        <Select
          label={t('organisations.kind')}
          value={typed.kind}
          onChange={kind => setTyped({ ...typed, kind })}
          options={kinds.map(value => ({ value, label: t(`organisations.kinds.${value}`) }))}
          error={command.error('kind')}
        />
        <TimeZoneField
          value={typed.zone}
          onChange={zone => setTyped({ ...typed, zone })}
          issueAt={command.error}
        />
      </div>
    </SubmitDialog>
  );
}
