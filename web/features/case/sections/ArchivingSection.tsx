/** The end of a case: outcome, date, final pictures, the case on one page, and archiving. */
import { Archive, ArchiveRestore, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseView, CompletionItem } from '#projections/case/view.ts';
import { useActionHost } from '#web/features/actionForm/action-host.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { printPart } from '#web/lib/print-part.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CaseRecordDownload } from '../CaseRecordDownload.tsx';
import { CaseSummary } from '../CaseSummary.tsx';
import styles from '../case.module.css';

function Ended({ completion: c }: { completion: CompletionItem }) {
  const { t } = useTranslation(['rx', 'caseDetail', 'action']);
  const yesNo = (yes: boolean) => t(yes ? 'caseDetail:yes' : 'caseDetail:no');
  const pictures = [...c.photos, ...c.xrays];
  return (
    <>
      <KeyValueList
        items={[
          { label: t('action:outcome'), value: t(`rx:option.outcome.${c.outcome}`) },
          { label: t('action:completedOn'), value: <span className="num">{c.date}</span> },
          { label: t('action:orderRetainer'), value: yesNo(c.retainer) },
          { label: t('action:submitModels'), value: yesNo(c.models) },
        ]}
      />
      {pictures.length > 0 && (
        <ul className={styles.images}>
          {pictures.map(f => (
            <li key={f.id}>
              <a href={`/api/files/${f.id}`} target="_blank" rel="noreferrer" className={styles.picture}>
                <FilePicture file={f} alt={t(`rx:fileKind.${f.kind}`)} />
              </a>
              <span className="t-small">{t(`rx:fileKind.${f.kind}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const archivings = ['archive', 'unarchive'] as const;
const icons = { archive: <Archive />, unarchive: <ArchiveRestore /> };

function Acts({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['case', 'archive']);
  const { run } = useActionHost();
  return (
    <>
      {archivings.map(
        action =>
          !past &&
          view.may[action] === 'yes' && (
            <Button
              key={action}
              size="small"
              icon={icons[action]}
              onPress={() => run(action, { ...view.header, caseId: view.caseId })}
            >
              {t(`case:action.${action}`)}
            </Button>
          ),
      )}
      <IconButton
        size="small"
        label={t('archive:print')}
        icon={<Printer />}
        onPress={() => printPart('archiving')}
      />
    </>
  );
}

export function ArchivingSection({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const { completion } = view;
  return (
    <Panel id="archiving" title={t('case:page.archiving')} action={<Acts view={view} past={past} />}>
      <div className="stack">
        {completion ? (
          <Ended completion={completion} />
        ) : (
          <p className="t-2">{t('caseDetail:empty.archiving')}</p>
        )}
        <CaseSummary view={view} />
        <CaseRecordDownload view={view} past={past} />
      </div>
    </Panel>
  );
}
