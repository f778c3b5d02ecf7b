/** The table of claim values and positions. */
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { positions } from '#events/person/position.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { SingleSignOnFieldsProps } from './SingleSignOnFields.tsx';
import type { TypedPositionLine } from './single-sign-on-form.ts';
import styles from './singleSignOn.module.css';

export function PositionMapping({ typed, onChange, issueAt }: SingleSignOnFieldsProps) {
  const { t } = useTranslation(['sso', 'case']);
  const lines = typed.positions;
  const set = (next: readonly TypedPositionLine[]) => onChange({ positions: next });
  const change = (id: number, part: Partial<TypedPositionLine>) =>
    set(lines.map(line => (line.id === id ? { ...line, ...part } : line)));
  const nextId = Math.max(-1, ...lines.map(({ id }) => id)) + 1;
  return (
    <fieldset className={styles.lines}>
      <legend className="t-strong">{t('sso:positions')}</legend>
      <p className={styles.say}>{t('sso:positionsHow')}</p>
      {lines.map((line, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
        <div key={line.id} className={styles.line} role="group" aria-label={t('sso:line', { n: at + 1 })}>
          <TextField
            label={t('sso:value')}
            required
            spellCheck={false}
            autoComplete="off"
            maxLength={200}
            value={line.value}
            onChange={value => change(line.id, { value })}
            error={issueAt(`positions.${at}.value`)}
          />
          <Select
            label={t('sso:position')}
            required
            value={line.position}
            onChange={position => change(line.id, { position })}
            options={positions.map(value => ({ value, label: t(`case:position.${value}`) }))}
            error={issueAt(`positions.${at}.position`)}
          />
          <IconButton
            className={styles.remove}
            label={t('sso:removeLine', { n: at + 1 })}
            icon={<X />}
            disabled={lines.length === 1}
            onPress={() => set(lines.filter(({ id }) => id !== line.id))}
          />
        </div>
      ))}
      <span>
        <Button
          icon={<Plus aria-hidden="true" />}
          onPress={() => set([...lines, { id: nextId, value: '', position: 'Doctor' }])}
        >
          {t('sso:addLine')}
        </Button>
      </span>
    </fieldset>
  );
}
