/** Creates a link to one version of a plan or to one model: audience, scope and duration. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareAudience, ShareLanguage } from '#events/share/events.ts';
import type { ShareItem } from '#events/share/facts.ts';
import { shareLimits } from '#events/share/limits.ts';
import { versionWarning } from '#events/share/version-warning.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { formatZonedMoment } from '#web/lib/format.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { CreateLinkDialog } from './CreateLinkDialog.tsx';
import { ShareLinkCard } from './ShareLinkCard.tsx';
import { useShareLinkListAndDialogs } from './ShareLinks.tsx';
import styles from './share.module.css';
import { createShareLink, type NewShareLink, shareLinksQuery } from './share-links.ts';

export type ShareDialogProps = {
  view: CaseView;
  list: 'plans' | 'targets';
  version: number;
  /** Audiences for which this person may create links. */
  makes: readonly ShareAudience[];
  onClose: () => void;
};

const dayChoices = [shareLimits.daysMin, 3, shareLimits.daysDefault, 14, 30, shareLimits.daysMax];

type Draft = Required<Omit<NewShareLink, 'list' | 'version' | 'fileId'>> & Pick<NewShareLink, 'fileId'>;

type FieldsProps = {
  view: CaseView;
  makes: readonly ShareAudience[];
  draft: Draft;
  change: (change: Partial<Draft>) => void;
};

function Shows({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  const { t } = useTranslation('share');
  return (
    <fieldset className={styles.checks}>
      <legend className="t-small t-strong">{t('shows')}</legend>
      <Checkbox checked={draft.stages} hint={t('stagesHint')} onChange={stages => change({ stages })}>
        {t('stages')}
      </Checkbox>
      {draft.for === 'colleague' && (
        <Checkbox checked={draft.notes} hint={t('notesHint')} onChange={notes => change({ notes })}>
          {t('notes')}
        </Checkbox>
      )}
    </fieldset>
  );
}

function Fields({ view, makes, draft, change }: FieldsProps) {
  const { t } = useTranslation(['share', 'rx']);
  const models = view.files.filter(file => file.kind === 'stl');
  // Links to the wear page are created where wear is recorded.
  const audiences = makes.filter(one => one !== 'wear' && (one !== 'model' || models.length > 0));
  return (
    <>
      <RadioGroup
        label={t('share:forWhom')}
        value={draft.for}
        onChange={audience => change({ for: audience })}
        options={audiences.map(value => ({
          value,
          label: t(`share:for.${value}`),
          note: t(`share:forNote.${value}`),
        }))}
      />
      {draft.for === 'model' ? (
        <Select
          label={t('share:model')}
          value={draft.fileId ?? ''}
          onChange={fileId => change({ fileId })}
          options={models.map(({ id, slot, name }) => ({
            value: id,
            label: slot ? t(`rx:slot.${slot}`) : name,
          }))}
        />
      ) : (
        <Shows draft={draft} change={change} />
      )}
      <div className={styles.pair}>
        <Select
          label={t('share:days')}
          value={String(draft.days)}
          onChange={days => change({ days: Number(days) })}
          options={dayChoices.map(count => ({ value: String(count), label: t('share:day', { count }) }))}
        />
        <Select<ShareLanguage>
          label={t('share:lang')}
          hint={t('share:langHint')}
          value={draft.lang}
          onChange={lang => change({ lang })}
          options={[
            { value: 'zh-CN', label: t('share:chinese') },
            { value: 'en', label: t('share:english') },
          ]}
        />
      </div>
    </>
  );
}

function useDraft({ view, list, version, makes }: ShareDialogProps) {
  const { lang } = useBoot();
  const [draft, setDraft] = useState<Draft>({
    for: makes[0] ?? 'colleague',
    stages: true,
    notes: false,
    days: shareLimits.daysDefault,
    lang,
  });
  const fileId = draft.fileId ?? view.files.find(file => file.kind === 'stl')?.id;
  const { fileId: _none, ...chosen } = draft;
  const shown = { ...chosen, notes: draft.notes && draft.for === 'colleague' };
  const body: NewShareLink =
    draft.for === 'model' ? { ...shown, ...(fileId ? { fileId } : {}) } : { ...shown, list, version };
  const change = (next: Partial<Draft>) => setDraft(before => ({ ...before, ...next }));
  return { draft: fileId ? { ...draft, fileId } : draft, body, change };
}

type OpenProps = { items: readonly ShareItem[]; list: (items: readonly ShareItem[]) => ReactNode };

/** The case's open links, below the form; nothing if there are none. */
function OpenLinks({ items, list }: OpenProps) {
  const { t } = useTranslation('share');
  const open = items.filter(item => item.standing === 'open');
  if (open.length === 0) return null;
  return (
    <section className={styles.open} aria-label={t('openLinks')}>
      <h3 className="t-small t-strong">
        {t('openLinks')} <span className="num">{open.length}</span>
      </h3>
      {list(open)}
    </section>
  );
}

/** `made`: the new link, until it is revoked. `items`: all links of the case. */
function useMaking(caseId: string, body: NewShareLink) {
  const { t } = useTranslation('error');
  const { data } = useQuery(shareLinksQuery(caseId));
  const items = data?.items ?? [];
  const [last, setLast] = useState<ShareItem | null>(null);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const over = items.some(item => item.id === last?.id && item.standing !== 'open');
  const made = over ? null : last;
  const make = async () => {
    if (pending || made) return;
    setPending(true);
    const done = await createShareLink(caseId, body);
    setPending(false);
    if (done.ok) setLast(done.answer.data);
    const issue = done.ok ? undefined : done.error.issues[0];
    setRefused(issue ? t(`issue.${issue.issue}`, { ...issue.values }) : null);
  };
  return { items, made, pending, refused, make };
}

export function ShareDialog(props: ShareDialogProps) {
  const { view, list, version, makes, onClose } = props;
  const { t } = useTranslation('share');
  const { draft, body, change } = useDraft(props);
  const { items, made, pending, refused, make } = useMaking(view.caseId, body);
  const links = useShareLinkListAndDialogs(view.caseId);
  const doubt = draft.for === 'model' ? null : versionWarning(version, view[list]);
  return (
    <>
      <CreateLinkDialog
        title={draft.for === 'model' ? t('titleModel') : t('titleOf', { version })}
        made={Boolean(made)}
        pending={pending}
        make={() => void make()}
        onClose={onClose}
      >
        <div className={styles.form}>
          {doubt && !made && (
            <Banner tone="warn" role="none">
              {t(`doubtful.${doubt}`)}
            </Banner>
          )}
          {refused && <Banner tone="danger">{refused}</Banner>}
          {made?.path ? (
            <>
              <Banner tone="ok">
                {t('made')} {t('until', { at: formatZonedMoment(made.expiresAt) })}
              </Banner>
              <ShareLinkCard path={made.path} />
            </>
          ) : (
            <Fields view={view} makes={makes} draft={draft} change={change} />
          )}
          <OpenLinks items={items} list={links.list} />
        </div>
      </CreateLinkDialog>
      {links.dialogs}
    </>
  );
}
