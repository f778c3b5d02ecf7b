/** Preview of a file: every line as the server read it, each issue at its cell, and the confirmation. */
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportField, importFields } from '#events/person/import.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import styles from './import.module.css';
import type { ImportCheck, ImportRowItem } from './import-queries.ts';
import type { useImportCheck } from './useImportCheck.ts';

type Checked = ReturnType<typeof useImportCheck>;
type Props = { checked: Checked; state: NonNullable<Checked['state']> };

function useIssueText() {
  const { t } = useTranslation('error');
  return ({ issue, values }: ImportRowItem['issues'][number]) =>
    t(`issue.${issue}`, { ...values, defaultValue: issue });
}

/** Returns a function from a kind of issue to its text, without the values of a single line. */
function useKindText() {
  const { t } = useTranslation(['import', 'error']);
  return (issue: string) =>
    t([`import:issue.${issue}`, `error:issue.${issue}`] as const, { defaultValue: issue });
}

export function ImportPreview({ checked, state: { name, check } }: Props) {
  const { t } = useTranslation('import');
  const [shows, setShows] = useState<'all' | 'bad'>('all');
  const { pending, changed } = checked;
  const place = useRef<HTMLParagraphElement>(null);
  // Takes the focus, because the file field that had it is gone.
  useEffect(() => place.current?.focus(), []);
  const isOff = check.bad > 0 || check.issues.length > 0;
  const isCut = check.rows.length < check.total;
  const rows = shows === 'bad' ? check.rows.filter(({ issues }) => issues.length > 0) : check.rows;
  return (
    <>
      <p className={styles.file} ref={place} tabIndex={-1}>
        <span className="t-strong">{name}</span>
        <Button size="small" onPress={checked.reset}>
          {t('other')}
        </Button>
      </p>
      {changed && <Banner tone="warn">{t('changed')}</Banner>}
      <Verdict check={check} />
      {check.unused.length > 0 && (
        <p className="t-2 t-small">{t('unused', { columns: check.unused.join(', ') })}</p>
      )}
      {check.bad > 0 && !isCut && (
        <SegmentedControl
          label={t('show')}
          hideLabel
          size="small"
          value={shows}
          onChange={setShows}
          options={[
            { value: 'all', label: t('showAll', { count: check.total }) },
            { value: 'bad', label: t('showBad', { count: check.bad }) },
          ]}
        />
      )}
      {isCut && rows.length > 0 && <p className="t-2 t-small">{t('firstOnly', { count: rows.length })}</p>}
      {rows.length > 0 && <Rows rows={rows} />}
      <div className={styles.acts}>
        <Button onPress={checked.reset}>{t('cancel')}</Button>
        <Button
          variant="primary"
          pending={pending === 'import'}
          disabledReason={isOff ? t('correctFirst') : undefined}
          onPress={() => void checked.confirm()}
        >
          {t('confirm', { count: check.total })}
        </Button>
      </div>
    </>
  );
}

/** Says whether the file can be imported, and how often each kind of issue occurs. */
function Verdict({ check }: { check: ImportCheck }) {
  const { t } = useTranslation('import');
  const textOf = useIssueText();
  const kindOf = useKindText();
  const { total, bad, mail, sms, counts, issues } = check;
  const columnOf = (path: string) => {
    const field = importFields.find(one => one === path);
    return field ? t(`column.${field}`) : path;
  };
  return (
    <>
      {issues.length > 0 && (
        <Banner tone="danger" title={t('wholeTitle')}>
          <ul>
            {issues.map(issue => (
              <li key={`${issue.path} ${issue.issue}`}>
                {issue.path
                  ? t('kind', { column: columnOf(issue.path), issue: textOf(issue) })
                  : textOf(issue)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {bad > 0 && (
        <Banner tone="danger" title={t('badTitle', { count: bad, total })}>
          {t('bad')}
          <ul className={styles.kinds}>
            {counts.map(({ path, issue, count }) => (
              <li key={`${path} ${issue}`}>
                {t('kind', { column: columnOf(path), issue: kindOf(issue) })} {t('times', { count })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {bad === 0 && issues.length === 0 && (
        <Banner tone="ok" title={t('readyTitle', { count: total })}>
          {t('ready', { mail, sms })}
        </Banner>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly ImportRowItem[] }) {
  const { t } = useTranslation('import');
  const columns: TableColumn<ImportRowItem>[] = [
    {
      id: 'line',
      header: t('line'),
      width: 64,
      card: 'end',
      cell: ({ line }) => (
        <>
          <span className={styles.lineWord}>{t('line')} </span>
          {line}
        </>
      ),
    },
    ...importFields.map(
      (field): TableColumn<ImportRowItem> => ({
        id: field,
        header: t(`column.${field}`),
        card: field === 'name' ? 'title' : 'line',
        cell: row => <Cell row={row} field={field} />,
      }),
    ),
  ];
  return <Table label={t('rows')} rows={rows} columns={columns} rowKey={({ line }) => String(line)} />;
}

function Cell({ row: { cells, issues }, field }: { row: ImportRowItem; field: ImportField }) {
  const textOf = useIssueText();
  const found = issues.filter(({ path }) => path === field);
  if (found.length === 0) return cells[field];
  return (
    <span className={styles.bad}>
      {cells[field] && <span>{cells[field]}</span>}
      {found.map(issue => (
        <span key={issue.issue} className={styles.issue}>
          <TriangleAlert aria-hidden="true" />
          {textOf(issue)}
        </span>
      ))}
    </span>
  );
}
