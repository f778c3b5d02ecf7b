import type { MissingField } from '#events/case/draft.ts';
import { Link } from '#web/ui/link.tsx';
import { useWizard } from './context.ts';
import { focusField } from './focus.ts';
import { missingHref, slotOf, stepOf } from './steps.ts';
import styles from './wizard.module.css';

/** A link to a field: on its own page it only moves the keyboard. */
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
      href={missingHref(place, view.caseId)}
      onClick={event => {
        if (stepOf(place) === step && focusField(slotOf(place))) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}
