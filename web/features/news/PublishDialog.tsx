/** Publication time of an article: now, or a chosen time. */
import { parseDateTime, toZoned } from '@internationalized/date';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { articleTextFor } from '#events/news/article.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { currentTimeZone, dayOf, formatMoment, timeOf } from '#web/lib/format.ts';
import { Banner } from '#web/ui/banner.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SubmitDialog } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useArticleIssueFormatter } from './article-issues.ts';
import { publishArticle } from './article-queries.ts';
import styles from './writing.module.css';

type Props = {
  article: ArticleItem;
  /** Saves unsaved text before publishing. */
  save?: () => Promise<boolean>;
  onClose: () => void;
};

/** Converts a date and time in the reader's time zone to an instant; undefined if invalid. */
function instantOf(day: string | null, time: string): string | undefined {
  if (!day || !/^([01]?\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return toZoned(parseDateTime(`${day}T${time.padStart(5, '0')}`), currentTimeZone()).toAbsoluteString();
}

export function PublishDialog({ article, save, onClose }: Props) {
  const { t } = useTranslation('backOffice');
  const { lang, now } = useBoot();
  const words = useArticleIssueFormatter(article.kind);
  const [when, setWhen] = useState<'now' | 'at'>(article.publishAt ? 'at' : 'now');
  const [day, setDay] = useState<string | null>(dayOf(article.publishAt ?? now));
  const [time, setTime] = useState(timeOf(article.publishAt ?? now));
  const [left, setLeft] = useState(false);
  const [pending, setPending] = useState(false);
  const [missing, setMissing] = useState<string[]>([]);
  const instant = instantOf(day, time);
  const title = articleTextFor(article.texts, lang)?.title || t('untitled');

  const submit = async () => {
    setLeft(true);
    if (pending || (when === 'at' && !instant)) return;
    setPending(true);
    const isSaved = save ? await save() : true;
    const done = isSaved ? await publishArticle(article.id, when === 'at' ? instant : undefined) : undefined;
    setPending(false);
    if (!done) return onClose();
    if (!done.ok) return setMissing(done.error.issues.map(words));
    const publishAt = done.answer.data?.publishAt;
    toast({ text: t('publishedFrom', { title, at: publishAt ? formatMoment(publishAt) : '' }), tone: 'ok' });
    onClose();
  };
  return (
    <SubmitDialog
      size="small"
      title={t('publishTitle')}
      onClose={onClose}
      cancel={t('cancel')}
      confirm={t(save ? 'saveAndPublish' : 'publish')}
      submit={submit}
      pending={pending}
    >
      <div className={styles.form}>
        {missing.length > 0 && (
          <Banner tone="danger" title={t('lacking')}>
            <ul>
              {missing.map(one => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Banner>
        )}
        <RadioGroup
          label={t('when')}
          value={when}
          onChange={value => setWhen(value === 'at' ? 'at' : 'now')}
          options={[
            { value: 'now', label: t('whenNow') },
            { value: 'at', label: t('whenAt'), note: t('whenAtNote') },
          ]}
        />
        {when === 'at' && (
          <div className={styles.time}>
            <DateField
              label={t('day')}
              required
              value={day}
              onChange={setDay}
              error={left && !day && t('dayWrong')}
            />
            <TextField
              label={t('time')}
              required
              numeric
              value={time}
              onChange={setTime}
              placeholder="09:00"
              error={left && day && !instant ? t('timeWrong') : undefined}
            />
          </div>
        )}
      </div>
    </SubmitDialog>
  );
}
