/** How the case ended: outcome, date, after-treatment pictures. */
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { KeyValues } from '#web/ui/key-values.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';

export function Archiving({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'rx', 'caseDetail', 'action']);
  const c = view.completion;
  const yesNo = (yes: boolean) => t(yes ? 'caseDetail:yes' : 'caseDetail:no');
  return (
    <Panel id="archiving" title={t('case:page.archiving')}>
      {c ? (
        <div className="stack">
          <KeyValues
            items={[
              { label: t('action:outcome'), value: t(`rx:option.outcome.${c.outcome}`) },
              { label: t('action:completedOn'), value: <span className="num">{c.date}</span> },
              { label: t('action:orderRetainer'), value: yesNo(c.retainer) },
              { label: t('action:submitModels'), value: yesNo(c.models) },
            ]}
          />
          <ul className={styles.images}>
            {[...c.photos, ...c.xrays].map(f => (
              <li key={f.id}>
                <a href={`/api/files/${f.id}`} target="_blank" rel="noreferrer" className={styles.picture}>
                  <FilePicture file={f} alt={t(`rx:fileKind.${f.kind}`)} />
                </a>
                <span className="t-small">{t(`rx:fileKind.${f.kind}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="t-2">{t('caseDetail:empty.archiving')}</p>
      )}
    </Panel>
  );
}
