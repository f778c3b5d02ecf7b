/** Dialogs of the patient's page, in which a report is confirmed. */
import { missedReasons } from '#events/wear/events.ts';
import type { Translate } from '#web/features/patient/translator.ts';
import type { WearPageContent } from '#web/features/patient/wear-page-content.ts';
import { PlainButton } from '#web/ui/plain/plain-button.tsx';
import styles from './wear.module.css';

/** Confirmation before a report: on a phone, a button is easily pressed by accident. */
export function AlignerChangedDialog({ say }: { say: Translate }) {
  return (
    <dialog className={styles.dialog} data-dialog="changed" aria-labelledby="changed-title">
      <form method="dialog">
        <h2 id="changed-title" className="t-title" data-say="changedTitle">
          {say('changedTitle', { stage: '' })}
        </h2>
        <p data-say="changedText" />
        <p className={styles.early} data-say="early" hidden />
        <div className={styles.answers}>
          <PlainButton value="">{say('cancel')}</PlainButton>
          <PlainButton variant="primary" value="yes">
            {say('yes')}
          </PlainButton>
        </div>
      </form>
    </dialog>
  );
}

type ChoiceProps = { name: string; value: string; checked: boolean; children: string };

function Choice({ name, value, checked, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} value={value} defaultChecked={checked} />
      <span data-choice={value}>{children}</span>
    </label>
  );
}

/** Tells of a lost or broken aligner. */
export function MissedAlignerDialog({
  today,
  say,
  clinic,
}: {
  today: WearPageContent;
  say: Translate;
  clinic: string;
}) {
  const worn = today.arches.filter(({ stage }) => stage > 0);
  return (
    <dialog className={styles.dialog} data-dialog="missed" aria-labelledby="missed-title">
      <form method="dialog">
        <h2 id="missed-title" className="t-title">
          {say('missedTitle')}
        </h2>
        <fieldset>
          <legend>{say('which')}</legend>
          {worn.map(({ arch, stage }, at) => (
            <Choice key={arch} name="arch" value={arch} checked={at === 0}>
              {say('aligner', { arch: say(`arch.${arch}`), stage })}
            </Choice>
          ))}
        </fieldset>
        <fieldset>
          <legend>{say('reason.title')}</legend>
          {missedReasons.map((reason, at) => (
            <Choice key={reason} name="reason" value={reason} checked={at === 0}>
              {say(`reason.${reason}`)}
            </Choice>
          ))}
        </fieldset>
        <p className="t-2">{say('meanwhile', { clinic })}</p>
        <div className={styles.answers}>
          <PlainButton value="">{say('cancel')}</PlainButton>
          <PlainButton variant="primary" value="yes">
            {say('tell')}
          </PlainButton>
        </div>
      </form>
    </dialog>
  );
}
