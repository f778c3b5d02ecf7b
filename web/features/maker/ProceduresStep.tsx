/** Step for IPR and attachments of the plan, on the chart and as rows. */
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Arch, archOf, type Fdi } from '#events/tooth/fdi.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { ProposedArch } from '#workers/stages/proposal.ts';
import styles from './maker.module.css';
import { AttachmentRow, IprRow } from './ProcedureRows.tsx';
import { ProceduresChart } from './ProceduresChart.tsx';
import { nextSelectedRow, type ProcedureCell } from './procedure-cells.ts';
import { contactsBetween, type PlannedIpr, type ProcedureRow, type Procedures } from './procedures.ts';

type Props = {
  arches: readonly ProposedArch[];
  teeth: readonly Fdi[];
  wishes: Procedures;
  /** Teeth that the order extracts. */
  extract: readonly Fdi[];
  onChange: (wishes: Procedures) => void;
};

const without = <T,>(list: readonly T[], at: number) => list.filter((_, i) => i !== at);
const withAt = <T,>(list: readonly T[], at: number, change: Partial<T>) =>
  list.map((one, i) => (i === at ? { ...one, ...change } : one));

/** The selected row; `focused` counts selections from the chart, which move the focus to the row. */
function useChosen() {
  const id = useId();
  const idOf = ({ list, at }: ProcedureRow) => `${id}${list}${at}`;
  const [{ chosen, focused }, set] = useState<{ chosen: ProcedureRow | null; focused: number }>({
    chosen: null,
    focused: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a selection in the chart moves the focus
  useEffect(() => {
    const row = chosen && document.getElementById(idOf(chosen));
    row?.querySelector<HTMLElement>('select, input, button')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [focused]);
  return {
    chosen,
    idOf,
    choose: (row: ProcedureRow | null) => set(now => ({ chosen: row, focused: now.focused })),
    goTo: (row: ProcedureRow) => set(now => ({ chosen: row, focused: now.focused + 1 })),
  };
}

const newIpr = (contact: string): PlannedIpr => ({ contact, mm: 0.2, before: 1 });

/** Adds a row with likely values: at the next contact without reduction, or at the next tooth without attachment. */
function procedureAdding(
  { arches, teeth, wishes, onChange }: Omit<Props, 'extract'>,
  goTo: (row: ProcedureRow) => void,
) {
  const { ipr, attachments } = wishes;
  const pairs = contactsBetween(teeth);
  const lastOf = (row: Arch) => Math.max(1, arches.find(one => one.arch === row)?.stages ?? 1);
  const addIpr = (contact = pairs.find(key => !ipr.some(one => one.contact === key)) ?? pairs[0]) => {
    if (!contact) return;
    onChange({ ...wishes, ipr: [...ipr, newIpr(contact)] });
    goTo({ list: 'ipr', at: ipr.length });
  };
  const addAttachment = (
    tooth = teeth.find(fdi => !attachments.some(one => one.tooth === fdi)) ?? teeth[0],
  ) => {
    if (!tooth) return;
    const added = {
      tooth,
      type: 'vertical-rectangle',
      surface: 'buccal',
      from: 1,
      to: lastOf(archOf(tooth)),
    };
    onChange({ ...wishes, attachments: [...attachments, added as Procedures['attachments'][number]] });
    goTo({ list: 'attachments', at: attachments.length });
  };
  return { pairs, lastOf, addIpr, addAttachment };
}

type PanelProps = {
  title: string;
  /** Shown while there is no row. */
  none: string;
  count: number;
  disabled: boolean;
  onAdd: () => void;
  children: ReactNode;
};

function ProcedurePanel({ title, none, count, disabled, onAdd, children }: PanelProps) {
  const { t } = useTranslation('maker');
  const add = (
    <Button size="small" icon={<Plus />} disabled={disabled} onPress={onAdd}>
      {t('add')}
    </Button>
  );
  return (
    <Panel title={title} count={count} action={add}>
      {count === 0 && <p className="t-2">{none}</p>}
      {children}
    </Panel>
  );
}

export function ProceduresStep({ arches, teeth, wishes, extract, onChange }: Props) {
  const { t } = useTranslation('maker');
  const { ipr, attachments } = wishes;
  const { chosen, idOf, choose, goTo } = useChosen();
  const { pairs, lastOf, addIpr, addAttachment } = procedureAdding({ arches, teeth, wishes, onChange }, goTo);
  const press = (cell: ProcedureCell) => {
    const row = nextSelectedRow(cell, chosen);
    if (row) goTo(row);
    else if (cell.kind === 'tooth') addAttachment(cell.tooth);
    else addIpr(cell.contact);
  };
  const rowProps = (row: ProcedureRow) => ({
    id: idOf(row),
    chosen: chosen?.list === row.list && chosen.at === row.at,
    onFocus: () => choose(row),
    lastOf,
    onRemove: () => {
      choose(null);
      onChange({ ...wishes, [row.list]: without<unknown>(wishes[row.list], row.at) });
    },
  });
  return (
    <>
      {teeth.length > 0 && (
        <ProceduresChart
          teeth={teeth}
          wishes={wishes}
          extract={extract}
          shellOf={({ arch: row, piece, at }) =>
            arches.find(one => one.arch === row)?.teeth[piece]?.shells[at]
          }
          chosen={chosen}
          onPress={press}
        />
      )}
      <div className={styles.doings}>
        <ProcedurePanel
          title={t('ipr')}
          none={t('iprNone')}
          count={ipr.length}
          disabled={pairs.length === 0}
          onAdd={() => addIpr()}
        >
          {ipr.map((one, at) => (
            <IprRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index
              key={at}
              {...rowProps({ list: 'ipr', at })}
              one={one}
              pairs={pairs}
              onChange={change => onChange({ ...wishes, ipr: withAt(ipr, at, change) })}
            />
          ))}
        </ProcedurePanel>
        <ProcedurePanel
          title={t('attachments')}
          none={t('attachmentsNone')}
          count={attachments.length}
          disabled={teeth.length === 0}
          onAdd={() => addAttachment()}
        >
          {attachments.map((one, at) => (
            <AttachmentRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index
              key={at}
              {...rowProps({ list: 'attachments', at })}
              one={one}
              teeth={teeth}
              onChange={change => onChange({ ...wishes, attachments: withAt(attachments, at, change) })}
            />
          ))}
        </ProcedurePanel>
      </div>
    </>
  );
}
