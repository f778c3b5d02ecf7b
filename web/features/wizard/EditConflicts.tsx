/**
 * Edit conflicts: fields that another person saved while they were edited here. Shows both values for a
 * choice.
 */

import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { answerTextOfPath } from '#web/features/order/answer-text.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import type { SectionDraft } from './draft-state.ts';
import type { FieldValues } from './fields.ts';
import { fieldParts } from './section-merge.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

type Side = 'mine' | 'theirs';

export function EditConflicts() {
  const { state } = useWizard();
  return sectionNames.map(name => {
    const section = state.sections[name];
    return section.conflict && <OneConflict key={name} name={name} section={section} />;
  });
}

/** `prescription.lingual.torque.11` is tooth 11 of the chart `prescription.lingual.torque`. */
const toothOf = (path: string) => /^(?<chart>.+)\.(?<tooth>[1-4][1-8])$/.exec(path)?.groups;

/** Returns a field's value as text. */
function fieldText(t: TFunction, name: SectionName, field: string, value: FieldValues): string {
  const said = fieldParts(value, field).map(([path, part]) => {
    const { chart, tooth } = toothOf(path) ?? {};
    return chart && tooth
      ? answerTextOfPath(t, `${name}.${chart}`, { [tooth]: part })
      : answerTextOfPath(t, `${name}.${path}`, part);
  });
  return said.filter(Boolean).join(t('wizard:comma')) || t('wizard:conflict.empty');
}

/** Returns a field's label; for a chart, with the tooth. */
function labelOf(t: TFunction, name: SectionName, field: string): string {
  const { chart = field, tooth } = toothOf(field) ?? {};
  const group = chart.startsWith('lingual.') ? chart : `${name}.${chart}`;
  const label = t(`rx:field.${group}`);
  return tooth ? `${label} ${tooth}` : label;
}

type Props = { name: SectionName; section: SectionDraft };

function OneConflict({ name, section }: Props) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { draft, view, userId } = useWizard();
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const { base, value, revision, conflict } = section;
  const open = conflict?.open ?? [];
  const saved = view.saved[name];
  const by = saved?.revision === revision ? saved.by : undefined;
  const who =
    by?.id === userId ? t('wizard:conflict.you') : by ? actorName(by, t) : t('wizard:conflict.somebody');
  const at = conflict?.at ?? saved?.at;
  const left = open.filter(field => chosen[field] === undefined);
  const keep = () =>
    draft.resolve(
      name,
      open.filter(field => chosen[field] === 'theirs'),
    );
  return (
    <div className={styles.conflict}>
      <Panel
        title={t('wizard:conflict.title', { section: t(`rx:section.${name}`) })}
        count={left.length}
        note={t('wizard:conflict.by', { name: who, at: at ? formatMoment(at) : '' })}
        footer={
          <div className="row">
            <Button variant="primary" onPress={keep} disabled={left.length > 0}>
              {t('wizard:conflict.keep')}
            </Button>
            <Button onPress={() => draft.resolve(name, [])}>{t('wizard:conflict.mine')}</Button>
            <Button onPress={() => draft.resolve(name, open)}>
              {t('wizard:conflict.theirs', { name: who })}
            </Button>
          </div>
        }
      >
        <div className={styles.form}>
          <p className="t-2">{t('wizard:conflict.merged')}</p>
          {open.map(field => (
            <RadioGroup<Side>
              key={field}
              label={labelOf(t, name, field)}
              layout="cards"
              value={chosen[field] ?? null}
              onChange={side => setChosen(before => ({ ...before, [field]: side }))}
              options={[
                { value: 'mine', label: fieldText(t, name, field, value), note: t('wizard:conflict.yours') },
                { value: 'theirs', label: fieldText(t, name, field, base), note: who },
              ]}
            />
          ))}
        </div>
      </Panel>
    </div>
  );
}
