/** A plan in numbers, for a colleague: version, values, and procedures by tooth. */
import type { TFunction } from 'i18next';
import type { SharedPlanDetails } from '#events/share/facts.ts';
import {
  angleClassText,
  boltonText,
  formatShortHash,
  formatSignedTenths,
  formatTenths,
} from '#web/case/plan-value-text.ts';
import styles from './share.module.css';

type ValuesProps = { t: TFunction; details: SharedPlanDetails };

/** The version, and the values that its data contain without shapes. */
export function PlanValues({ t, details }: ValuesProps) {
  const { list, version, bundle, angles, bolton } = details;
  const none = t('review:report.unknown');
  const rows = [
    [t('share:detail.version'), t(list === 'plans' ? 'share:version' : 'share:target', { version })],
    [t('review:report.hash'), formatShortHash(bundle)],
    [t('review:point.canine'), angleClassText(t, angles.canine) ?? none],
    [t('review:point.molar'), angleClassText(t, angles.molar) ?? none],
    ...bolton.map(one => [
      t('review:bolton.of', { kind: t(`review:bolton.${one.kind}`) }),
      boltonText(t, one),
    ]),
  ];
  return (
    <table className={styles.table}>
      <caption className="t-title">{t('share:detail.values')}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type TableProps = { title: string; heads: string[]; rows: (string | number)[][] };

function Numbered({ title, heads, rows }: TableProps) {
  return (
    <table className={styles.table}>
      <caption className="t-title">{title}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="num">
        {rows.map(cells => (
          <tr key={cells.join()}>
            {cells.map((cell, i) => (
              <td key={heads[i]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Both ends of each measure; a measure that lacks a tooth names it. */
function occlusionRows(t: TFunction, occlusion: NonNullable<SharedPlanDetails['occlusion']>): string[][] {
  return occlusion.map(({ measure, missing, ends }) => [
    t(`review:measure.${measure}`),
    ...(ends
      ? [formatTenths(ends.start), formatTenths(ends.goal), formatSignedTenths(ends.goal - ends.start)]
      : [t('review:measure.missing', { teeth: missing.join(', ') }), '', '']),
  ]);
}

/** Tables side by side, as many as fit. */
export function PlanDetailTables({ t, details: { occlusion, attachments, ipr } }: ValuesProps) {
  const tables: TableProps[] = [
    {
      title: t('share:detail.occlusion'),
      heads: [
        t('review:measure.what'),
        t('review:report.picture.start'),
        t('review:report.picture.goal'),
        t('review:report.change'),
      ],
      rows: occlusionRows(t, occlusion ?? []),
    },
    {
      title: t('share:detail.attachments'),
      heads: [t('share:detail.tooth'), t('share:detail.type'), t('share:detail.aligners')],
      rows: attachments.map(a => [
        a.tooth,
        t(`rx:option.attachmentType.${a.type}`),
        t('share:detail.wornFor', a),
      ]),
    },
    {
      title: t('share:detail.ipr'),
      heads: [t('share:detail.contact'), t('share:detail.mm'), t('share:detail.before')],
      rows: ipr.map(r => [r.contact, r.mm.toFixed(2), t('share:detail.beforeAligner', { stage: r.before })]),
    },
  ];
  return (
    <div className={styles.details}>
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map(table => (
          <Numbered key={table.title} {...table} />
        ))}
    </div>
  );
}
