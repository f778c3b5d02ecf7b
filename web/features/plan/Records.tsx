/** The patient's photos and radiographs next to the plan, to check whether the models are this patient's. */
import { atom } from 'jotai/vanilla';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Slot, slots } from '#events/case/options.ts';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import { FilePicture } from '#web/features/file/FilePicture.tsx';
import { screenStore, useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './records.module.css';

/** The record that is open next to the model. */
const openRecord = atom<Slot | null>(null);

type PatientRecord = { slot: Slot; file: FileItem };

/** Photos and radiographs in clinical order; null if this person may not see the patient's pictures. */
export function patientRecords({ pages, files }: Pick<CaseView, 'pages' | 'files'>): PatientRecord[] | null {
  if (pages.images !== 'open') return null;
  return [...slots.photo, ...slots.radiograph].flatMap((slot): PatientRecord[] => {
    const file = files.find(one => one.slot === slot);
    return file ? [{ slot, file }] : [];
  });
}

export function PatientRecordsPanel({ view }: { view: CaseView }) {
  const { t } = useTranslation(['review', 'rx']);
  const open = useAtomValueAfterHydration(openRecord);
  const records = patientRecords(view);
  if (!records) return null;
  return (
    <Panel title={t('review:records.title')} count={records.length} id="records">
      {records.length === 0 ? (
        <p className="t-2">{t('review:records.none')}</p>
      ) : (
        <ul className={styles.strip}>
          {records.map(({ slot, file }) => (
            <li key={slot}>
              <button
                type="button"
                data-slot={slot}
                aria-pressed={open === slot}
                title={t(`rx:slot.${slot}`)}
                onClick={() => screenStore.set(openRecord, open === slot ? null : slot)}
              >
                <FilePicture file={file} alt={t(`rx:slot.${slot}`)} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The open record, enlarged, next to the model. Arrow keys switch records, Escape closes. */
export function EnlargedPatientRecord({ view }: { view: CaseView }) {
  const { t } = useTranslation(['review', 'rx', 'action']);
  const open = useAtomValueAfterHydration(openRecord);
  const pane = useRef<HTMLElement>(null);
  const isOpen = open !== null;
  useEffect(() => () => screenStore.set(openRecord, null), []);
  useEffect(() => {
    if (isOpen) pane.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const records = patientRecords(view) ?? [];
  const at = records.findIndex(({ slot }) => slot === open);
  const shown = records[at];
  if (!shown) return null;
  const name = t(`rx:slot.${shown.slot}`);
  const step = (by: 1 | -1) =>
    screenStore.set(openRecord, records[(at + by + records.length) % records.length]?.slot ?? null);
  const close = () => {
    screenStore.set(openRecord, null);
    document.querySelector<HTMLElement>(`[data-slot="${shown.slot}"]`)?.focus();
  };
  const keys = new Map([
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
    ['Escape', close],
  ]);
  return (
    <figure
      ref={pane}
      tabIndex={-1}
      className={styles.pane}
      aria-label={t('review:records.open', { name })}
      onKeyDown={event => {
        const act = keys.get(event.key);
        if (!act) return;
        event.preventDefault();
        act();
      }}
    >
      <figcaption>
        <span className="clip">{name}</span>
        <span className="num t-2">
          {at + 1} / {records.length}
        </span>
        <IconButton
          size="small"
          label={t('review:records.previous')}
          icon={<ChevronLeft />}
          onPress={() => step(-1)}
        />
        <IconButton
          size="small"
          label={t('review:records.next')}
          icon={<ChevronRight />}
          onPress={() => step(1)}
        />
        <IconButton size="small" label={t('review:records.close')} icon={<X />} onPress={close} />
      </figcaption>
      <a href={`/api/files/${shown.file.id}`} target="_blank" rel="noreferrer">
        <FilePicture file={shown.file} alt={name} whole />
      </a>
    </figure>
  );
}
