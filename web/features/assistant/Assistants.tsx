/** /userList: a doctor's assistants, requests of colleagues to share one, and colleagues who cover. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Plus, Snowflake } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { AccountTabs } from '#web/features/account/AccountTabs.tsx';
import { CaseInvitations } from '#web/features/cover/CaseInvitations.tsx';
import { CoverPanel } from '#web/features/cover/CoverPanel.tsx';
import { useBoot } from '#web/lib/boot.tsx';
import { areNamesMaskedAtom } from '#web/lib/browser.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeyHints } from '#web/ui/kbd.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { AssistantForm } from './AssistantForm.tsx';
import { AssistantMenu } from './AssistantMenu.tsx';
import { AssistantOffers } from './AssistantOffers.tsx';
import styles from './assistant.module.css';
import { type AssistantItem, assistantOffersQuery, assistantsQuery } from './assistant-queries.ts';

export function Assistants() {
  const { t } = useTranslation(['assistant', 'account']);
  const { data: person } = useQuery(currentUserQuery());
  return (
    <div className="page">
      <h1 className={`t-page ${styles.title}`}>{t('account:tab.assistants')}</h1>
      <AccountTabs current="assistants" />
      {person?.position === 'Doctor' && <OwnAssistants me={person.id} />}
      {person && person.position !== 'Doctor' && (
        <EmptyState
          title={t('notYours')}
          action={<LinkButton href="/workbench">{t('toWorkbench')}</LinkButton>}
        >
          {t(person.position === 'Assistant' ? 'notYoursAssistant' : 'notYoursHow')}
        </EmptyState>
      )}
    </div>
  );
}

function OwnAssistants({ me }: { me: string }) {
  const { t } = useTranslation('assistant');
  const { data, isError, refetch } = useQuery(assistantsQuery());
  const { data: offers = [] } = useQuery(assistantOffersQuery());
  return (
    <div className={styles.content}>
      <AssistantOffers offers={offers} />
      {data ? (
        <AssistantList list={data} me={me} />
      ) : isError ? (
        <EmptyState
          title={t('failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={5} label={t('loading')} />
      )}
      <CaseInvitations />
      <CoverPanel me={me} />
    </div>
  );
}

function State({ of }: { of: AssistantItem }) {
  const { t } = useTranslation('assistant');
  if (!of.frozen)
    return (
      <StatusChip tone="ok" icon={<CircleCheck />}>
        {t('state.active')}
      </StatusChip>
    );
  return (
    <StatusChip tone="danger" icon={<Snowflake />} note={of.frozenByAdmin ? t('state.byAdmin') : undefined}>
      {t('state.frozen')}
    </StatusChip>
  );
}

/** The doctors served, the one who keeps the account, and colleagues who have not answered. */
function Doctors({ of, me }: { of: AssistantItem; me: string }) {
  const { t } = useTranslation('assistant');
  const named = of.doctors.map(({ id, name }, i) => {
    const shown = id === me ? t('you') : name;
    return i === 0 && of.doctors.length > 1 ? t('keeps', { name: shown }) : shown;
  });
  return (
    <span className={styles.doctors}>
      {named.join(t('comma'))}
      {of.offers.length > 0 && (
        <span className="t-small t-2">
          {t('waits', { names: of.offers.map(({ name }) => name).join(t('comma')) })}
        </span>
      )}
    </span>
  );
}

/** A cell with its column's name, which cards on a phone do not show otherwise. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.labelled}>
      <span className="only-narrow t-2">{label}</span>
      {children}
    </span>
  );
}

/** The open form: undefined for a new assistant, null for none. */
type Form = AssistantItem | undefined | null;

function AssistantList({ list, me }: { list: readonly AssistantItem[]; me: string }) {
  const { t } = useTranslation('assistant');
  const { hidden: rendered } = useBoot();
  const hidden = useAtomValueAfterHydration(areNamesMaskedAtom, rendered);
  const [form, setForm] = useState<Form>(null);
  const shut = hidden ? t('eyeHidden') : undefined;
  const full = list.length >= limits.assistants ? t('full', { max: limits.assistants }) : undefined;
  const add = (
    <Button
      variant="primary"
      size="small"
      icon={<Plus />}
      disabled={full !== undefined}
      disabledReason={full}
      onPress={() => setForm(undefined)}
    >
      {t('add')}
    </Button>
  );
  const columns: TableColumn<AssistantItem>[] = [
    { id: 'name', header: t('field.name'), card: 'title', cell: of => <b className="t-strong">{of.name}</b> },
    {
      id: 'userName',
      header: t('field.userName'),
      cell: of => (
        <Labelled label={t('field.userName')}>
          <span className="num">{of.userName}</span>
        </Labelled>
      ),
    },
    {
      id: 'phone',
      header: t('field.phone'),
      cell: of => (
        <Labelled label={t('field.phone')}>
          <span className="num">{of.phone}</span>
        </Labelled>
      ),
    },
    { id: 'state', header: t('status'), card: 'end', cell: of => <State of={of} /> },
    {
      id: 'doctors',
      header: t('doctors'),
      cell: of => (
        <Labelled label={t('doctors')}>
          <Doctors of={of} me={me} />
        </Labelled>
      ),
    },
    {
      id: 'acts',
      header: t('actions'),
      headerHidden: true,
      width: 56,
      align: 'end',
      card: 'action',
      cell: of => <AssistantMenu of={of} me={me} shut={shut} onEdit={setForm} />,
    },
  ];
  return (
    <>
      {hidden && list.length > 0 && <Banner tone="info">{t('eyeHidden')}</Banner>}
      {list.length > 0 && (
        <div className={styles.head}>
          <p className={`t-2 ${styles.lead}`}>{t('lead')}</p>
          {add}
        </div>
      )}
      <Table
        label={t('title')}
        rows={list}
        columns={columns}
        rowKey={of => of.id}
        rowLabel={of => of.name}
        onOpen={hidden ? undefined : setForm}
        singleKeys
        empty={
          <EmptyState title={t('empty')} action={add}>
            {t('emptyHow')}
          </EmptyState>
        }
      />
      {list.length > 0 && (
        <div className={`only-wide ${styles.hints}`}>
          <KeyHints
            items={[
              { keys: 'J K', label: t('keys.move') },
              { keys: 'Enter', label: t('keys.open') },
            ]}
          />
        </div>
      )}
      {form !== null && <AssistantForm of={form} onClose={() => setForm(null)} />}
    </>
  );
}
