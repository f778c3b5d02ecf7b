/** Contradictions at their question: both answers, and what can be done about it. */
import { useTranslation } from 'react-i18next';
import type { Contradiction } from '#events/contradiction/contradictions.ts';
import { Banner, Clash as Box } from '#web/ui/banner.tsx';
import { ClashActions, Overruled } from './ClashActions.tsx';
import { whyOf } from './clash-words.ts';
import { useWizard } from './context.ts';
import { fieldId, stepOf } from './steps.ts';

function ClashBox({ clash }: { clash: Contradiction }) {
  const { t } = useTranslation(['wizard', 'rx']);
  if (clash.overruled !== null)
    return (
      <Banner tone="neutral" role="none" title={whyOf(t, clash)}>
        <Overruled clash={clash} />
      </Banner>
    );
  return <Box actions={<ClashActions clash={clash} />}>{whyOf(t, clash)}</Box>;
}

type Props = {
  /** Of all on this step only those of one field. */
  field?: string;
  /** Fields that have no place of their own on the page get one here. */
  placed?: boolean;
};

export function ClashesAt({ field, placed }: Props) {
  const { clashes, step } = useWizard();
  const here = clashes.filter(({ at }) => stepOf(at) === step && (field ?? at.field) === at.field);
  return [...Map.groupBy(here, ({ at }) => at.field)].map(([name, group]) => (
    <div key={name} id={placed ? fieldId(name) : undefined}>
      {group.map(clash => (
        <ClashBox key={clash.name} clash={clash} />
      ))}
    </div>
  ));
}
