/** Confirmation before a submit: complete and missing items, and the spec's declaration. */

import { ArrowRightLeft, Check, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MissingField } from '#events/case/draft.ts';
import { type SectionName, sectionNames } from '#events/case/sections.ts';
import { type Contradiction, unresolvedContradictions } from '#events/contradiction/contradictions.ts';
import { errors } from '#events/errors.ts';
import { showDoneToast } from '#web/features/actionForm/done-toast.ts';
import { addressLine } from '#web/features/address/delivery-copy.ts';
import { takeAction } from '#web/lib/act.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { contradictionReason, contradictionTitle } from './contradiction-text.ts';
import { isSavingBlocked } from './draft-state.ts';
import { useDuplicateJawFormatter, useMisplacedModelFormatter } from './MisplacedModel.tsx';
import { missingFieldHref, stepForPlace, wizardHref } from './steps.ts';
import styles from './wizard.module.css';
import { useWizard } from './wizard-context.ts';

type Group =
  | 'method'
  | 'patient'
  | 'diagnosis'
  | 'prescription'
  | 'markers'
  | 'photos'
  | 'models'
  | 'delivery';

/** The checklist group of a missing item. */
function groupOf({ section, field }: MissingField): Group {
  if (section === 'prescription' && field === 'method') return 'method';
  if (section === 'files') return field === 'models' ? 'models' : 'photos';
  if (section === 'data') return field === 'deliveryAddress' ? 'delivery' : 'models';
  return section;
}

const groups: readonly Group[] = [
  'method',
  'patient',
  'diagnosis',
  'prescription',
  'markers',
  'photos',
  'models',
  'delivery',
];

function Line({
  group,
  missing,
  onClose,
}: {
  group: Group;
  missing: readonly MissingField[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  const [first] = missing;
  return (
    <li>
      {first ? (
        <TriangleAlert data-tone="warn" aria-hidden="true" />
      ) : (
        <Check data-tone="ok" aria-hidden="true" />
      )}
      <span>{t(`wizard:check.${group}`)}</span>
      {first && (
        <Link className={styles.fieldLink} href={missingFieldHref(first, view.caseId)} onClick={onClose}>
          {missing.length === 1
            ? t(`rx:missing.${first.section}.${first.field}`)
            : t('wizard:missingCount', { count: missing.length })}
        </Link>
      )}
    </li>
  );
}

/** Whether each model is in the slot that its name suggests, or its place was confirmed. */
function ModelsLine({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('wizard');
  const { view, models } = useWizard();
  const wordsOf = useMisplacedModelFormatter();
  const twiceWords = useDuplicateJawFormatter();
  const { mixed, twice } = models;
  if (!view.files.some(file => file.kind === 'stl')) return null;
  const asked = mixed ? wordsOf(mixed).title : twice && twiceWords(twice).title;
  const place = { section: 'files', field: mixed?.from ?? 'upper' } as const;
  return (
    <li>
      {asked ? (
        <TriangleAlert data-tone="warn" aria-hidden="true" />
      ) : (
        <Check data-tone="ok" aria-hidden="true" />
      )}
      <span>{t('check.modelsInPlace')}</span>
      {asked && (
        <Link className={styles.fieldLink} href={missingFieldHref(place, view.caseId)} onClick={onClose}>
          {asked}
        </Link>
      )}
    </li>
  );
}

function ClashLine({ clash, onClose }: { clash: Contradiction; onClose: () => void }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  const stands = clash.overruled !== null;
  return (
    <li>
      {stands ? (
        <Check data-tone="ok" aria-hidden="true" />
      ) : (
        <ArrowRightLeft data-tone="warn" aria-hidden="true" />
      )}
      <div>
        <Link href={missingFieldHref(clash.at, view.caseId)} onClick={onClose}>
          {contradictionTitle(t, clash)}
        </Link>
        <div className="t-2">
          {contradictionReason(t, clash)}
          {clash.level === 'error' && <b> {t('wizard:mustResolve')}</b>}
        </div>
        {stands && <div>{t('wizard:overruled', { reason: clash.overruled })}</div>}
      </div>
    </li>
  );
}

/** Sections that another person saved since this page showed them; empty if only files changed. */
type Changed = readonly SectionName[];

function ChangedSince({ sections, onClose }: { sections: Changed; onClose: () => void }) {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  return (
    <Banner
      tone="warn"
      role="alert"
      title={t('wizard:changedSince')}
      actions={sections.map(section => (
        <Link
          key={section}
          href={wizardHref(stepForPlace({ section, field: '' }), { id: view.caseId })}
          onClick={onClose}
        >
          {t(`rx:section.${section}`)}
        </Link>
      ))}
    >
      {t('wizard:changedSinceHow')}
    </Banner>
  );
}

export function SubmitCaseDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['wizard', 'case', 'action']);
  const { view, edited, missing, clashes, draft, state, uploads, models, go } = useWizard();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState<Changed | null>(null);
  useEffect(() => {
    if (open) void draft.saveAll();
    else setChanged(null);
  }, [open, draft]);
  const { deliveryAddress = {} } = edited.data;
  const lingual = edited.prescription.method === 2;
  const reason = whyNot();
  const submit = async () => {
    if (busy || reason) return;
    setBusy(true);
    const saved = await draft.saveAll();
    // The revision that this page has shown or saved itself; later changes were not seen.
    const revision = draft.seenFrom(view.revision);
    const done = saved ? await takeAction(view.caseId, 'submitCase', { revision }) : null;
    setBusy(false);
    if (done?.ok === false && done.error.code === errors.staleCase.code)
      setChanged(sectionNames.filter(name => done.error.issues.some(issue => issue.path === name)));
    if (!done?.ok) return;
    showDoneToast({ action: 'submitCase', caseId: view.caseId, input: {}, answer: done.answer.data, go });
    // Close the dialog first: it returns the focus before the next page takes it.
    onClose();
    go(`/caseDetail?id=${view.caseId}`);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('wizard:checkTitle')}
      onCtrlEnter={() => void submit()}
      footNote={reason}
      actions={
        <>
          <Button onPress={onClose}>{t('wizard:cancel')}</Button>
          <Button variant="primary" pending={busy} disabledReason={reason} onPress={() => void submit()}>
            {t('case:action.submitCase')}
          </Button>
        </>
      }
    >
      {changed && <ChangedSince sections={changed} onClose={onClose} />}
      <ul className={styles.checklist}>
        {groups
          .filter(group => !(lingual && group === 'markers'))
          .map(group => (
            <Line
              key={group}
              group={group}
              missing={missing.filter(m => groupOf(m) === group)}
              onClose={onClose}
            />
          ))}
        <ModelsLine onClose={onClose} />
        {clashes.map(clash => (
          <ClashLine key={clash.name} clash={clash} onClose={onClose} />
        ))}
      </ul>
      {!reason && <p className={styles.willBe}>{t('case:confirm.submitCase')}</p>}
      {!reason && <p className="t-2">{t('wizard:parcelsTo', { address: addressLine(deliveryAddress) })}</p>}
    </Dialog>
  );

  function whyNot(): string | undefined {
    if (view.may.submitCase === 'never') return t('wizard:cannot.never');
    if (missing.length > 0) return t('wizard:cannot.missing', { count: missing.length });
    const open = unresolvedContradictions(clashes).length;
    if (open > 0) return t('wizard:cannot.disagree', { count: open });
    if (models.mixed) return t('wizard:cannot.mixedUp');
    if (models.twice) return t('wizard:cannot.twice');
    if (uploads.busy) return t('wizard:cannot.uploading');
    return isSavingBlocked(state) || state.closed !== null ? t('wizard:cannot.unsaved') : undefined;
  }
}
