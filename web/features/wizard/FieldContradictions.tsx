/** The contradictions of one field: both answers and the possible actions. */
import { useTranslation } from 'react-i18next';
import type { Contradiction } from '#events/contradiction/contradictions.ts';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { Banner, ContradictionBanner as Box } from '#web/ui/banner.tsx';
import { ContradictionActions, OverrideNote } from './ContradictionActions.tsx';
import { contradictionReason } from './contradiction-text.ts';
import { stepForPlace } from './steps.ts';
import { useWizard } from './wizard-context.ts';

function ClashBox({ clash }: { clash: Contradiction }) {
  const { t } = useTranslation(['wizard', 'rx']);
  if (clash.overruled !== null)
    return (
      <Banner tone="neutral" role="none" title={contradictionReason(t, clash)}>
        <OverrideNote clash={clash} />
      </Banner>
    );
  return <Box actions={<ContradictionActions clash={clash} />}>{contradictionReason(t, clash)}</Box>;
}

type Props = {
  /** Shows only the contradictions of this field. */
  field?: string;
  /** Renders the field's anchor here, for fields without their own place on the page. */
  placed?: boolean;
};

export function FieldContradictions({ field, placed }: Props) {
  const { clashes, step } = useWizard();
  const here = clashes.filter(({ at }) => stepForPlace(at) === step && (field ?? at.field) === at.field);
  return [...Map.groupBy(here, ({ at }) => at.field)].map(([name, group]) => (
    <div key={name} id={placed ? fieldElementId(name) : undefined}>
      {group.map(clash => (
        <ClashBox key={clash.name} clash={clash} />
      ))}
    </div>
  ));
}
