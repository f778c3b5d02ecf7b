/**
 * /createRetainerWidget: the form for one case or the reason why it is unavailable; without a case, the
 * choice of one.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { rulesOf } from '#events/case/rules.ts';
import { RetainerStatus } from '#events/retainer/retainer.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { addressLine, deliveryAddressOf } from '#web/features/address/delivery-copy.ts';
import { addressesQuery, caseItemsQuery, caseViewQuery } from '#web/lib/queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { RetainerForm } from './RetainerForm.tsx';
import styles from './retainer.module.css';
import { retainerFormHref } from './retainer-search.ts';

type Props = { id: string; again: number | undefined; go: (href: string) => void };

export function CreateRetainer({ id, again, go }: Props) {
  const { t } = useTranslation('retainer');
  return (
    <div className="page">
      {id === '' ? (
        <>
          <h1 className="t-page">{t('form.title')}</h1>
          <PickCase go={go} />
        </>
      ) : (
        <FormOfCase key={`${id} ${again}`} id={id} again={again} go={go} />
      )}
    </div>
  );
}

function FormOfCase({ id, again, go }: Props) {
  const { t } = useTranslation('retainer');
  const { data: view } = useQuery(caseViewQuery(id));
  const { data: saved, isPending } = useQuery({
    ...addressesQuery(view?.header.owner.id),
    enabled: view?.may.applyRetainer === 'yes',
  });
  if (!view || (view.may.applyRetainer === 'yes' && isPending))
    return <Skeleton lines={8} label={t('loading')} />;
  const { caseId, header } = view;
  const known = view.retainers.some(order => order.retainer === again) ? again : undefined;
  const closed = closedBecause(view);
  const usual = saved?.find(address => address.default);
  return (
    <>
      <h1 className="t-page">{known === undefined ? t('form.title') : t('form.titleAgain', { n: known })}</h1>
      <p className="t-2 num">{t('form.lead', { caseId, name: header.patientName })}</p>
      {closed ? (
        <EmptyState
          title={t('form.closed.title')}
          action={
            <>
              <LinkButton href={`/caseDetail?id=${encodeURIComponent(caseId)}&section=retainer`}>
                {t('form.back')}
              </LinkButton>
              <LinkButton href="/retainerList">{t('form.toList')}</LinkButton>
            </>
          }
        >
          {t(`form.closed.${closed.why}`, closed.values)}
        </EmptyState>
      ) : (
        <RetainerForm
          view={view}
          again={known}
          usual={usual ? addressLine(deliveryAddressOf(usual)) : null}
          go={go}
        />
      )}
    </>
  );
}

/** Reason why an order is impossible now: position, status, an order in progress, or too many orders. */
function closedBecause({ may, retainers }: CaseView) {
  if (may.applyRetainer !== 'yes')
    return { why: may.applyRetainer === 'notNow' ? 'status' : 'never', values: {} };
  const newest = retainers.at(-1);
  if (newest && newest.status !== RetainerStatus.Signed) return { why: 'running', values: { n: newest.id } };
  return retainers.length >= limits.retainers ? { why: 'full', values: { max: limits.retainers } } : null;
}

const mayHave = ({ status }: CaseListItem) =>
  rulesOf('applyRetainer').some(rule => rule.from.includes(status));

function PickCase({ go }: { go: (href: string) => void }) {
  const { t } = useTranslation('retainer');
  const [keyword, setKeyword] = useState('');
  const query = new URLSearchParams({ size: '100', ...(keyword ? { keyword } : {}) });
  const { data } = useQuery({ ...caseItemsQuery(query.toString()), placeholderData: keepPreviousData });
  const rows = data?.items.filter(mayHave) ?? [];
  return (
    <Panel title={t('pick.title')} flush>
      <div className={styles.pick}>
        <SearchField
          label={t('pick.search')}
          placeholder={t('pick.search')}
          tone="box"
          value={keyword}
          onChange={setKeyword}
        />
      </div>
      <Table<CaseListItem>
        bare
        label={t('pick.title')}
        rows={rows}
        rowKey={item => item.caseId}
        rowLabel={item => `${item.caseId} ${item.patientName}`}
        onOpen={item => go(retainerFormHref(item.caseId))}
        empty={data && <EmptyState title={t('pick.none')}>{t('pick.noneHow')}</EmptyState>}
        columns={[
          {
            id: 'caseId',
            header: t('pick.caseId'),
            width: 120,
            card: 'title',
            cell: item => <span className="num t-strong">{item.caseId}</span>,
          },
          { id: 'patient', header: t('pick.patient'), card: 'title', cell: item => item.patientName },
          { id: 'status', header: t('pick.status'), cell: item => <CaseStatus {...item} waits={false} /> },
          {
            id: 'action',
            header: t('column.action'),
            headerHidden: true,
            align: 'end',
            card: 'action',
            cell: item => (
              <LinkButton size="small" href={retainerFormHref(item.caseId)}>
                {t('apply')}
              </LinkButton>
            ),
          },
        ]}
      />
    </Panel>
  );
}
