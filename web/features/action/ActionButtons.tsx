/** A case's actions for this person: the button, the second one, and the menu with the rest. */
import { useTranslation } from 'react-i18next';
import type { Action } from '#events/case/rules.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useActionHost } from './ActionHost.tsx';
import { type Actionable, actionHref, chooseActions, grave } from './choose.ts';

type Props = {
  item: Actionable & { waits?: boolean };
  /** `row`: one button and the menu; `page`: the second action stands beside it. */
  place: 'row' | 'page';
  disabled?: boolean;
};

export function ActionButtons({ item, place, disabled }: Props) {
  const { t } = useTranslation(['case', 'action']);
  const { run, pending } = useActionHost();
  const { primary, second, menu } = chooseActions(item);
  const size = place === 'row' ? 'small' : 'medium';
  const inMenu = place === 'row' && second ? [second, ...menu] : menu;
  // Filled only where the case waits for this person: one green button per decision (UI.md 7, 11).
  const filled = item.waits ? 'primary' : 'outline';
  return (
    <>
      {primary && <One action={primary} variant={filled} />}
      {second && place === 'page' && (
        <One action={second} variant={grave.includes(second) ? 'danger' : 'outline'} />
      )}
      {inMenu.length > 0 && !disabled && (
        <Menu
          label={t('action:more', { caseId: item.caseId })}
          items={inMenu.map(action => ({
            id: action,
            label: t(`case:action.${action}`),
            danger: grave.includes(action),
            ...(actionHref(action, item)
              ? { href: actionHref(action, item) ?? '' }
              : { onPress: () => run(action, item) }),
          }))}
        />
      )}
    </>
  );

  function One({ action, variant }: { action: Action; variant: 'primary' | 'outline' | 'danger' }) {
    const href = actionHref(action, item);
    const label = t(`case:action.${action}`);
    if (href && !disabled)
      return (
        <LinkButton
          href={href}
          size={size}
          variant={variant === 'danger' ? 'outline' : variant}
          data-target={action}
        >
          {label}
        </LinkButton>
      );
    return (
      <Button
        size={size}
        variant={variant}
        disabled={disabled}
        pending={pending.has(item.caseId)}
        onPress={() => run(action, item)}
        data-target={action}
      >
        {label}
      </Button>
    );
  }
}
