/** Photos and radiographs in clinical order; empty slots can be filled while the case is a draft. */
import { useTranslation } from 'react-i18next';
import { slots } from '#events/case/options.ts';
import type { CaseView } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';

export function ImagesSection({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['case', 'rx', 'caseDetail']);
  const all = [...slots.photo, ...slots.radiograph];
  const bySlot = new Map(view.files.map(f => [f.slot, f]));
  const there = all.filter(slot => bySlot.has(slot)).length;
  return (
    <Panel
      id="images"
      title={t('case:page.images')}
      note={t('caseDetail:of', { n: there, total: all.length })}
    >
      <ul className={styles.images}>
        {all.map(slot => {
          const file = bySlot.get(slot);
          return (
            <li key={slot}>
              {file ? (
                <a href={`/api/files/${file.id}`} target="_blank" rel="noreferrer" className={styles.picture}>
                  <FilePicture file={file} alt={t(`rx:slot.${slot}`)} />
                </a>
              ) : (
                <span className={styles.emptySlot}>
                  {view.may.edit === 'yes' && !past ? (
                    <LinkButton size="small" href={`/addCase/dataUploadNew?id=${view.caseId}&slot=${slot}`}>
                      {t('caseDetail:upload')}
                    </LinkButton>
                  ) : (
                    <span className="t-small t-2">{t('caseDetail:noPicture')}</span>
                  )}
                </span>
              )}
              <span className="t-small">{t(`rx:slot.${slot}`)}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
