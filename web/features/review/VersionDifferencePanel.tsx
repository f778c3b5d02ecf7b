/** The changes of this version since an earlier one, in numbers; pressing a tooth shows it. */
import { useAtomValue } from 'jotai/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comparePlanVersions } from '#events/plan/version-difference.ts';
import {
  comparedVersionAtom,
  comparisonModeAtom,
  comparisonReferenceAtom,
} from '#web/features/viewer/layers.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { ReviewProps } from './review-props.ts';
import { VersionDifferenceTables } from './VersionDifferenceTables.tsx';

type Props = ReviewProps & {
  /** Number of the version in `previous`; default: the version before. */
  previousVersion?: number;
  /** `previous` is the version that this person last looked at. */
  looked?: boolean;
};

/** Shows the earlier version next to this one in the picture, at the same stage. */
function SideBySide({ version }: { version: number }) {
  const { t } = useTranslation('review');
  const how = useAtomValue(comparisonModeAtom);
  const against = useAtomValue(comparedVersionAtom);
  if (how === 'beside' && against === version) return null;
  return (
    <Button
      size="small"
      onPress={() => {
        screenStore.set(comparisonReferenceAtom, { version, stage: 'same' });
        screenStore.set(comparisonModeAtom, 'beside');
      }}
    >
      {t('difference.beside')}
    </Button>
  );
}

export function VersionDifferencePanel({
  view,
  list,
  version,
  bundle,
  previous,
  previousVersion,
  looked,
}: Props) {
  const { t } = useTranslation('review');
  const [only, setOnly] = useState(true);
  const found = useMemo(
    () => (bundle && previous ? comparePlanVersions(previous, bundle) : null),
    [bundle, previous],
  );
  const before = previousVersion ?? view[list].findLast(p => p.version < version)?.version;
  const from = before === undefined ? undefined : t('difference.from', { before, now: version });
  return (
    <Panel
      title={t('difference.title')}
      id="difference"
      note={from}
      action={
        found && (
          <Switch checked={only} onChange={setOnly}>
            {t('difference.only')}
          </Switch>
        )
      }
    >
      {found ? (
        <>
          {looked && <p className="t-small t-2">{t('difference.looked')}</p>}
          {before !== undefined && <SideBySide version={before} />}
          <VersionDifferenceTables found={found} only={only} />
        </>
      ) : (
        <p className="t-2">{t(before === undefined ? 'difference.first' : 'difference.unreadable')}</p>
      )}
    </Panel>
  );
}
