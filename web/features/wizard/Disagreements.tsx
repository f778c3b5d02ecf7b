/** Beside every step: what does not agree, each with why, its field and the ways out. */
import { ArrowRightLeft, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Slot } from '#events/case/options.ts';
import { type Contradiction, unresolvedContradictions } from '#events/contradiction/contradictions.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ClashActions, Overruled } from './ClashActions.tsx';
import { titleOf, whyOf } from './clash-words.ts';
import { useWizard } from './context.ts';
import { FieldLink } from './FieldLink.tsx';
import { KeepTwice, MixedUpActions, useMixedUpWords, useTwiceWords } from './MixedUp.tsx';
import type { MixedUp, Twice } from './model-names.ts';
import { stepOf } from './steps.ts';
import styles from './wizard.module.css';

const tones = { error: 'danger', warning: 'warn' } as const;

function Entry({ clash }: { clash: Contradiction }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const stands = clash.overruled !== null;
  // Above the chart it is asked in full.
  const isBeside = useWizard().step === 'transparentMarkerNew' && stepOf(clash.at) === 'transparentMarkerNew';
  return (
    <li data-tone={stands ? 'neutral' : tones[clash.level]}>
      {stands ? <Check aria-hidden="true" /> : <ArrowRightLeft aria-hidden="true" />}
      <div>
        <FieldLink place={clash.at}>{titleOf(t, clash)}</FieldLink>
        {!isBeside && (
          <>
            <p>{whyOf(t, clash)}</p>
            {stands ? <Overruled clash={clash} /> : <ClashActions clash={clash} />}
          </>
        )}
      </div>
    </li>
  );
}

function TwiceEntry({ twice }: { twice: Twice }) {
  return (
    <ModelsEntry slot="upper" {...useTwiceWords()(twice)}>
      <KeepTwice twice={twice} />
    </ModelsEntry>
  );
}

function MixedUpEntry({ mixed }: { mixed: MixedUp }) {
  return (
    <ModelsEntry slot={mixed.from} {...useMixedUpWords()(mixed)}>
      <MixedUpActions mixed={mixed} />
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
        {/* Beside the models themselves it is asked there. */}
        {step !== 'dataUploadNew' && <div className={styles.ways}>{children}</div>}
      </div>
    </li>
  );
}

export function Disagreements() {
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
