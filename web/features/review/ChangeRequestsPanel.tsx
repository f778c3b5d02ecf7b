/** The change requests with the measured verdict for this version; for the designer, a work list. */

import { CircleCheck, CircleDashed, CircleSlash, CircleX, Plus, TriangleAlert, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFdi } from '#events/tooth/fdi.ts';
import type { ChangeRequestItem } from '#projections/case/view.ts';
import { player } from '#web/features/viewer/player.ts';
import { chosenToothAtom } from '#web/features/viewer/viewer-state.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { formatMoment } from '#web/lib/format.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { useTakeAction } from '#web/lib/useTakeAction.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ChangeRequestForm } from './ChangeRequestForm.tsx';
import {
  type ChangeRequestState,
  changeRequestCheckOfVersion,
  changeRequestState,
  changeRequestText,
  changeRequestTones,
  checkResultText,
  toothOfChange,
} from './request-text.ts';
import styles from './review.module.css';
import type { ReviewProps } from './review-props.ts';

const icons: Record<ChangeRequestState, ReactNode> = {
  met: <CircleCheck />,
  partly: <TriangleAlert />,
  not: <CircleX />,
  unmeasured: <CircleSlash />,
  waiting: <CircleDashed />,
  withdrawn: <Undo2 />,
};

/** Shows the request's tooth and stage. */
function show({ change }: ChangeRequestItem): void {
  const tooth = toothOfChange(change);
  if (isFdi(tooth)) screenStore.set(chosenToothAtom, tooth);
  if (change.what === 'movement' && change.stage !== undefined) player.go(change.stage);
}

function Withdraw({ view, request }: Pick<ReviewProps, 'view'> & { request: ChangeRequestItem }) {
  const { t } = useTranslation(['review', 'case', 'action']);
  const [asking, setAsking] = useState(false);
  const { pending, send } = useTakeAction(view.caseId);
  return (
    <>
      <Button size="small" variant="quiet" icon={<Undo2 />} onPress={() => setAsking(true)}>
        {t('requests.withdraw')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('case:action.withdrawChange')}
        confirm={t('requests.withdraw')}
        cancel={t('action:cancel')}
        pending={pending}
        onConfirm={async () => {
          if (await send('withdrawChange', { request: request.request })) setAsking(false);
        }}
        onClose={() => setAsking(false)}
      >
        <p>{changeRequestText(t, request.change)}</p>
        <p className="t-2">{t('requests.withdrawHint', { request: request.request })}</p>
      </ConfirmDialog>
    </>
  );
}

type RowProps = Pick<ReviewProps, 'view' | 'list' | 'version'> & { request: ChangeRequestItem };

function Row({ view, list, version, request }: RowProps) {
  const { t } = useTranslation('review');
  const check = changeRequestCheckOfVersion(request, list, version);
  const state = changeRequestState(request, check);
  const found = checkResultText(t, request.change, check);
  const by = { name: actorName(request.by, t), version: request.version, at: formatMoment(request.at) };
  return (
    <li className={styles.request} data-closed={request.open ? undefined : true}>
      <button type="button" className={styles.what} onClick={() => show(request)}>
        {changeRequestText(t, request.change)}
      </button>
      <span className={styles.verdict}>
        <StatusChip tone={changeRequestTones[state]} icon={icons[state]}>
          {t(`verdict.${state}`)}
        </StatusChip>
      </span>
      {found && <span className={`t-small ${styles.found}`}>{found}</span>}
      {request.note && <span className="t-small">{request.note}</span>}
      <span className="t-small t-2">{t('requests.by', by)}</span>
      {request.open && request.own && view.may.withdrawChange === 'yes' && (
        <span>
          <Withdraw view={view} request={request} />
        </span>
      )}
    </li>
  );
}

/** Open requests first, then by number. */
const sorted = (requests: readonly ChangeRequestItem[]) =>
  requests.toSorted((a, b) => Number(b.open) - Number(a.open) || a.request - b.request);

export function ChangeRequestsPanel({ view, list, version }: ReviewProps) {
  const { t } = useTranslation('review');
  const [adding, setAdding] = useState(false);
  const newest = view[list].at(-1)?.version;
  const may = view.may.requestChange === 'yes' && version === newest;
  const designs = view.may.submitPlan !== 'never' || view.may.submitTarget !== 'never';
  const open = view.requests.filter(r => r.open).length;
  return (
    <Panel
      title={t(designs ? 'requests.todo' : 'requests.title')}
      id="requests"
      count={open > 0 ? t('requests.open', { count: open }) : undefined}
      action={
        may && (
          <IconButton
            size="small"
            label={t('requests.add')}
            icon={<Plus />}
            onPress={() => setAdding(true)}
          />
        )
      }
    >
      {adding && may && <ChangeRequestForm view={view} version={version} onClose={() => setAdding(false)} />}
      {view.requests.length === 0 && !adding && (
        <p className={styles.quiet}>{t(designs ? 'requests.howDesign' : 'requests.how')}</p>
      )}
      {view.requests.length > 0 && (
        <ul className={styles.list}>
          {sorted(view.requests).map(request => (
            <Row key={request.request} view={view} list={list} version={version} request={request} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
