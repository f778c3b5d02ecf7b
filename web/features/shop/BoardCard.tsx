/** One card of the board: item, quantity, customer, plan, waiting time, and next step. */
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { conversationId } from '#events/chat/conversation.ts';
import { stagesText } from '#web/case/event-line.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import { destructiveActions } from '#web/features/actionForm/destructive-actions.ts';
import { DeliveryAddressLine } from '#web/features/address/DeliveryAddressView.tsx';
import { hrefAtMoment, usePastMoment } from '#web/features/past/past-moment-context.ts';
import { trayDocumentLinks } from '#web/features/tray/tray-document-links.ts';
import { openChatDock } from '#web/lib/chat-dock.ts';
import { formatRelativeTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { type BoardCardData, listCardMenuActions, primaryCardAction } from './board-cards.ts';
import styles from './shop.module.css';

type Props = { card: BoardCardData; now: number; run: (card: BoardCardData, action: Action) => void };

const count = (range: { from: number; to: number } | null | undefined) =>
  range ? range.to - range.from + 1 : 0;

/** Content of the card: the tray, the parcel, the batch, or the open aligners. */
function useWhat() {
  const { t } = useTranslation(['shop', 'case']);
  return ({ item, tray }: BoardCardData) => {
    if (tray)
      return {
        what: t(`shop:mark.${tray.arch}`, { stage: tray.stage }),
        more: t(`shop:reason.${tray.reason}`),
      };
    const stages = item.parcel ?? item.batch ?? item.open;
    const trays = t('shop:trays', { count: count(stages?.upper) + count(stages?.lower) });
    return { what: stagesText(stages?.upper, stages?.lower, t), more: trays };
  };
}

function CardMenu({ card, run }: Omit<Props, 'now'>) {
  const { t } = useTranslation(['shop', 'case']);
  const { caseId, batch, parcel } = card.item;
  const made = parcel?.batch ?? batch?.batch;
  const ofBatch = made ? trayDocumentLinks(caseId, 'batches', made, t) : [];
  const papers = card.tray ? trayDocumentLinks(caseId, 'trays', card.tray.tray, t) : ofBatch;
  const acts = listCardMenuActions(card).map(action => ({
    id: action,
    label: t(`case:action.${action}`),
    danger: destructiveActions.includes(action),
    onPress: () => run(card, action),
  }));
  const talk = {
    id: 'talk',
    label: t('shop:board.talk'),
    onPress: () => openChatDock({ c: conversationId({ kind: 'production', id: caseId }) }),
  };
  const items = [...papers, talk, ...acts];
  return <Menu label={t('shop:board.more', { name: card.tray?.id ?? caseId })} items={items} />;
}

function Onwards({ card, run }: Omit<Props, 'now'>) {
  const { t } = useTranslation('case');
  const action = primaryCardAction(card);
  if (!action) return null;
  const label = t(`action.${action}`);
  return (
    <span className={styles.act}>
      <Button
        size="small"
        aria-label={`${label} ${card.tray?.id ?? card.item.caseId}`}
        onPress={() => run(card, action)}
      >
        {label}
      </Button>
    </span>
  );
}

export function BoardCard({ card, now, run }: Props) {
  const { t, i18n } = useTranslation(['shop', 'rx']);
  const { item, tray, since } = card;
  const at = usePastMoment();
  const { what, more } = useWhat()(card);
  const sent = tray?.shipped ?? item.parcel;
  const bundle = tray?.bundle ?? item.parcel?.bundle ?? item.batch?.bundle ?? item.plan?.bundle ?? '';
  const version = item.plan?.bundle === bundle ? `v${item.plan.version}` : '';
  return (
    <>
      <span className={styles.cardHead}>
        <Link
          className={styles.id}
          href={hrefAtMoment(
            tray ? `/caseDetail?id=${item.caseId}&section=manufacturing` : `/caseDetail?id=${item.caseId}`,
            at,
          )}
          data-card={card.key}
        >
          {item.caseId}
        </Link>
        {tray && <Badge tone="warn">T{tray.tray}</Badge>}
        <time className="push t-2 t-small num" dateTime={since}>
          {formatRelativeTime(since, now, i18n.language)}
        </time>
        {at === undefined && <CardMenu card={card} run={run} />}
      </span>
      <span>
        <span className="num t-strong">{what}</span>
        <span className="t-2"> · {more}</span>
      </span>
      <span className="t-2 t-small clip">{[item.owner.name, item.clinic].filter(Boolean).join(' · ')}</span>
      <span className="t-2 t-small num">
        {t('shop:label.plan', { version, hash: formatShortHash(bundle) })}
      </span>
      <DeliveryAddressLine to={item.delivery} />
      {card.column === 'shipped' && sent && (
        <span className="t-2 t-small num">
          {t(`rx:option.courier.${sent.courier}`)} {sent.trackingNumber}
        </span>
      )}
      <Onwards card={card} run={run} />
    </>
  );
}
