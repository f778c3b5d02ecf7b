/** Orientation of the jaws in the files, entered by the technician if the teeth do not reveal it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import type { FileAxis, StatedAxes } from '#workers/stages/frame.ts';
import { axesFromUpAndFront, fileAxes } from './file-axes.ts';
import styles from './maker.module.css';

type Props = { busy: boolean; onState: (stated: StatedAxes) => void };

const axes = fileAxes.map(axis => ({ value: axis, label: axis.replace('-', '−') }));

export function FileOrientation({ busy, onState }: Props) {
  const { t } = useTranslation('maker');
  // Initial value: the convention of most scanners.
  const [up, setUp] = useState<FileAxis>('+z');
  const [front, setFront] = useState<FileAxis>('-y');
  const stated = axesFromUpAndFront(up, front);
  return (
    <div className={styles.lying}>
      <Select label={t('lyingUp')} value={up} onChange={setUp} options={axes} />
      <Select label={t('lyingFront')} value={front} onChange={setFront} options={axes} />
      <Button
        pending={busy}
        disabled={!stated}
        disabledReason={stated ? undefined : t('lyingSame')}
        onPress={() => stated && onState(stated)}
      >
        {t('lyingSo')}
      </Button>
    </div>
  );
}
