/** Replacement aligners: which and why, status, and next action. */

import { useTranslation } from 'react-i18next';
import type { TrayItem } from '#projections/case/follow-up.ts';
import type { CaseView } from '#projections/case/view.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { dayOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import type { TrayAction } from './TrayDialog.tsx';
import styles from './tray.module.css';
import { trayDocumentLinks } from './tray-document-links.ts';

type Props = { view: CaseView; past: boolean; open: (of: TrayAction) => void };

/** This person's next action on the replacement, if any. */
function nextOf({ view, past }: Props, { status }: TrayItem): 'shipTray' | 'receiveTray' | null {
  const action = status === 'ordered' ? 'shipTray' : status === 'shipped' ? 'receiveTray' : null;
  return action && !past && view.may[action] === 'yes' ? action : null;
}

function useStateOf() {
  const { t } = useTranslation(['shop', 'rx']);
  return ({ shipped, received, by, at }: TrayItem) => {
    if (received)
      return t('shop:trace.received', { at: dayOf(received.at), name: actorName(received.by, t) });
    if (shipped)
      return t('shop:again.sent', {
        at: dayOf(shipped.at),
        courier: t(`rx:option.courier.${shipped.courier}`),
        number: shipped.trackingNumber,
      });
    return t('shop:again.ordered', { at: dayOf(at), name: actorName(by, t) });
  };
}

export function ReplacementAligners(props: Props) {
  const { view, open } = props;
  const { t } = useTranslation(['shop', 'case', 'caseDetail']);
  const stateOf = useStateOf();
  const columns: TableColumn<TrayItem>[] = [
    {
      id: 'tray',
      header: t('shop:again.no'),
      cell: tray => <span className="num t-strong">T{tray.tray}</span>,
      width: 64,
      card: 'title',
    },
    {
      id: 'what',
      header: t('shop:again.what'),
      cell: tray => t(`shop:mark.${tray.arch}`, { stage: tray.stage }),
    },
    {
      id: 'reason',
      header: t('case:tray.reason'),
      cell: tray => (
        <>
          {t(`shop:reason.${tray.reason}`)}
          {tray.note && <span className="t-2"> · {tray.note}</span>}
        </>
      ),
    },
    { id: 'state', header: t('caseDetail:state'), cell: stateOf },
    {
      id: 'act',
      header: t('shop:act'),
      headerHidden: true,
      width: 200,
      card: 'action',
      cell: tray => {
        const action = nextOf(props, tray);
        const { caseId } = view;
        return (
          <span className={styles.act}>
            {action && (
              <Button
                size="small"
                aria-label={`${t(`case:action.${action}`)} T${tray.tray}`}
                onPress={() => open({ action, caseId, tray: tray.tray, arch: tray.arch, stage: tray.stage })}
              >
                {t(`case:action.${action}`)}
              </Button>
            )}
            <Menu
              label={t('shop:papersOf', { what: t('shop:label.trays', { number: tray.tray }) })}
              items={trayDocumentLinks(caseId, 'trays', tray.tray, t)}
            />
          </span>
        );
      },
    },
  ];
  return (
    <Table
      bare
      label={t('shop:again.title')}
      rows={view.trays.toReversed()}
      rowKey={tray => tray.id}
      columns={columns}
      empty={<p className="t-2">{t('case:tray.none')}</p>}
    />
  );
}
