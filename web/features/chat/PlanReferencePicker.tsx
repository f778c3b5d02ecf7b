/** Picks a reference to the case's plan: a version, a stage, and optionally a tooth. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatRef } from '#events/chat/message.ts';
import { isFdi, TEETH } from '#events/tooth/fdi.ts';
import type { CaseView } from '#projections/case/view.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './composer.module.css';
import { referableVersions } from './referable-versions.ts';

type Props = { view: CaseView; onPin: (ref: ChatRef) => void; onClose: () => void };
export default function PlanReferencePicker({ view, onPin, onClose }: Props) {
  const { t } = useTranslation('chat');
  const versions = referableVersions(view);
  const [key, setKey] = useState(versions[0]?.key ?? '');
  const [stage, setStage] = useState<number | null>(null);
  const [tooth, setTooth] = useState('');
  const chosen = versions.find(version => version.key === key);
  if (!chosen) return null;
  const { list, plan } = chosen;
  const last = Math.max(plan.upperStages, plan.lowerStages);
  const wrong = stage !== null && (stage < 0 || stage > last);
  const pin = () => {
    const fdi = Number(tooth);
    onPin({
      caseId: view.caseId,
      list,
      version: plan.version,
      ...(stage !== null && { stage }),
      ...(isFdi(fdi) && { tooth: fdi }),
    });
    onClose();
  };
  return (
    <Dialog
      open
      size="small"
      title={t('pin.title')}
      onClose={onClose}
      onCtrlEnter={wrong ? undefined : pin}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={wrong} onPress={pin}>
            {t('pin.do')}
          </Button>
        </>
      }
    >
      <div className={styles.pin}>
        <Select
          label={t('pin.version')}
          value={key}
          onChange={setKey}
          options={versions.map(one => ({
            value: one.key,
            label: t(`ref.${one.list}`, { version: one.plan.version }),
          }))}
        />
        <NumberField
          label={t('pin.stage')}
          hint={t('pin.stageHow', { last })}
          optional
          min={0}
          max={last}
          step={1}
          value={stage}
          onChange={setStage}
        />
        <Select
          label={t('pin.tooth')}
          optional
          value={tooth}
          onChange={setTooth}
          placeholder={t('pin.noTooth')}
          options={TEETH.map(one => ({ value: String(one), label: String(one) }))}
        />
      </div>
    </Dialog>
  );
}
