import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage } from '#events/plan/bundle.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { CaseView } from '#projections/case/view.ts';
/** Last step: a preview as the reviewers will see it, name and instructions, and submission. */
import { showDoneToast } from '#web/features/actionForm/done-toast.ts';
import { UploadRow } from '#web/features/file/UploadRow.tsx';
import { useUploads } from '#web/features/file/useUploads.ts';
import { movementCaps } from '#web/features/plan/caps.ts';
import { MovementTable } from '#web/features/viewer/MovementTable.tsx';
import { player } from '#web/features/viewer/player.ts';
import { StageTasks } from '#web/features/viewer/StageTasks.tsx';
import { Viewer } from '#web/features/viewer/Viewer.tsx';
import { takeAction } from '#web/lib/act.ts';
import { Button } from '#web/ui/button.tsx';
import { useNavigateTo } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { PlanBuildResult } from '#workers/stages/protocol.ts';
import { DesignBrief } from './DesignBrief.tsx';
import { ExpectedRedItems } from './ExpectedRedItems.tsx';
import styles from './maker.module.css';

type Props = {
  view: CaseView;
  list: VersionListName;
  built: PlanBuildResult;
  onBack: () => void;
  onDone: () => void;
};

const names = ['plan.json', 'teeth.glb', 'coarse.glb'] as const;
const types = ['application/json', 'model/gltf-binary', 'model/gltf-binary'] as const;

/** Object URLs of the built files, released on unmount. */
function useSource({ bundle, files }: PlanBuildResult) {
  const source = useMemo(() => {
    const [, teeth, coarse] = files.map((bytes, i) =>
      URL.createObjectURL(new Blob([bytes], { type: types[i] ?? '' })),
    );
    const urls = new Map([
      [bundle.parts.teeth.sha256, teeth],
      [bundle.parts.coarse.sha256, coarse],
    ]);
    return { urls, source: { bundle, partUrl: (sha256: string) => urls.get(sha256) ?? '' } };
  }, [bundle, files]);
  useEffect(
    () => () => {
      for (const url of source.urls.values()) if (url) URL.revokeObjectURL(url);
    },
    [source],
  );
  return source.source;
}

export function CheckStep({ view, list, built, onBack, onDone }: Props) {
  const { t } = useTranslation(['maker', 'action', 'case']);
  const action = list === 'plans' ? 'submitPlan' : 'submitTarget';
  const version = (view[list].at(-1)?.version ?? 0) + 1;
  const standard = t(`case:standardName.${list}`, { version });
  const [name, setName] = useState('');
  const [instructions, setInstructions] = useState('');
  const [sending, setSending] = useState(false);
  const uploads = useUploads({ caseId: view.caseId });
  const source = useSource(built);
  const { bundle, files } = built;
  useEffect(() => player.set(lastStage(bundle)), [bundle]);
  const parcels = useMemo(
    () => files.map((bytes, i) => new File([bytes], names[i] ?? 'part', { type: types[i] ?? '' })),
    [files],
  );
  // Files upload in parallel; the version lists them in its own order.
  const idOf = (wanted: string) => uploads.items.find(i => i.name === wanted)?.fileId;
  /** A retry after a failure sends only the missing files. */
  const handIn = () => {
    setSending(true);
    for (const file of parcels) if (!idOf(file.name)) uploads.add(file, 'plan', null);
  };
  const ids = names.flatMap(each => idOf(each) ?? []);
  const failed = uploads.items.some(i => i.state === 'failed');
  const go = useNavigateTo();
  const submit = useRef(async (_ids: string[]) => {});
  submit.current = async all => {
    const input = {
      name: name.trim() || standard,
      upperStages: bundle.upperStages,
      lowerStages: bundle.lowerStages,
      ...(instructions.trim() ? { instructions: instructions.trim() } : {}),
      files: all,
    };
    const done = await takeAction(view.caseId, action, input);
    setSending(false);
    if (!done.ok) return;
    showDoneToast({ action, caseId: view.caseId, input, answer: done.answer.data, go });
    onDone();
  };
  const all = ids.join(' ');
  useEffect(() => {
    const list = all.split(' ');
    if (sending && list.length === names.length) void submit.current(list);
  }, [sending, all]);

  return (
    <div className={styles.check}>
      <div className={styles.picture}>
        <Viewer source={source} />
      </div>
      <div className={styles.side}>
        <Panel title={t('maker:handIn')}>
          <div className="stack">
            <TextField label={t('action:name')} placeholder={standard} value={name} onChange={setName} />
            <p className="num t-2">
              {t('maker:stages', { upper: bundle.upperStages, lower: bundle.lowerStages })}
            </p>
            <TextArea
              label={t('action:instructions')}
              optional
              rows={3}
              value={instructions}
              onChange={setInstructions}
            />
            {uploads.items.map(item => (
              <UploadRow key={item.key} item={item} uploads={uploads} />
            ))}
            <ExpectedRedItems view={view} list={list} {...source} />
            <div className="row">
              <Button onPress={onBack} disabled={sending && !failed}>
                {t('maker:back')}
              </Button>
              <Button variant="primary" pending={sending && !failed} onPress={handIn}>
                {t('maker:handInNow', { version })}
              </Button>
            </div>
          </div>
        </Panel>
        <StageTasks bundle={bundle} />
        <MovementTable bundle={bundle} {...(list === 'plans' && { caps: movementCaps(view) })} />
        <DesignBrief view={view} list={list} />
      </div>
    </div>
  );
}
