/** Second step: assigns pieces to teeth. The technician confirms or corrects the proposal. */
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fdi, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import type { ProposedArch } from '#workers/stages/proposal.ts';
import { ArchMap } from './ArchMap.tsx';
import styles from './maker.module.css';
import { PieceDoubts } from './PieceFindings.tsx';
import { ToothRotationSlider } from './ToothRotationSlider.tsx';
import { duplicateToothNumbers, shiftToothNumbers, type ToothNumbers } from './tooth-numbers.ts';

type Props = {
  arches: readonly ProposedArch[];
  numbers: Partial<ToothNumbers>;
  /** Teeth that the order extracts. */
  extract: readonly Fdi[];
  onChange: (numbers: Partial<ToothNumbers>) => void;
  turned: Partial<Record<Fdi, number>>;
  onTurn: (turned: Partial<Record<Fdi, number>>) => void;
};

const left = '-';

function Row({
  arch: one,
  numbers,
  extract,
  onChange,
  turned,
  onTurn,
}: { arch: ProposedArch } & Omit<Props, 'arches'>) {
  const { t } = useTranslation('maker');
  const { arch } = one;
  const list = numbers[arch] ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const wrong = duplicateToothNumbers(list);
  const set = (next: readonly (Fdi | null)[]) => onChange({ ...numbers, [arch]: next });
  const tooth = chosen === null ? undefined : one.teeth[chosen];
  const fdi = chosen === null ? null : (list[chosen] ?? null);
  return (
    <Panel
      title={t(`arch.${arch}`)}
      note={t('archFound', { stages: one.stages, teeth: one.teeth.length })}
      action={
        <>
          <IconButton
            size="small"
            label={t('shiftRight')}
            icon={<ArrowLeft />}
            onPress={() => set(shiftToothNumbers(arch, list, -1))}
          />
          <IconButton
            size="small"
            label={t('shiftLeft')}
            icon={<ArrowRight />}
            onPress={() => set(shiftToothNumbers(arch, list, 1))}
          />
        </>
      }
    >
      <ArchMap
        arch={one}
        numbers={list}
        extract={extract}
        wrong={wrong}
        chosen={chosen}
        turned={turned}
        onChoose={setChosen}
      />
      {tooth && chosen !== null ? (
        <div className={styles.piece}>
          <Select
            label={t('pieceIs', { at: chosen + 1 })}
            value={list[chosen] ? String(list[chosen]) : left}
            error={list[chosen] && wrong.has(list[chosen]) ? t('twice') : undefined}
            onChange={value =>
              set(
                list.map((fdi, at) =>
                  at === chosen ? (TEETH_BY_ARCH[arch].find(f => String(f) === value) ?? null) : fdi,
                ),
              )
            }
            options={[
              { value: left, label: t('leaveOut') },
              ...TEETH_BY_ARCH[arch].map(fdi => ({ value: String(fdi), label: String(fdi) })),
            ]}
          />
          <p className="t-small t-2 num">
            {t('pieceFacts', {
              width: tooth.width.toFixed(1),
              micrometres: tooth.residual === null ? '–' : Math.max(0.1, tooth.residual * 1000).toFixed(1),
            })}
          </p>
          {fdi && tooth.crown && (
            <ToothRotationSlider
              fdi={fdi}
              crown={tooth.crown}
              degrees={turned[fdi] ?? 0}
              onTurn={degrees => onTurn({ ...turned, [fdi]: degrees })}
            />
          )}
          <PieceDoubts tooth={tooth} />
        </div>
      ) : (
        <p className="t-small t-2">{t('pieceHow')}</p>
      )}
    </Panel>
  );
}

export function TeethStep({ arches, ...rest }: Props) {
  return (
    <div className={styles.arches}>
      {arches.map(arch => (
        <Row key={arch.arch} arch={arch} {...rest} />
      ))}
    </div>
  );
}
