/** A new case: the method, the product, and for an assistant whose case it is. It begins with Page down. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { presetAnswers, presetMarks } from '#events/preset/apply.ts';
import type { BuiltinName } from '#events/preset/builtin.ts';
import { callOf, usePresets } from '#web/features/preset/usePresets.ts';
import { command } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import { addresses, caseItems, caseView, me, type PresetItem } from '#web/lib/view.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { Footer } from './Footer.tsx';
import { type Chosen, Method } from './Method.tsx';
import { patientFrom, usualClinic } from './patient-start.ts';
import { StartFrom } from './StartFrom.tsx';
import { fieldId, wizardHref } from './steps.ts';
import { isUntouched, mayBeUntouched } from './untouched.ts';
import { draftFor } from './useDraft.ts';
import { useKeys } from './useKeys.ts';
import { WizardStepsBeforeCase } from './WizardSteps.tsx';
import styles from './wizard.module.css';

/** `from`: as a prescription calls its preset. */
type Choices = Chosen & { from: string; doctorId: string | undefined };
type Created = { caseId: string };

/** The doctors whom an assistant serves, by name where a case of theirs is known. */
function useDoctors() {
  const { data: user } = useQuery(me());
  const serves = user?.position === 'Assistant' ? (user.serves ?? []) : [];
  const { data: known } = useQuery({ ...caseItems('size=100'), enabled: serves.length > 1 });
  const names = new Map(known?.items.map(item => [item.owner.id, item.owner.name]));
  return { user, doctors: serves.map(id => ({ id, name: names.get(id) ?? id })) };
}

const onlyOne = <Item,>(list: readonly Item[]): Item | undefined => (list.length === 1 ? list[0] : undefined);

/** The name of the doctor whose case it is; its page is read for it, which the next step shows. */
async function ownerOf(caseId: string): Promise<string | undefined> {
  try {
    return (await thisPage().client.fetchQuery(caseView(caseId))).header.owner.name;
  } catch {
    // It stays to be typed.
    return undefined;
  }
}

/** The clinic of the doctor's usual delivery address; undefined where they have kept none. */
async function clinicOf(doctorId: string | undefined, userId: string): Promise<string | undefined> {
  try {
    const list = await thisPage().client.fetchQuery(addresses(doctorId === userId ? undefined : doctorId));
    return usualClinic(list);
  } catch {
    // It stays to be typed.
    return undefined;
  }
}

type Beginning = Chosen & { preset: PresetItem | undefined; doctorId: string | undefined };

const freshOf = ({ method, productType, preset }: Beginning) => ({
  ...(preset && presetAnswers(preset, callOf(preset))),
  method,
  productType,
});

/** Drafts that are looked into before another one is made. */
const lookedInto = 3;

/** A draft that was begun alike and left; undefined where there is none, or the look fails. */
async function untouchedDraft(userId: string, beginning: Beginning): Promise<string | undefined> {
  const { client } = thisPage();
  try {
    const { items } = await client.fetchQuery(caseItems('filter=1&size=100'));
    const ownerId = beginning.doctorId ?? userId;
    const left = items.filter(item => mayBeUntouched(item, ownerId, Date.now())).slice(0, lookedInto);
    for (const { caseId } of left)
      if (isUntouched(await client.fetchQuery(caseView(caseId)), freshOf(beginning))) return caseId;
  } catch {
    // A new draft is made.
  }
  return undefined;
}

/** Fills a case that has just begun; what could not be sent is kept, and sent from its first step. */
async function fill(caseId: string, userId: string, beginning: Beginning): Promise<void> {
  const { preset, doctorId } = beginning;
  const [doctor, clinic] = await Promise.all([ownerOf(caseId), clinicOf(doctorId, userId)]);
  const draft = draftFor(caseId, userId, { sections: {}, saved: {} });
  draft.change('prescription', freshOf(beginning));
  const marks = preset && presetMarks(preset, undefined, {});
  if (marks) draft.change('markers', marks);
  const known = patientFrom(doctor, clinic);
  if (known) draft.change('patient', known);
  await draft.saveAll();
}

/** Begins the case: what was refused, in words, and whether it is under way. */
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
    // Pressed again after a lost answer it is the same case.
    key.current ??= crypto.randomUUID();
    const body = choices.doctorId ? { doctorId: choices.doctorId } : {};
    const done = await command<Created>('POST', '/cases', body, { key: key.current, quiet: true });
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

export function Start({ go }: { go: (href: string) => void }) {
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
  useKeys({ save: undefined, up: undefined, down: () => void begin(), submit: undefined });

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
                id={fieldId('doctorId')}
                label={t('rx:field.patient.doctor')}
                required
                placeholder={t('wizard:choose')}
                value={choices.doctorId ?? ''}
                onChange={doctorId => change({ doctorId })}
                options={doctors.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
            <Method chosen={choices} onChange={change} />
            {choices.method === 1 && (
              <StartFrom presets={presets} from={choices.from} onChange={from => change({ from })} />
            )}
          </div>
        </Panel>
      </div>
      <Footer
        back="/caseList"
        down={{ step: 'patientInfoNew', onPress: () => void begin(), pending: busy }}
      />
    </div>
  );
}
