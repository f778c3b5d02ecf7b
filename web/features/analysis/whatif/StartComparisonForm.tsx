/** Chooses a version and starts a comparison; where there is no other version, shows how to compare in a shell. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import type { WhatIfRequest } from './useWhatIf.ts';
import styles from './whatif.module.css';

const COMMAND = 'npm run archline -- replay --with <folder>';
const SETTING = 'WHATIF_VERSIONS=next=/srv/archline-next';
/** No version can have this name: it contains a space. */
const SAME = 'this version';

type Props = { versions: readonly string[]; isBusy: boolean; onCompare: (asked: WhatIfRequest) => void };

export function StartComparisonForm({ versions, isBusy, onCompare }: Props) {
  const { t } = useTranslation('analysis');
  const [chosen, setChosen] = useState(versions[0] ?? SAME);
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const version = chosen === SAME ? null : chosen;
  return (
    <Panel title={t('whatif.compare')}>
      <div className={styles.form}>
        <Select
          label={t('whatif.version')}
          size="compact"
          value={chosen}
          onChange={setChosen}
          options={[
            ...versions.map(version => ({ value: version, label: version })),
            { value: SAME, label: t('whatif.same') },
          ]}
        />
        <DateField label={t('whatif.from')} size="compact" value={from} onChange={setFrom} />
        <DateField label={t('whatif.to')} size="compact" value={to} onChange={setTo} />
        <Button
          variant="primary"
          disabled={isBusy}
          onPress={() => onCompare({ version, from: from ?? undefined, to: to ?? undefined })}
        >
          {t('whatif.run')}
        </Button>
      </div>
      <p className="t-small t-2">{t(version === null ? 'whatif.sameHow' : 'whatif.otherHow')}</p>
      <Disclosure summary={t('whatif.shell')} open={versions.length === 0}>
        <div className={styles.teach}>
          <p>{t('whatif.shellHow')}</p>
          <Snippet text={COMMAND} />
          <p>{t('whatif.settingHow')}</p>
          <Snippet text={SETTING} />
        </div>
      </Disclosure>
    </Panel>
  );
}

function Snippet({ text }: { text: string }) {
  const { t } = useTranslation('analysis');
  return (
    <div className={styles.snippet}>
      <code>{text}</code>
      <CopyButton iconOnly text={() => text} label={t('whatif.copy')} copied={t('whatif.copied')} />
    </div>
  );
}
