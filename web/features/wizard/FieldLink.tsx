import type { MissingField } from '#events/case/draft.ts';
import { Link } from '#web/ui/link.tsx';
import { focusField } from './focus.ts';
import { missingFieldHref, slotForPlace, stepForPlace } from './steps.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

/** A link to a field; if the field is on this page, the link only moves the focus. */
export function FieldLink({
  place,
  children,
}: {
  place: Pick<MissingField, 'section' | 'field'>;
  children: React.ReactNode;
}) {
  const { step, view } = useWizard();
  return (
    <Link
      className={styles.fieldLink}
      href={missingFieldHref(place, view.caseId)}
      onClick={event => {
        if (stepForPlace(place) === step && focusField(slotForPlace(place))) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}
