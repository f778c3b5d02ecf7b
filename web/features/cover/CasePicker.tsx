/** Chooses all or some of the doctor's own cases. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import styles from './cover.module.css';
import { ownCasesQuery } from './cover-queries.ts';

type Props = {
  me: string;
  /** Ids of the chosen cases; null for all. */
  value: readonly string[] | null;
  onChange: (value: readonly string[] | null) => void;
  /** Explains what "all" includes. */
  allNote: string;
  error: string | undefined;
};

export function CasePicker({ me, value, onChange, allNote, error }: Props) {
  const { t } = useTranslation('cover');
  return (
    <div className={styles.picker}>
      <RadioGroup
        label={t('cases')}
        error={error}
        value={value === null ? 'all' : 'some'}
        onChange={which => onChange(which === 'all' ? null : [])}
        options={[
          { value: 'all', label: t('allCases'), note: allNote },
          { value: 'some', label: t('someCases') },
        ]}
      />
      {value !== null && <Choices me={me} value={value} onChange={onChange} />}
    </div>
  );
}

type ChoicesProps = Pick<Props, 'me' | 'onChange'> & { value: readonly string[] };

function Choices({ me, value, onChange }: ChoicesProps) {
  const { t } = useTranslation(['cover', 'case']);
  const [keyword, setKeyword] = useState('');
  const { data = [], isPending } = useQuery(ownCasesQuery(me, keyword));
  const choose = (id: string, on: boolean) =>
    onChange(on ? [...value, id] : value.filter(other => other !== id));
  return (
    <>
      <SearchField
        label={t('cover:searchCases')}
        placeholder={t('cover:searchCases')}
        onChange={setKeyword}
      />
      <p className="t-small t-2" aria-live="polite">
        {t('cover:chosen', { count: value.length })}
      </p>
      {data.length === 0 && !isPending && <p className="t-2">{t('cover:noCases')}</p>}
      <ul className={styles.choices}>
        {data.map(({ caseId, patientName, status }) => (
          <li key={caseId}>
            <Checkbox checked={value.includes(caseId)} onChange={on => choose(caseId, on)}>
              <b className="num">{caseId}</b> {patientName}{' '}
              <span className="t-small t-2">{t(`case:status.${status}`)}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  );
}
