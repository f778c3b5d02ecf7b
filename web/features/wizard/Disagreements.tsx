/** Beside every step: what does not agree, each with why, its field and the ways out. */
import { ArrowRightLeft, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Contradiction, unresolved } from '#events/contradiction/contradictions.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ClashActions, Overruled } from './ClashActions.tsx';
import { titleOf, whyOf } from './clash-words.ts';
import { useWizard } from './context.ts';
import { FieldLink } from './FieldLink.tsx';
import { MixedUpActions, useMixedUpWords } from './MixedUp.tsx';
import type { MixedUp } from './model-names.ts';
import styles from './wizard.module.css';

const tones = { error: 'danger', warning: 'warn' } as const;

function Entry({ clash }: { clash: Contradiction }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const stands = clash.overruled !== null;
  return (
    <li data-tone={stands ? 'neutral' : tones[clash.level]}>
      {stands ? <Check aria-hidden="true" /> : <ArrowRightLeft aria-hidden="true" />}
      <div>
        <FieldLink place={clash.at}>{titleOf(t, clash)}</FieldLink>
        <p>{whyOf(t, clash)}</p>
        {stands ? <Overruled clash={clash} /> : <ClashActions clash={clash} />}
      </div>
    </li>
  );
}

function MixedUpEntry({ mixed }: { mixed: MixedUp }) {
  const { step } = useWizard();
  const { title, why } = useMixedUpWords()(mixed);
  return (
    <li data-tone="warn">
      <ArrowRightLeft aria-hidden="true" />
      <div>
        <FieldLink place={{ section: 'files', field: mixed.from }}>{title}</FieldLink>
        <p>{why}</p>
        {/* Beside the models themselves it is asked there. */}
        {step !== 'dataUploadNew' && (
          <div className={styles.ways}>
            <MixedUpActions mixed={mixed} />
          </div>
        )}
      </div>
    </li>
  );
}

export function Disagreements() {
  const { t } = useTranslation('wizard');
  const { clashes, models } = useWizard();
  const { mixed } = models;
  if (clashes.length === 0 && !mixed) return null;
  const open = unresolved(clashes);
  const asked = open.length + (mixed ? 1 : 0);
  const count = asked > 0 ? asked : undefined;
  const sorted = [...open, ...clashes.filter(clash => clash.overruled !== null)];
  return (
    <Panel title={t('disagree')} count={count} countTone="warn" flush>
      <ul className={styles.disagree}>
        {mixed && <MixedUpEntry mixed={mixed} />}
        {sorted.map(clash => (
          <Entry key={clash.name} clash={clash} />
        ))}
      </ul>
    </Panel>
  );
}
