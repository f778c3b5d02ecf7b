/** The tables that a question may name, with the meaning of each column. A press writes the name into the text. */
import { useTranslation } from 'react-i18next';
import type { AskDescription } from '#services/api/answers.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import styles from './ask.module.css';

type Props = { tables: AskDescription['tables']; onPick: (name: string) => void };

export function TableList({ tables, onPick }: Props) {
  const { t, i18n } = useTranslation('analysis');
  const isChinese = i18n.language.startsWith('zh');
  return (
    <section className={styles.tables} aria-label={t('ask.tables')}>
      <h2 className="t-section">{t('ask.tables')}</h2>
      {tables.map(({ name, columns }) => (
        <Disclosure key={name} summary={<code>{name}</code>} count={columns.length}>
          <p className="t-small t-2">{t(`ask.table.${name}`)}</p>
          <ul className={styles.columns}>
            {columns.map(({ name: column, type, en, zh }) => (
              <li key={column}>
                <button type="button" className={styles.column} onClick={() => onPick(column)}>
                  <code>{column}</code> <span className="t-3">{type}</span>
                </button>
                <p className="t-small t-2">{isChinese ? zh : en}</p>
              </li>
            ))}
          </ul>
        </Disclosure>
      ))}
    </section>
  );
}
