/** /setTransparentToothNew: one preset, as a prescription whose questions may stay open. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import { findIssues } from '#events/parse.ts';
import { fieldsAnsweredBy, newPresetInputSchema } from '#events/preset/preset.ts';
import { useUnsavedWarning } from '#web/features/session/useUnsavedWarning.tsx';
import { buttonRightsQuery, type PresetItem, presetsQuery } from '#web/lib/queries.ts';
import { useEditorShortcuts } from '#web/lib/useEditorShortcuts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { PresetFacts } from './PresetFacts.tsx';
import { type EditedPreset, PresetQuestions } from './PresetQuestions.tsx';
import styles from './preset.module.css';
import { presetCommands } from './preset-commands.ts';
import { presetNameIssue } from './preset-names.ts';

type Go = (href: string) => void;

const listHref = '/setListNew';
const nothing: EditedPreset = { name: '', prescription: {}, extract: [] };

/** @param id id of the preset; undefined for a new one */
export function PresetEditor({ id, go }: { id: string | undefined; go: Go }) {
  const { t } = useTranslation(['preset', 'rx', 'wizard', 'error']);
  const { data: granted } = useQuery(buttonRightsQuery());
  const allowed = granted?.includes('PreferenceSet') ?? false;
  const { data: list, isError } = useQuery({ ...presetsQuery(), enabled: allowed });
  const back = <LinkButton href={listHref}>{t('preset:back')}</LinkButton>;
  const preset = list?.find(one => one.id === id);
  if (granted && !allowed)
    return (
      <div className="page">
        <EmptyState title={t('preset:notYours')}>{t('preset:notYoursHow')}</EmptyState>
      </div>
    );
  if (!list)
    return (
      <div className="page">
        {isError ? (
          <EmptyState title={t('preset:failed')} action={back} />
        ) : (
          <Skeleton lines={10} label={t('preset:loading')} />
        )}
      </div>
    );
  if (preset?.locked) return <Locked preset={preset} />;
  if (id !== undefined && !preset)
    return (
      <div className="page">
        <EmptyState title={t('preset:unknown')} action={back}>
          {t('preset:unknownHow')}
        </EmptyState>
      </div>
    );
  return <Editing key={id ?? ''} preset={preset} list={list} go={go} />;
}

function Locked({ preset }: { preset: PresetItem }) {
  const { t } = useTranslation('preset');
  return (
    <div className="page">
      <header className={styles.head}>
        <h1 className="t-page">{preset.name}</h1>
        <span className={styles.actions}>
          <LinkButton href={listHref}>{t('back')}</LinkButton>
        </span>
      </header>
      <Panel title={t('sets')} note={t('lockedNote')}>
        <PresetFacts start={preset} columns={2} />
      </Panel>
    </div>
  );
}

/** The payload: open questions have no answer, and teeth are sent only with the answer "extraction". */
function sentOf({ name, prescription, extract }: EditedPreset) {
  const kept = fieldsAnsweredBy(prescription).map(field => [field, prescription[field]]);
  return {
    name: name.trim(),
    prescription: Object.fromEntries(kept) as EditedPreset['prescription'],
    extract: prescription.extraction === 'yes' ? extract.toSorted((a, b) => a - b) : [],
  };
}

const sameAs = (a: EditedPreset, b: EditedPreset) => JSON.stringify(sentOf(a)) === JSON.stringify(sentOf(b));

type EditingProps = { preset: PresetItem | undefined; list: readonly PresetItem[]; go: Go };

function useEditing({ preset, list, go }: EditingProps) {
  const { t } = useTranslation(['preset', 'error']);
  const [edited, setEdited] = useState<EditedPreset>(preset ?? nothing);
  const [refused, setRefused] = useState<Issue[]>([]);
  const [pending, setPending] = useState(false);
  const { question, settle } = useUnsavedWarning(!sameAs(edited, preset ?? nothing));
  const change = (patch: Partial<EditedPreset>) => {
    setRefused([]);
    setEdited(before => ({ ...before, ...patch }));
  };
  const wrongName = presetNameIssue(list, edited.name, preset?.id);
  const save = async () => {
    if (pending) return;
    const body = sentOf(edited);
    const wrong = [...(wrongName ? [wrongName] : []), ...findIssues(newPresetInputSchema, body)];
    setRefused(wrong);
    if (wrong.length > 0) return;
    setPending(true);
    const done = preset ? await presetCommands.change(preset.id, body) : await presetCommands.add(body);
    setPending(false);
    if (!done.ok) return setRefused(done.error.issues);
    settle();
    toast({ text: t('preset:saved', { name: body.name }), tone: 'ok' });
    go(listHref);
  };
  const words = (issue: Issue | undefined) => issue && t(`error:issue.${issue.issue}`, { ...issue.values });
  /** A taken name is reported while typing, an empty one on saving. */
  const error = (path: string) => {
    const known = path === 'name' && wrongName?.issue !== 'required' ? wrongName : undefined;
    return words(known ?? refused.find(i => i.path === path || i.path.startsWith(`${path}.`)));
  };
  return { edited, change, save, pending, question, error };
}

function Editing(props: EditingProps) {
  const { preset } = props;
  const { t } = useTranslation(['preset', 'rx', 'wizard']);
  const { edited, change, save, pending, question, error } = useEditing(props);
  useEditorShortcuts({ save: () => void save(), up: undefined, down: undefined, submit: () => void save() });
  const start = sentOf(edited);
  const title = preset ? t('preset:editTitle') : t('preset:newTitle');
  const whole =
    error('') ??
    (start.prescription && fieldsAnsweredBy(start.prescription).length === 0
      ? error('prescription')
      : undefined);
  return (
    <div className="page">
      <header className={styles.head}>
        <h1 className="t-page">{title}</h1>
        <span className={styles.actions}>
          <LinkButton href={listHref}>{t('preset:cancel')}</LinkButton>
          <Button variant="primary" pending={pending} shortcut="Ctrl S" onPress={() => void save()}>
            {t('preset:save')}
          </Button>
        </span>
      </header>
      <form className={styles.editor} noValidate onSubmit={event => event.preventDefault()}>
        <div className={styles.main}>
          {whole && <Banner tone="danger">{whole}</Banner>}
          <Panel>
            <TextField
              label={t('preset:name')}
              required
              autoComplete="off"
              autoFocus={!preset}
              value={edited.name}
              onChange={name => change({ name })}
              error={error('name')}
            />
          </Panel>
          <PresetQuestions edited={edited} change={change} error={error} />
        </div>
        <aside className={styles.side} aria-label={t('preset:sets')}>
          <Panel title={t('preset:sets')}>
            {fieldsAnsweredBy(start.prescription).length > 0 ? (
              <PresetFacts start={start} />
            ) : (
              <p className="t-2">{t('preset:setsNothing')}</p>
            )}
          </Panel>
        </aside>
      </form>
      {question}
    </div>
  );
}
