/** A table of the report that stays a table at every width: its numbers need their column heads. */
import styles from './report.module.css';
import type { ReportSection } from './report.ts';

type Props = { label: string; table: NonNullable<ReportSection['table']> };

export function ReportTable({ label, table: { head, rows } }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...numbers]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {numbers.map((number, at) => (
                <td key={head[at + 1]} className="num">
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
