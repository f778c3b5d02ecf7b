/** Actions on a person: move, freeze, keep for good, end sessions, remove. Each says what it does before it is confirmed. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoverDialog } from '#web/features/cover/CoverDialog.tsx';
import { refusalOf } from '#web/lib/act.ts';
import { useCommandState } from '#web/lib/useCommandState.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, type MenuItemData } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { MovePersonDialog } from './MovePersonDialog.tsx';
import styles from './people.module.css';
import {
  type OrganisationItem,
  type PersonCommand,
  type PersonDetail,
  sendPersonCommand,
} from './people-queries.ts';

type Props = {
  person: PersonDetail;
  /** The viewer's own account, which cannot be frozen or removed here. */
  isSelf: boolean;
  organisations: readonly OrganisationItem[];
  onRemoved: () => void;
};

export function PersonActions({ person, isSelf, organisations, onRemoved }: Props) {
  const { t } = useTranslation(['people', 'cover']);
  const [asked, setAsked] = useState<PersonCommand | 'move' | 'handOver' | null>(null);
  const own = isSelf ? { disabled: true, reason: t('people:ownAccount') } : {};
  const entry = (command: PersonCommand, more: Partial<MenuItemData> = {}): MenuItemData => ({
    id: command,
    label: t(`people:act.${command}`),
    onPress: () => setAsked(command),
    ...more,
  });
  const close = () => setAsked(null);
  const handsOver = person.position === 'Doctor' && person.held.owned > 0;
  const handOver = handsOver && <Button onPress={() => setAsked('handOver')}>{t('cover:handOver')}</Button>;
  const dialog = asked === 'handOver' && <CoverDialog kind="handOver" of={person} onClose={close} />;
  if (person.removed)
    return (
      <span className={styles.acts}>
        {handOver}
        {dialog}
      </span>
    );
  return (
    <span className={styles.acts}>
      {handOver}
      <Button onPress={() => setAsked('move')}>{t('people:move.open')}</Button>
      <Menu
        label={t('people:actsFor', { name: person.name })}
        trigger={{ children: t('people:more') }}
        items={[
          person.frozen ? entry('unfreeze') : entry('freeze', own),
          ...(person.trialUntil === null ? [] : [entry('permanent')]),
          entry('endSessions'),
          entry('removeFactors'),
          entry('remove', { danger: true, ...own }),
        ]}
      />
      {asked === 'move' && <MovePersonDialog person={person} organisations={organisations} onClose={close} />}
      {dialog}
      {asked && asked !== 'move' && asked !== 'handOver' && (
        <Confirm person={person} command={asked} onClose={close} onRemoved={onRemoved} />
      )}
    </span>
  );
}

type ConfirmProps = Pick<Props, 'person' | 'onRemoved'> & { command: PersonCommand; onClose: () => void };

function Confirm({ person, command, onClose, onRemoved }: ConfirmProps) {
  const { t } = useTranslation('people');
  const { other, run } = useCommandState();
  const wrong = other([]);
  const { name, held } = person;
  const count = held.owned + held.assigned;
  const send = async () => {
    const isDone = await run(async () => refusalOf(await sendPersonCommand(person.id, command)));
    if (!isDone) return;
    toast({ text: t(`acted.${command}`, { name }), tone: 'ok' });
    onClose();
    if (command === 'remove') onRemoved();
  };
  return (
    <ConfirmDialog
      open
      title={t(`ask.${command}`, { name })}
      confirm={t(`act.${command}`)}
      cancel={t('cancel')}
      danger={command === 'freeze' || command === 'remove'}
      onConfirm={send}
      onClose={onClose}
    >
      {wrong && <Banner tone="danger">{wrong}</Banner>}
      <p>{t(`does.${command}`)}</p>
      {command === 'remove' && count > 0 && <Banner tone="warn">{t('removeHeld', { count })}</Banner>}
    </ConfirmDialog>
  );
}
