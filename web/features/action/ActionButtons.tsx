/** A case's actions for this person: primary button, second button, and a menu with the rest. */
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { type ActionableCase, useActionHost } from '#web/features/actionForm/action-host.ts';
import { destructiveActions } from '#web/features/actionForm/destructive-actions.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import {
  actionHref,
  chooseActions,
  decisionActions,
  inputPageHref,
  isAwaitedAction,
} from './choose-actions.ts';

type Props = {
  item: ActionableCase & { waits?: boolean };
  /** `row`: one button and the menu; `page`: also a second button. */
  place: 'row' | 'page';
};

type OneProps = Props & { action: Action; variant: 'primary' | 'outline' | 'danger' };

/** One action: a link if the action has its own page, otherwise a button that opens a dialog. */
function OneAction({ item, place, action, variant }: OneProps) {
  const { t } = useTranslation('case');
  const { run, pending } = useActionHost();
  const leads = action === item.lead;
  const href = (leads ? inputPageHref(action, item) : null) ?? actionHref(action, item);
  const word = t(leads ? `lead.${action}` : `action.${action}`);
  const size = place === 'row' ? 'small' : 'medium';
  if (href)
    return (
      <LinkButton href={href} size={size} variant={variant === 'danger' ? 'outline' : variant}>
        {word}
      </LinkButton>
    );
  return (
    <Button
      size={size}
      variant={variant}
      pending={pending.has(item.caseId)}
      onPress={() => run(action, item)}
    >
      {word}
    </Button>
  );
}

export function ActionButtons({ item, place }: Props) {
  const { t } = useTranslation(['case', 'action']);
  const { run } = useActionHost();
  const { primary, second, menu } = chooseActions(item);
  const filled =
    item.waits &&
    primary &&
    isAwaitedAction(primary, item) &&
    (place === 'page' || decisionActions.includes(primary));
  const inMenu = place === 'row' && second ? [second, ...menu] : menu;
  const entry = (action: Action) => {
    const href = actionHref(action, item);
    const label = {
      id: action,
      label: t(`case:action.${action}`),
      danger: destructiveActions.includes(action),
    };
    return href ? { ...label, href } : { ...label, onPress: () => run(action, item) };
  };
  return (
    <>
      {/* Filled only if the case waits for this person: one green button per decision (UI.md 7, 11). */}
      {primary && (
        <OneAction item={item} place={place} action={primary} variant={filled ? 'primary' : 'outline'} />
      )}
      {second && place === 'page' && (
        <OneAction
          item={item}
          place={place}
          action={second}
          variant={destructiveActions.includes(second) ? 'danger' : 'outline'}
        />
      )}
      {inMenu.length > 0 && (
        <Menu label={t('action:more', { caseId: item.caseId })} items={inMenu.map(entry)} />
      )}
    </>
  );
}
