/** The first cells of a notebook, in pandas, Polars and DuckDB. */
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type NotebookTable, notebookTables } from '#events/notebookKey/notebook-keys.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import styles from './keys.module.css';
import { keyEnvironmentVariable, notebookCells, notebookTools } from './notebook-cells.ts';

const never = () => () => undefined;

/** Address of the server. Empty until the page runs in a browser. */
const useOrigin = () =>
  useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  );

export function NotebookCells() {
  const { t } = useTranslation('analysis');
  const origin = useOrigin();
  const [table, setTable] = useState<NotebookTable>('stays');
  return (
    <section className={styles.cells} aria-labelledby="notebook-cells">
      <h3 id="notebook-cells" className={styles.name}>
        {t('keys.cells')}
      </h3>
      <p className={styles.text}>{t('keys.cellsHow', { variable: keyEnvironmentVariable })}</p>
      <Select
        label={t('keys.cellTable')}
        size="compact"
        className={styles.table}
        value={table}
        options={notebookTables.map(value => ({ value, label: value }))}
        onChange={setTable}
      />
      <Tabs
        label={t('keys.cells')}
        tabs={notebookCells(origin, table).map(({ tool, text }) => ({
          id: tool,
          label: notebookTools[tool],
          panel: (
            <div className={styles.cell}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide cell is scrolled by keyboard */}
              <pre className={styles.code} tabIndex={0}>
                <code>{text}</code>
              </pre>
              <CopyButton text={() => text} label={t('keys.copyCell')} copied={t('keys.copied')} />
            </div>
          ),
        }))}
      />
    </section>
  );
}
