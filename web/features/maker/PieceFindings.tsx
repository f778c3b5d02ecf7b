/** Findings about the pieces of the stage files; the technician accepts or corrects each. */
import { useTranslation } from 'react-i18next';
import type { Arch } from '#events/tooth/fdi.ts';
import { Panel } from '#web/ui/panel.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import type { AttachmentShellId } from '#workers/stages/attachment-seat.ts';
import type { ProposedArch, ProposedTooth } from '#workers/stages/proposal.ts';
import type { PresenceCorrection, PresenceCorrectionsByArch } from '#workers/stages/tooth-presence.ts';
import styles from './maker.module.css';
import { assignShell, isShellAssigned, type Procedures } from './procedures.ts';
import type { ToothNumbers } from './tooth-numbers.ts';

/** Doubts about the tracking of a piece over the stages. */
export function PieceDoubts({ tooth }: { tooth: ProposedTooth }) {
  const { t } = useTranslation('maker');
  const words = (['trimmed', 'changed', 'spins', 'lost'] as const)
    .filter(kind => tooth[kind].length > 0)
    .map(kind => t(`odd.${kind}`, { stages: tooth[kind].join(', ') }));
  return words.length === 0 ? null : (
    <p className="t-small" data-tone="warn">
      {words.join(' ')}
    </p>
  );
}

type Choice = { label: string; found: string; other: string; corrected: boolean };

function Thing({ label, found, other, corrected, onChange }: Choice & { onChange: (to: boolean) => void }) {
  return (
    <div className={styles.thing}>
      <span className="t-small">{label}</span>
      <SegmentedControl
        label={label}
        hideLabel
        size="small"
        value={corrected ? 'other' : 'found'}
        onChange={value => onChange(value === 'other')}
        options={[
          { value: 'found', label: found },
          { value: 'other', label: other },
        ]}
      />
    </div>
  );
}

type Props = {
  arches: readonly ProposedArch[];
  numbers: Partial<ToothNumbers>;
  spans: PresenceCorrectionsByArch;
  onSpans: (spans: PresenceCorrectionsByArch) => void;
  wishes: Procedures;
  onWishes: (wishes: Procedures) => void;
};

type PieceProps = Omit<Props, 'numbers'> & { arch: Arch; piece: number; tooth: ProposedTooth } & {
  fdi: ProposedTooth['fdi'];
};

function Piece({ arch, piece, tooth, fdi, arches, spans, onSpans, wishes, onWishes }: PieceProps) {
  const { t } = useTranslation('maker');
  const { from, to, lost, shells } = tooth;
  const own = spans[arch]?.[piece] ?? {};
  const correct = (change: PresenceCorrection) =>
    onSpans({ ...spans, [arch]: { ...spans[arch], [piece]: { ...own, ...change } } });
  return (
    <li>
      <b className="num">{fdi ?? t('pieceOut', { at: piece + 1 })}</b>
      {from > 0 && (
        <Thing
          label={t('odd.appears', { stage: from })}
          found={t('accept.appears', { stage: from })}
          other={t('accept.fromStart')}
          corrected={own.fromStart ?? false}
          onChange={fromStart => correct({ fromStart })}
        />
      )}
      {to !== null && (
        <Thing
          label={t('odd.goes', { stage: to + 1 })}
          found={t('accept.goes', { stage: to + 1 })}
          other={t('accept.stays')}
          corrected={own.stays ?? false}
          onChange={stays => correct({ stays })}
        />
      )}
      {lost.length > 0 && <p className="t-small">{t('odd.lost', { stages: lost.join(', ') })}</p>}
      {shells.map((shell, at) => {
        const id: AttachmentShellId = { arch, piece, at };
        const size = shell.size.map(mm => mm.toFixed(1)).join(' × ');
        return (
          <Thing
            key={shell.at.join()}
            label={t(`odd.shell.${shell.surface}`, { from: shell.from, to: shell.to, size })}
            found={t('accept.attachment')}
            other={t('accept.none')}
            corrected={!isShellAssigned(wishes, id)}
            onChange={none => onWishes(assignShell(wishes, arches, id, none ? null : fdi))}
          />
        );
      })}
    </li>
  );
}

/** The pieces of all arches with findings beyond their motion. */
export function PieceFindings({ arches, numbers, ...rest }: Props) {
  const { t } = useTranslation('maker');
  const found = arches.flatMap(({ arch, teeth }) =>
    teeth.flatMap((tooth, piece) => {
      const { from, to, lost, shells } = tooth;
      const said = from > 0 || to !== null || lost.length > 0 || shells.length > 0;
      return said ? [{ arch, piece, tooth, fdi: numbers[arch]?.[piece] ?? null }] : [];
    }),
  );
  return found.length === 0 ? null : (
    <Panel title={t('changes')} count={found.length}>
      <p className="t-small t-2">{t('changesHow')}</p>
      <ul className={styles.found}>
        {found.map(each => (
          <Piece key={`${each.arch}/${each.piece}`} {...each} arches={arches} {...rest} />
        ))}
      </ul>
    </Panel>
  );
}
