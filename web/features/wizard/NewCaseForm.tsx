/** A new case: method, product, and for an assistant the doctor. "Page down" creates the case. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyPresetToMarks, presetPatch } from '#events/preset/apply.ts';
import type { BuiltinName } from '#events/preset/builtin.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { presetReference, usePresets } from '#web/features/preset/usePresets.ts';
import { sendCommand } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import {
  addressesQuery,
  caseItemsQuery,
  caseViewQuery,
  currentUserQuery,
  type PresetItem,
} from '#web/lib/queries.ts';
import { useEditorShortcuts } from '#web/lib/useEditorShortcuts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { type MethodAnswer, MethodQuestion } from './MethodQuestion.tsx';
import { defaultClinic, initialPatient } from './patient-start.ts';
import { StartingPresetChoice } from './StartingPresetChoice.tsx';
import { wizardHref } from './steps.ts';
import { isUntouchedDraft, mayBeUntouchedDraft } from './untouched-draft.ts';
import { draftOfCase } from './useCaseDraft.ts';
import { WizardFooter } from './WizardFooter.tsx';
import { WizardStepsBeforeCase } from './WizardSteps.tsx';
import styles from './wizard.module.css';

/** `from`: the preset's name in the prescription. */
type Choices = MethodAnswer & { from: string; doctorId: string | undefined };

/** The doctors whom an assistant serves, by name if one of their cases is known. */
function useDoctors() {
  const { data: user } = useQuery(currentUserQuery());
  const serves = user?.position === 'Assistant' ? (user.serves ?? []) : [];
  const { data: known } = useQuery({ ...caseItemsQuery('size=100'), enabled: serves.length > 1 });
  const names = new Map(known?.items.map(item => [item.owner.id, item.owner.name]));
  return { user, doctors: serves.map(id => ({ id, name: names.get(id) ?? id })) };
}

const onlyOne = <Item,>(list: readonly Item[]): Item | undefined => (list.length === 1 ? list[0] : undefined);

/** The name of the case's doctor. Reads the case page, which the next step shows anyway. */
async function ownerOf(caseId: string): Promise<string | undefined> {
  try {
    return (await currentPage().client.fetchQuery(caseViewQuery(caseId))).header.owner.name;
  } catch {
    // On a failure, the doctor's name stays empty.
    return undefined;
  }
}

/** The clinic of the doctor's usual delivery address; undefined if there is none. */
async function clinicOf(doctorId: string | undefined, userId: string): Promise<string | undefined> {
  try {
    const list = await currentPage().client.fetchQuery(
      addressesQuery(doctorId === userId ? undefined : doctorId),
    );
    return defaultClinic(list);
  } catch {
    // On a failure, the clinic stays empty.
    return undefined;
  }
}

type Beginning = MethodAnswer & { preset: PresetItem | undefined; doctorId: string | undefined };

const initialPrescription = ({ method, productType, preset }: Beginning) => ({
  ...(preset && presetPatch(preset, presetReference(preset))),
  method,
  productType,
});

/** Number of old drafts to inspect before a new one is created. */
const maxInspectedDrafts = 3;

/** Finds an untouched draft with the same start values; undefined if there is none or the search fails. */
async function untouchedDraft(userId: string, beginning: Beginning): Promise<string | undefined> {
  const { client } = currentPage();
  try {
    const { items } = await client.fetchQuery(caseItemsQuery('filter=1&size=100'));
    const ownerId = beginning.doctorId ?? userId;
    const left = items
      .filter(item => mayBeUntouchedDraft(item, ownerId, Date.now()))
      .slice(0, maxInspectedDrafts);
    for (const { caseId } of left)
      if (isUntouchedDraft(await client.fetchQuery(caseViewQuery(caseId)), initialPrescription(beginning)))
        return caseId;
  } catch {
    // On a failure, a new draft is created.
  }
  return undefined;
}

/** Fills a new case. If a save fails, the browser keeps the values and the wizard's first step sends them. */
async function fill(caseId: string, userId: string, beginning: Beginning): Promise<void> {
  const { preset, doctorId } = beginning;
  const [doctor, clinic] = await Promise.all([ownerOf(caseId), clinicOf(doctorId, userId)]);
  const draft = draftOfCase(caseId, userId, { sections: {}, saved: {} });
  draft.change('prescription', initialPrescription(beginning));
  const marks = preset && applyPresetToMarks(preset, undefined, {});
  if (marks) draft.change('markers', marks);
  const known = initialPatient(doctor, clinic);
  if (known) draft.change('patient', known);
  await draft.saveAll();
}

/** Creates the case. Returns the refusal's message and whether creation is in progress. */
function useBegin(
  choices: Choices & { preset: PresetItem | undefined },
  userId: string | undefined,
  go: (href: string) => void,
) {
  const { t } = useTranslation('error');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const key = useRef<string>(undefined);
  const begin = async () => {
    if (busy || !userId) return;
    setBusy(true);
    setRefused(null);
    const left = key.current === undefined ? await untouchedDraft(userId, choices) : undefined;
    if (left) return go(wizardHref('patientInfoNew', { id: left }));
    // A second press after a lost answer reuses the key, so it creates no second case.
    key.current ??= crypto.randomUUID();
    const body = choices.doctorId ? { doctorId: choices.doctorId } : {};
    const done = await sendCommand('POST', '/cases', body, { key: key.current, quiet: true });
    if (!done.ok) {
      const { http, message, issues } = done.error;
      setBusy(false);
      if (http >= 400 && http < 500) key.current = undefined;
      setRefused(issues[0] ? t(`issue.${issues[0].issue}`, { ...issues[0].values }) : message);
      return;
    }
    const { caseId } = done.answer.data;
    await fill(caseId, userId, choices);
    go(wizardHref('patientInfoNew', { id: caseId }));
  };
  return { begin, busy, refused };
}

export function NewCaseForm({ go }: { go: (href: string) => void }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { user, doctors } = useDoctors();
  const [choices, setChoices] = useState<Choices>({
    ...{
      method: undefined,
      productType: undefined,
      from: 'non-extraction' satisfies BuiltinName,
      doctorId: undefined,
    },
  });
  const doctorId = doctors.length > 0 ? (choices.doctorId ?? onlyOne(doctors)?.id) : user?.id;
  const presets = usePresets(doctorId);
  const preset = choices.method === 1 ? presets.called(choices.from) : undefined;
  const { begin, busy, refused } = useBegin({ ...choices, preset }, user?.id, go);
  const change = (patch: Partial<Choices>) => setChoices(before => ({ ...before, ...patch }));
  useEditorShortcuts({ save: undefined, up: undefined, down: () => void begin(), submit: undefined });

  return (
    <div className={styles.wizard}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('wizard:newCase')}</h1>
      </header>
      <WizardStepsBeforeCase />
      <div className={styles.single}>
        {refused && <Banner tone="danger">{refused}</Banner>}
        <Panel title={t('wizard:step.pcEnter')}>
          <div className={styles.form}>
            {doctors.length > 1 && (
              <Select
                id={fieldElementId('doctorId')}
                label={t('rx:field.patient.doctor')}
                required
                placeholder={t('wizard:choose')}
                value={choices.doctorId ?? ''}
                onChange={doctorId => change({ doctorId })}
                options={doctors.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <MethodQuestion chosen={choices} onChange={change} />
            {choices.method === 1 && (
              <StartingPresetChoice
                presets={presets}
                from={choices.from}
                onChange={from => change({ from })}
              />
            )}
          </div>
        </Panel>
      </div>
      <WizardFooter
        back="/caseList"
        down={{ step: 'patientInfoNew', onPress: () => void begin(), pending: busy }}
      />
    </div>
  );
}
