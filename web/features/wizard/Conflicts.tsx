/** Sections that somebody else saved while they were edited here: both values, and a button for each. */
import { useTranslation } from 'react-i18next';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { momentOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useWizard } from './context.ts';
import type { Conflict } from './draft-state.ts';
import { clean, differing, type Fields } from './fields.ts';
import styles from './wizard.module.css';
import { valueText } from './words.ts';

export function Conflicts() {
  const { state } = useWizard();
  return sectionNames.map(name => {
    const { conflict, value } = state.sections[name];
    return conflict && <OneConflict key={name} name={name} mine={value} conflict={conflict} />;
  });
}

type Props = { name: SectionName; mine: Fields; conflict: Conflict };

function OneConflict({ name, mine, conflict }: Props) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { draft, view } = useWizard();
  const { theirs, revision } = conflict;
  const saved = view.saved[name];
  const who = saved?.revision === revision ? saved.by.name : t('wizard:conflict.somebody');
  const at = conflict.at ?? saved?.at;
  const section = t(`rx:section.${name}`);
  const text = (field: string, value: Fields) =>
    valueText(t, name, field, clean(value)[field]) || t('wizard:conflict.empty');
  return (
    <div className={styles.conflict} role="alert">
      <Panel
        title={t('wizard:conflict.title', { section })}
        note={t('wizard:conflict.by', { name: who, at: at ? momentOf(at) : '' })}
        footer={
          <div className="row">
            <Button onPress={() => draft.resolve(name, 'mine')}>{t('wizard:conflict.mine')}</Button>
            <Button onPress={() => draft.resolve(name, 'theirs')}>
              {t('wizard:conflict.theirs', { name: who })}
            </Button>
          </div>
        }
        flush
      >
        <table className={styles.both}>
          <thead>
            <tr>
              <th scope="col">{t('wizard:conflict.field')}</th>
              <th scope="col">{t('wizard:conflict.yours')}</th>
              <th scope="col">{who}</th>
            </tr>
          </thead>
          <tbody>
            {differing(name, mine, theirs).map(field => (
              <tr key={field}>
                <th scope="row">{t(`rx:field.${name}.${field}`)}</th>
                <td>{text(field, mine)}</td>
                <td>{text(field, theirs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </div>
  );
}
