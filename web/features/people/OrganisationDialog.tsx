/** Adds or changes an organisation. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultZone } from '#events/case/calendar.ts';
import { type OrganisationChange, offeredKinds, organisationName } from '#events/person/organisation.ts';
import { positions } from '#events/person/position.ts';
import { type CommandRefusal, refusalOf } from '#web/lib/act.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './people.module.css';
import { addOrganisation, changeOrganisation, type OrganisationItem } from './people-queries.ts';
import { useIssueTexts } from './useIssueTexts.ts';

type Props = { organisation: OrganisationItem | undefined; onClose: () => void };
type Typed = Required<OrganisationChange>;

const fields = ['names.en', 'names.zh-CN', 'zone', 'kind', 'secondFactor', 'keepYears'];

const typedOf = (one: OrganisationItem | undefined): Typed => ({
  names: { en: one ? organisationName(one, 'en') : '', 'zh-CN': one ? organisationName(one, 'zh-CN') : '' },
  zone: one?.zone ?? defaultZone,
  kind: offeredKinds.find(kind => kind === one?.kind) ?? 'clinic',
  secondFactor: [...(one?.secondFactor ?? [])],
  keepYears: one?.keepYears ?? null,
});

const save = ({ secondFactor, keepYears, ...facts }: Typed, orgId: string | undefined) =>
  orgId === undefined
    ? addOrganisation(facts)
    : changeOrganisation(orgId, { ...facts, secondFactor, keepYears });

export function OrganisationDialog({ organisation, onClose }: Props) {
  const { t } = useTranslation('people');
  const [typed, setTyped] = useState(typedOf(organisation));
  const [refused, setRefused] = useState<CommandRefusal>(null);
  const [pending, setPending] = useState(false);
  const issues = useIssueTexts(refused);
  const above = issues.above(fields);

  const submit = async () => {
    if (pending) return;
    setPending(true);
    const done = await save(typed, organisation?.orgId);
    setPending(false);
    setRefused(refusalOf(done));
    if (!done.ok) return;
    toast({ text: t('organisations.saved'), tone: 'ok' });
    onClose();
  };
  return (
    <Dialog
      open
      size="medium"
      title={t(organisation ? 'organisations.change' : 'organisations.addTitle')}
      onClose={onClose}
      onCtrlEnter={() => void submit()}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" pending={pending} onPress={() => void submit()}>
            {t('organisations.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {above && <Banner tone="danger">{above}</Banner>}
        <Facts typed={typed} onChange={setTyped} issueAt={issues.at} />
        {organisation && <Requirements typed={typed} onChange={setTyped} issueAt={issues.at} />}
      </div>
    </Dialog>
  );
}

type FieldsProps = {
  typed: Typed;
  onChange: (typed: Typed) => void;
  issueAt: (field: string) => string | undefined;
};

function Facts({ typed, onChange, issueAt }: FieldsProps) {
  const { t } = useTranslation('people');
  const { names } = typed;
  return (
    <>
      {(['zh-CN', 'en'] as const).map(lang => (
        <TextField
          key={lang}
          label={t(`organisations.nameIn.${lang}`)}
          required
          maxLength={100}
          value={names[lang]}
          onChange={text => onChange({ ...typed, names: { ...names, [lang]: text } })}
          error={issueAt(`names.${lang}`)}
        />
      ))}
      <Select
        label={t('organisations.kind')}
        value={typed.kind}
        onChange={kind => onChange({ ...typed, kind })}
        options={offeredKinds.map(value => ({ value, label: t(`organisations.kinds.${value}`) }))}
        error={issueAt('kind')}
      />
      <Select
        label={t('organisations.zone')}
        hint={t('organisations.zoneHow')}
        value={typed.zone}
        onChange={zone => onChange({ ...typed, zone })}
        options={Intl.supportedValuesOf('timeZone').map(value => ({
          value,
          label: value.replaceAll('_', ' '),
        }))}
        error={issueAt('zone')}
      />
    </>
  );
}

function Requirements({ typed, onChange, issueAt }: FieldsProps) {
  const { t } = useTranslation(['people', 'case']);
  return (
    <>
      <CheckboxGroup
        label={t('people:organisations.secondFactor')}
        hint={t('people:organisations.secondFactorHow')}
        value={typed.secondFactor}
        onChange={secondFactor => onChange({ ...typed, secondFactor })}
        columns={2}
        options={positions.map(value => ({ value, label: t(`case:position.${value}`) }))}
        error={issueAt('secondFactor')}
      />
      <TextField
        label={t('people:organisations.keepYears')}
        hint={t('people:organisations.keepYearsHow')}
        optional
        inputMode="numeric"
        numeric
        maxLength={3}
        value={typed.keepYears === null ? '' : String(typed.keepYears)}
        onChange={text => {
          const digits = text.replaceAll(/\D/g, '');
          onChange({ ...typed, keepYears: digits === '' ? null : Number(digits) });
        }}
        error={issueAt('keepYears')}
      />
    </>
  );
}
