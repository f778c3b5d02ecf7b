/**
 * The bar above a list of a past moment. Shows the moment, and leads to another one, to other screens at the same
 * moment, and back to the present.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AsOfFields } from '#services/api/answers.ts';
import { ApiError } from '#web/lib/api.ts';
import { formatMoment, timeOf } from '#web/lib/format.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './past.module.css';
import { hrefAtMoment } from './past-moment-context.ts';
import { addDaysToMoment, parseTypedMoment, typedMomentOf } from './typed-moment.ts';

type Props = {
  /** The moment in the address. */
  at: string;
  /** Undefined until the list is read. */
  answer: AsOfFields | undefined;
  error: Error | null;
  /** Screen that shows the bar, by its address. */
  here: '/workbench' | '/caseList' | '/retainerList';
  /** Leads to another moment; null is the present. */
  go: (at: string | null) => void;
};

const screens = ['/workbench', '/caseList', '/retainerList'] as const;

function Elsewhere({ at, here }: Pick<Props, 'at' | 'here'>) {
  const { t } = useTranslation('past');
  return (
    <nav className="row" aria-label={t('elsewhere')}>
      {screens.map(
        screen =>
          screen !== here && (
            <Link key={screen} className="link" href={hrefAtMoment(screen, at)}>
              {t(`screen.${screen.slice(1)}`)}
            </Link>
          ),
      )}
    </nav>
  );
}

/** Fields for another moment. They begin with the shown one. */
function Choose({ shown, go }: { shown: string; go: (at: string) => void }) {
  const { t } = useTranslation('past');
  const [day, setDay] = useState<string | null>(typedMomentOf(shown).day);
  const [time, setTime] = useState(timeOf(shown));
  const chosen = day === null ? undefined : parseTypedMoment(day, time);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) go(chosen);
  };
  return (
    <form className={`row ${styles.choose}`} onSubmit={submit}>
      <IconButton
        size="small"
        label={t('dayBefore')}
        icon={<ChevronLeft aria-hidden="true" />}
        onPress={() => go(addDaysToMoment(shown, -1))}
      />
      <span className={styles.day}>
        <DateField size="compact" label={t('day')} hideLabel value={day} onChange={setDay} />
      </span>
      <span className={styles.time}>
        <TextField
          size="compact"
          label={t('time')}
          hideLabel
          numeric
          value={time}
          onChange={setTime}
          maxLength={5}
          inputMode="numeric"
          placeholder="hh:mm"
        />
      </span>
      <IconButton
        size="small"
        label={t('dayAfter')}
        icon={<ChevronRight aria-hidden="true" />}
        onPress={() => go(addDaysToMoment(shown, 1))}
      />
      <Button size="small" type="submit" disabled={!chosen}>
        {t('show')}
      </Button>
    </form>
  );
}

export function PastMomentBar({ at, answer, error, here, go }: Props) {
  const { t } = useTranslation(['past', 'error']);
  const shown = answer?.asOf?.at;
  const withheld = answer?.withheld ?? 0;
  const reason = (failed: Error) => {
    const issue = failed instanceof ApiError ? failed.issues[0]?.issue : undefined;
    return issue ? t(`error:issue.${issue}`, { defaultValue: failed.message }) : failed.message;
  };
  const text = () => {
    if (error) return reason(error);
    return shown ? t('past:shown', { at: formatMoment(shown) }) : t('past:opening');
  };
  return (
    <Banner
      tone={error ? 'danger' : 'warn'}
      actions={
        <>
          {(shown || error) && <Choose key={shown ?? at} shown={shown ?? new Date().toISOString()} go={go} />}
          <Button size="small" onPress={() => go(null)}>
            {t('past:live')}
          </Button>
          <Elsewhere at={at} here={here} />
        </>
      }
    >
      {text()} {withheld > 0 && t('past:withheld', { count: withheld })}
    </Banner>
  );
}
