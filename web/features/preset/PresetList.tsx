/** /setListNew: shared presets, and the doctor's own. */
import { useQuery } from '@tanstack/react-query';
import { Copy, Lock, PenLine, Plus, TextCursorInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { fieldsAnsweredBy } from '#events/preset/preset.ts';
import { buttonRightsQuery, type PresetItem, presetsQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { PresetFacts } from './PresetFacts.tsx';
import { PresetNameDialog } from './PresetNameDialog.tsx';
import styles from './preset.module.css';
import { type PresetBody, presetCommands, presetPayload } from './preset-commands.ts';
import { isPresetListFull, ownPresetsOf, uniquePresetName } from './preset-names.ts';

const editorHref = (id?: string) =>
  id === undefined ? '/setTransparentToothNew' : `/setTransparentToothNew?id=${encodeURIComponent(id)}`;

type Go = (href: string) => void;

/** Adds a preset; a refusal is a toast, because this page has no fields. */
async function add(body: PresetBody, said: string, refused: (issue: string, max: number) => string) {
  const done = await presetCommands.add(body);
  const issue = done.ok ? undefined : done.error.issues[0];
  if (done.ok) toast({ text: said, tone: 'ok' });
  else if (issue) toast({ text: refused(issue.issue, limits.presets), tone: 'danger' });
  return done;
}

export function PresetList({ go }: { go: Go }) {
  const { t } = useTranslation(['preset', 'rx', 'wizard', 'error']);
  const { data: granted } = useQuery(buttonRightsQuery());
  const allowed = granted?.includes('PreferenceSet') ?? false;
  const { data: list, isError, refetch } = useQuery({ ...presetsQuery(), enabled: allowed });
  return (
    <div className="page">
      <header className={styles.head}>
        <h1 className="t-page">{t('preset:title')}</h1>
      </header>
      {granted && !allowed ? (
        <EmptyState title={t('preset:notYours')}>{t('preset:notYoursHow')}</EmptyState>
      ) : list ? (
        <Presets list={list} go={go} />
      ) : isError ? (
        <EmptyState
          title={t('preset:failed')}
          action={<Button onPress={() => void refetch()}>{t('preset:retry')}</Button>}
        />
      ) : (
        <Skeleton lines={6} label={t('preset:loading')} />
      )}
    </div>
  );
}

function Presets({ list, go }: { list: readonly PresetItem[]; go: Go }) {
  const { t } = useTranslation('preset');
  const [renamed, setRenamed] = useState<PresetItem | null>(null);
  const own = ownPresetsOf(list);
  const full = isPresetListFull(list) ? t('full', { max: limits.presets }) : undefined;
  return (
    <Panel
      flush
      title={t('presets')}
      count={t('countOf', { count: own.length, max: limits.presets })}
      note={t('lead')}
      action={
        <Button
          size="small"
          variant="primary"
          icon={<Plus />}
          disabled={full !== undefined}
          disabledReason={full}
          onPress={() => go(editorHref())}
        >
          {t('new')}
        </Button>
      }
      footer={full}
    >
      <ul className={styles.list}>
        {list.map(preset => (
          <Line
            key={preset.id}
            preset={preset}
            list={list}
            full={full}
            go={go}
            onRename={() => setRenamed(preset)}
          />
        ))}
      </ul>
      {own.length === 0 && <EmptyState title={t('empty')}>{t('emptyHow')}</EmptyState>}
      {renamed && (
        <PresetNameDialog
          title={t('rename')}
          confirm={t('save')}
          name={renamed.name}
          id={renamed.id}
          list={list}
          send={name => presetCommands.change(renamed.id, { name })}
          onClose={() => setRenamed(null)}
        />
      )}
    </Panel>
  );
}

type LineProps = {
  preset: PresetItem;
  list: readonly PresetItem[];
  /** The reason why no preset can be added. */
  full: string | undefined;
  go: Go;
  onRename: () => void;
};

/** Actions on a preset. Deletion is immediate, with undo for ten seconds. */
function useActs({ preset, list, full, go, onRename }: LineProps) {
  const { t } = useTranslation(['preset', 'error']);
  const refused = (issue: string, max: number) => t(`error:issue.${issue}`, { max });
  const duplicate = async () => {
    const name = uniquePresetName(list, preset.name);
    const done = await add({ ...presetPayload(preset), name }, t('preset:kept', { name }), refused);
    if (done.ok) go(editorHref(done.answer.data.id));
  };
  const restore = () => void add(presetPayload(preset), t('preset:restored', { name: preset.name }), refused);
  const remove = async () => {
    const done = await presetCommands.remove(preset.id);
    if (!done.ok) return;
    toast({
      text: t('preset:deleted', { name: preset.name }),
      action: { label: t('preset:undo'), onPress: restore },
      seconds: 10,
    });
  };
  const copy = {
    id: 'duplicate',
    label: t('preset:duplicate'),
    icon: <Copy aria-hidden="true" />,
    disabled: full !== undefined,
    ...(full === undefined ? {} : { reason: full }),
    onPress: () => void duplicate(),
  };
  if (preset.locked) return [copy];
  return [
    {
      id: 'edit',
      label: t('preset:edit'),
      icon: <PenLine aria-hidden="true" />,
      href: editorHref(preset.id),
    },
    {
      id: 'rename',
      label: t('preset:rename'),
      icon: <TextCursorInput aria-hidden="true" />,
      onPress: onRename,
    },
    copy,
    {
      id: 'delete',
      label: t('preset:delete'),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onPress: () => void remove(),
    },
  ];
}

function Line(props: LineProps) {
  const { preset, list } = props;
  const { t } = useTranslation('preset');
  const [standard] = list;
  const than = standard && preset !== standard ? { name: standard.name, start: standard } : undefined;
  const count = fieldsAnsweredBy(preset.prescription).length + (preset.extract.length > 0 ? 1 : 0);
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <h3 className={styles.name}>
          {preset.locked ? (
            preset.name
          ) : (
            <Link href={editorHref(preset.id)} className="link">
              {preset.name}
            </Link>
          )}
        </h3>
        {preset === standard && <Badge tone="brand">{t('default')}</Badge>}
        {preset.locked && (
          <span className="row t-small t-2" title={t('lockedNote')}>
            <Lock aria-hidden="true" />
            {t('locked')}
          </span>
        )}
        <span className="push">
          <Menu label={t('acts', { name: preset.name })} items={useActs(props)} trigger={{ size: 'small' }} />
        </span>
      </div>
      <Disclosure summary={t('changes', { count })}>
        <PresetFacts start={preset} columns={2} {...(than ? { than } : {})} />
      </Disclosure>
    </li>
  );
}
