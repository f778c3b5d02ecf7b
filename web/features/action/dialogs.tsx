/**
 * The lifecycle dialogs, from design to completion: one table row per action that asks for more than a note.
 */
import type * as z from 'zod/mini';
import { lifecycleActions } from '#events/case/actions.ts';
import { outcomesAt } from '#events/case/completion.ts';
import { orderedArches } from '#events/case/draft.ts';
import { limits } from '#events/case/limits.ts';
import type { Slot } from '#events/case/options.ts';
import { Status } from '#events/case/status.ts';
import { planActions } from '#events/plan/actions.ts';
import { shipmentActions } from '#events/shipment/actions.ts';
import { shipmentParcelId } from '#events/shipment/shipment.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { parcelDialogRows } from '#web/features/actionForm/parcel-dialog-rows.ts';
import { DialogTableForm } from '#web/features/actionForm/SchemaForm.tsx';
import {
  type CustomControlProps,
  createSchemaDialog,
  type DialogContext,
  type DialogState,
} from '#web/features/actionForm/schema-dialog.ts';
import { noteText } from '#web/lib/note-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './action.module.css';
import { ManufacturingSubmissionFacts } from './ManufacturingSubmissionFacts.tsx';
import { TechnicianChoice } from './TechnicianChoice.tsx';
import { useProductionDialog, useShipDialog } from './useBatchDialogs.tsx';
import { useTreatmentLogText } from './useTreatmentLogText.ts';

type Distribution = z.input<typeof lifecycleActions.allocateCase.input>;
type Submission = z.input<typeof planActions.submitPlan.input>;

const technicianRow = ({ t, detail }: DialogContext<Distribution>) => ({
  name: 'technicianId' as const,
  label: t('action:technician'),
  draw: (control: CustomControlProps) => (
    <TechnicianChoice {...control} without={detail?.header.assignee?.id} />
  ),
});

/** Model slots that an answer replaces: those of the refused models. */
const refusedSlots = (detail: ActionFormProps['detail']): Slot[] =>
  // Cast at the boundary: a defect names its slot as a string.
  detail?.request?.defects.flatMap(({ slot }) => (slot ? [slot as Slot] : [])) ?? [];

function modelRow(t: DialogContext<Submission>['t'], slot: Slot) {
  return { name: 'files', label: t(`rx:slot.${slot}`), file: { kind: 'stl', slot } } as const;
}

/** The note of the request, and the defects of the models. */
const requestOf = ({ t, detail }: Pick<DialogContext<Submission>, 't' | 'detail'>) => [
  detail?.request?.note && <Banner tone="warn">{noteText(t, detail.request)}</Banner>,
  ...(detail?.request?.defects ?? []).map(({ fileId, slot, defects }) => (
    <Banner key={fileId} tone="danger">
      {t(`rx:slot.${slot ?? 'upper'}`)}: {defects.map(word => t(`error:defect.${word}`)).join(' · ')}
    </Banner>
  )),
];

/** The row with the reasons to choose from, beside a note. */
const reasonsRow = (t: DialogContext<Submission>['t']) => ({
  name: 'reasons' as const,
  label: t('action:reasons.label'),
  hint: t('action:reasons.hint', { max: limits.reasons }),
  words: 'rx:option.reason',
});

/** Submission of a target position or plan: name, stages, instructions and bundle. */
function submission(list: 'plans' | 'targets') {
  return ({ t, caseId, detail, values }: DialogContext<Submission>): DialogState<Submission> => {
    const version = (detail?.[list].at(-1)?.version ?? 0) + 1;
    return {
      needs: t('action:stagesAndBundle'),
      isComplete: (values.upperStages ?? 0) + (values.lowerStages ?? 0) > 0,
      rows: [
        <p key="make" className={styles.make}>
          <LinkButton href={`/eSetThreeDView?id=${caseId}&make=${list}`}>{t('action:fromStages')}</LinkButton>
          <span className="t-small t-2">{t('action:fromStagesHow')}</span>
        </p>,
        { name: 'name', label: t('action:name'), otherwise: t(`case:standardName.${list}`, { version }) },
        [
          { name: 'upperStages', label: t('action:upperStages'), otherwise: 0 },
          { name: 'lowerStages', label: t('action:lowerStages'), otherwise: 0 },
        ],
        { name: 'instructions', label: t('action:instructions'), optional: true },
        {
          name: 'files',
          label: t('action:bundle'),
          hint: t('action:bundleHint'),
          file: { kind: 'plan' },
        },
      ],
    };
  };
}

export const caseDialogs = {
  allocateCase: createSchemaDialog(lifecycleActions.allocateCase.input, [], context => ({
    needs: context.t('action:chooseTechnician'),
    rows: [
      technicianRow(context),
      { name: 'note', label: context.t('case:note.allocateCase'), optional: true },
    ],
  })),
  reassign: createSchemaDialog(lifecycleActions.reassign.input, [], context => ({
    needs: context.t('action:chooseTechnicianAndNote'),
    rows: [technicianRow(context), { name: 'note', label: context.t('case:note.reassign') }],
  })),
  answer: createSchemaDialog(
    lifecycleActions.answer.input,
    ['rx', 'error'],
    ({ t, detail, values, fileIds }) => ({
      needs: t('action:noteOrFiles'),
      isComplete: Boolean(values.note?.trim()) || fileIds.length > 0,
      rows: [
        ...requestOf({ t, detail }),
        { name: 'note', label: t('case:note.answer') },
        ...refusedSlots(detail).map(slot => modelRow(t, slot)),
        { name: 'files', label: t('action:photos'), file: { kind: 'photo' } },
        { name: 'files', label: t('action:archive'), file: { kind: 'archive' } },
      ],
    }),
  ),
  scansRecorded: createSchemaDialog(lifecycleActions.scansRecorded.input, ['rx', 'error'], context => ({
    needs: context.t('action:noteOrFiles'),
    isComplete: context.fileIds.length > 0,
    rows: [
      ...requestOf(context),
      ...[...orderedArches(context.detail?.sections.prescription ?? {}), 'bite' as const].map(slot =>
        modelRow(context.t, slot),
      ),
    ],
  })),
  submitPlan: createSchemaDialog(planActions.submitPlan.input, [], submission('plans')),
  submitTarget: createSchemaDialog(planActions.submitTarget.input, [], submission('targets')),
  scheduleProduction: createSchemaDialog(
    shipmentActions.scheduleProduction.input,
    ['rx', 'shop', 'address'],
    useProductionDialog,
  ),
  ship: createSchemaDialog(shipmentActions.ship.input, ['rx', 'shop', 'address'], useShipDialog),
  correctParcel: createSchemaDialog(
    shipmentActions.correctParcel.input,
    ['rx'],
    ({ t, caseId, detail, values }) => {
      const sent = detail?.shipments.at(-1);
      const { courier, trackingNumber } = { ...sent, ...values };
      const isSame =
        courier === sent?.courier && trackingNumber?.trim().toUpperCase() === sent?.trackingNumber;
      return {
        size: 'small',
        needs: t('action:courierAndNumber'),
        refused: isSame && t('action:sameAsSent'),
        ownParcel: sent && shipmentParcelId(caseId, sent.shipment),
        rows: [parcelDialogRows(t, sent)],
      };
    },
  ),
  nextBatch: createSchemaDialog(shipmentActions.nextBatch.input, ['shop'], ({ t, detail }) => ({
    isComplete: detail !== undefined,
    rows: [
      detail && <ManufacturingSubmissionFacts key="facts" detail={detail} />,
      <p key="how" className="t-2">
        {t('shop:submit.how')}
      </p>,
    ],
  })),
  refine: createSchemaDialog(lifecycleActions.refine.input, ['process', 'rx'], ({ t, detail, today }) => {
    const log = useTreatmentLogText(detail, today);
    return {
      needs: t('process:reasonNeeds'),
      rows: [
        {
          name: 'reason',
          label: t('case:note.refine'),
          hint: log === '' ? undefined : t('process:logSays'),
          first: log,
        },
        reasonsRow(t),
      ],
    };
  }),
  complete: createSchemaDialog(
    lifecycleActions.complete.input,
    ['rx', 'archive'],
    ({ t, detail, today, values }) => {
      const { outcome, date = today, retainer, models } = values;
      const isShown = outcome != null && outcome <= 2;
      return {
        needs: t('action:completeNeeds'),
        isComplete: date !== null,
        rows: [
          {
            name: 'outcome',
            label: t('action:outcome'),
            look: 'radio',
            choices: outcomesAt(detail?.header.status ?? Status.AllSent),
          },
          { name: 'date', label: t('action:completedOn'), first: today, max: today },
          {
            name: 'retainer',
            label: t('action:orderRetainer'),
            first: false,
            hint: retainer ? t('archive:retainerNext') : undefined,
          },
          {
            name: 'models',
            label: t('action:submitModels'),
            first: false,
            hint: models ? t('archive:modelsNext') : undefined,
          },
          isShown && {
            name: 'photos',
            label: t('action:afterPhotos'),
            file: { kind: 'photo' },
            isNeeded: true,
          },
          isShown && {
            name: 'xrays',
            label: t('action:afterXrays'),
            file: { kind: 'radiograph' },
            isNeeded: true,
          },
        ],
      };
    },
  ),
};

export type CaseDialogAction = keyof typeof caseDialogs;
export const CaseActionForm = (props: ActionFormProps) => (
  <DialogTableForm {...props} dialogs={caseDialogs} />
);
