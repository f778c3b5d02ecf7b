/** The menu of one assistant, with its dialogs. Freezing acts at once and can be undone for ten seconds. */
import { PenLine, Snowflake, Trash2, Undo2, UserRoundMinus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, type MenuItemData } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import {
  EndAssistantServiceDialog,
  RemoveAssistantDialog,
  ShareAssistantDialog,
} from './AssistantDialogs.tsx';
import { assistantCommands } from './assistant-commands.ts';
import type { AssistantItem } from './assistant-queries.ts';

type Props = {
  of: AssistantItem;
  me: string;
  /** Reason why no entry can be used. */
  shut: string | undefined;
  onEdit: (of: AssistantItem) => void;
};
type Open = 'share' | 'end' | 'remove' | null;

const undoSeconds = 10;

function useFreezing({ id, name }: AssistantItem) {
  const { t } = useTranslation('assistant');
  const unfreeze = async () => {
    const done = await assistantCommands.act(id, 'unfreeze');
    if (done.ok) toast({ text: t('did.unfreeze', { name }), tone: 'ok' });
  };
  const freeze = async () => {
    const done = await assistantCommands.act(id, 'freeze');
    const action = { label: t('undo'), onPress: () => void unfreeze() };
    if (done.ok) toast({ text: t('did.freeze', { name }), action, seconds: undoSeconds });
  };
  return { freeze, unfreeze };
}

/** The entries of the doctor who keeps the account. */
function useKeptEntries({ of }: Props, open: (what: Open) => void): MenuItemData[] {
  const { t } = useTranslation('assistant');
  const { freeze, unfreeze } = useFreezing(of);
  const withdraw = async (id: string, doctor: string) => {
    const done = await assistantCommands.withdraw(of.id, id);
    if (done.ok) toast({ text: t('did.withdraw', { name: of.name, doctor }), tone: 'ok' });
  };
  const frozenByAdmin = of.frozenByAdmin ? { disabled: true, reason: t('frozenByAdmin') } : {};
  return [
    { id: 'share', label: t('share'), icon: <UsersRound aria-hidden="true" />, onPress: () => open('share') },
    ...of.offers.map(({ id, name }) => ({
      id: `withdraw ${id}`,
      label: t('withdraw', { doctor: name }),
      icon: <Undo2 aria-hidden="true" />,
      onPress: () => void withdraw(id, name),
    })),
    {
      id: 'freeze',
      label: t(of.frozen ? 'unfreeze' : 'freeze'),
      icon: <Snowflake aria-hidden="true" />,
      onPress: () => void (of.frozen ? unfreeze() : freeze()),
      ...frozenByAdmin,
    },
  ];
}

export function AssistantMenu(props: Props) {
  const { of, me, shut, onEdit } = props;
  const { t } = useTranslation('assistant');
  const [open, setOpen] = useState<Open>(null);
  const kept = useKeptEntries(props, setOpen);
  const close = () => setOpen(null);
  const edit: MenuItemData = {
    id: 'edit',
    label: t('edit'),
    icon: <PenLine aria-hidden="true" />,
    onPress: () => onEdit(of),
    ...(shut ? { disabled: true, reason: shut } : {}),
  };
  const end: MenuItemData = {
    id: 'end',
    label: t('endMenu'),
    icon: <UserRoundMinus aria-hidden="true" />,
    danger: true,
    onPress: () => setOpen('end'),
  };
  const remove: MenuItemData = {
    id: 'remove',
    label: t('removeMenu'),
    icon: <Trash2 aria-hidden="true" />,
    danger: true,
    onPress: () => setOpen('remove'),
  };
  const items = [
    edit,
    ...(of.kept ? kept : []),
    ...(of.doctors.length > 1 ? [end] : []),
    ...(of.kept ? [remove] : []),
  ];
  return (
    <>
      <Menu label={t('acts', { name: of.name })} items={items} trigger={{ size: 'small' }} />
      {open === 'share' && <ShareAssistantDialog of={of} onClose={close} />}
      {open === 'end' && <EndAssistantServiceDialog of={of} me={me} onClose={close} />}
      {open === 'remove' && <RemoveAssistantDialog of={of} me={me} onClose={close} />}
    </>
  );
}
