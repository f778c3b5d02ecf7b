/** First step: stage files as a zip, a folder, or single files; read in the browser, nothing is uploaded. */
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import styles from './maker.module.css';
import { StageFileIssues } from './StageFileIssues.tsx';
import type { PlanMakerHandle, PlanMakerState } from './usePlanMaker.ts';

type Props = { making: Extract<PlanMakerState, { step: 'files' }>; maker: PlanMakerHandle };

export function FilesStep({ making, maker }: Props) {
  const { t } = useTranslation('maker');
  const folder = useRef<HTMLInputElement>(null);
  const { share, refused, crashed } = making;
  if (share !== null)
    return (
      <div className={styles.reading}>
        <ProgressBar
          label={t('reading')}
          value={Math.round(share * 100)}
          text={`${Math.round(share * 100)} %`}
        />
        <Button onPress={maker.restart}>{t('cancel')}</Button>
      </div>
    );
  return (
    <div className="stack">
      <p>{t('filesHow')}</p>
      <div className={styles.drop}>
        <FileDrop
          label={t('dropFiles')}
          accept=".zip,.stl,.csv,.json"
          multiple
          onFiles={files => void maker.read(files)}
        >
          {t('drop')}
        </FileDrop>
      </div>
      <div>
        <input
          ref={folder}
          type="file"
          hidden
          aria-hidden="true"
          tabIndex={-1}
          // The browser's attribute for choosing a folder; React has no type for it.
          {...{ webkitdirectory: '' }}
          onChange={event => void maker.read([...(event.target.files ?? [])])}
        />
        <Button icon={<FolderOpen />} onPress={() => folder.current?.click()}>
          {t('folder')}
        </Button>
      </div>
      {crashed && <Banner tone="danger">{t('crashed')}</Banner>}
      {refused && <StageFileIssues title={t('refused')} tone="danger" issues={refused} />}
      <p className="t-small t-2">{t('filesNames')}</p>
    </div>
  );
}
