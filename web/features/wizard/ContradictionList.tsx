/** The contradictions next to each step: reason, field and resolutions. */
import { ArrowRightLeft, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '#events/case/options.ts';
import { type Contradiction, unresolvedContradictions } from '#events/contradiction/contradictions.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ContradictionActions, OverrideNote } from './ContradictionActions.tsx';
import { contradictionReason, contradictionTitle } from './contradiction-text.ts';
import { FieldLink } from './FieldLink.tsx';
import {
  DuplicateJawAnswers,
  MisplacedModelAnswers,
  useDuplicateJawFormatter,
  useMisplacedModelFormatter,
} from './MisplacedModel.tsx';
import type { DuplicateJaw, MisplacedModel } from './model-names.ts';
import { stepForPlace } from './steps.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

const tones = { error: 'danger', warning: 'warn' } as const;

function Entry({ clash }: { clash: Contradiction }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const stands = clash.overruled !== null;
  // The chart page shows this contradiction in full above the chart.
  const isBeside =
    useWizard().step === 'transparentMarkerNew' && stepForPlace(clash.at) === 'transparentMarkerNew';
  return (
    <li data-tone={stands ? 'neutral' : tones[clash.level]}>
      {stands ? <Check aria-hidden="true" /> : <ArrowRightLeft aria-hidden="true" />}
      <div>
        <FieldLink place={clash.at}>{contradictionTitle(t, clash)}</FieldLink>
        {!isBeside && (
          <>
            <p>{contradictionReason(t, clash)}</p>
            {stands ? <OverrideNote clash={clash} /> : <ContradictionActions clash={clash} />}
          </>
        )}
      </div>
    </li>
  );
}

function TwiceEntry({ twice }: { twice: DuplicateJaw }) {
  return (
    <ModelsEntry slot="upper" {...useDuplicateJawFormatter()(twice)}>
      <DuplicateJawAnswers twice={twice} />
    </ModelsEntry>
  );
}

function MixedUpEntry({ mixed }: { mixed: MisplacedModel }) {
  return (
    <ModelsEntry slot={mixed.from} {...useMisplacedModelFormatter()(mixed)}>
      <MisplacedModelAnswers mixed={mixed} />
    </ModelsEntry>
  );
}

type ModelsEntryProps = { slot: Slot; title: string; why: string; children: ReactNode };

function ModelsEntry({ slot, title, why, children }: ModelsEntryProps) {
  const { step } = useWizard();
  return (
    <li data-tone="warn">
      <ArrowRightLeft aria-hidden="true" />
      <div>
        <FieldLink place={{ section: 'files', field: slot }}>{title}</FieldLink>
        <p>{why}</p>
        {/* The page with the models shows the question itself. */}
        {step !== 'dataUploadNew' && <div className={styles.ways}>{children}</div>}
      </div>
    </li>
  );
}

export function ContradictionList() {
  const { t } = useTranslation('wizard');
  const { clashes, models } = useWizard();
  const { mixed, twice } = models;
  if (clashes.length === 0 && !mixed && !twice) return null;
  const open = unresolvedContradictions(clashes);
  const asked = open.length + (mixed || twice ? 1 : 0);
  const count = asked > 0 ? asked : undefined;
  const sorted = [...open, ...clashes.filter(clash => clash.overruled !== null)];
  return (
    <Panel title={t('disagree')} count={count} countTone="warn" flush>
      <ul className={styles.disagree}>
        {mixed && <MixedUpEntry mixed={mixed} />}
        {!mixed && twice && <TwiceEntry twice={twice} />}
        {sorted.map(clash => (
          <Entry key={clash.name} clash={clash} />
        ))}
      </ul>
    </Panel>
  );
}
