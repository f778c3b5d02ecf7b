import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance, type TFunction } from 'i18next';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import { actions, type NamedAction } from '#events/case/decider.ts';
import { limits } from '#events/case/limits.ts';
import { type ReasonedAction, reasonsByAction, reasonsOffered } from '#events/case/reasons.ts';
import { rulesOf } from '#events/case/rules.ts';
import { type InputSchema, inputFields } from '#web/features/actionForm/input-fields.ts';
import {
  type DialogState,
  type SchemaDialog,
  type UntypedInput,
  visibleDialogRows,
} from '#web/features/actionForm/schema-dialog.ts';
import { processDialogs } from '#web/features/process/dialogs.tsx';
import { deliverDialogs } from '#web/features/retainer/deliver-dialog.tsx';
import { wearDialogs } from '#web/features/wear/dialogs.tsx';
import { formNameOfAction } from './ActionHost.tsx';
import { caseDialogs } from './dialogs.tsx';

const dictionaries = new URL('../../i18n/en/', import.meta.url);
const wordsOf = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [name, JSON.parse(readFileSync(new URL(`${name}.json`, dictionaries), 'utf8'))]),
  );

type ProbeProps = { action: string; dialog: SchemaDialog; t: TFunction; found: DialogState<UntypedInput>[] };

function Probe({ action, dialog, t, found }: ProbeProps) {
  const state = dialog.useDialog({
    // Cast at the boundary: the test iterates the tables by name.
    action: action as 'ship',
    caseId: 'CASE22',
    detail: undefined,
    send: async () => null,
    onClose: () => undefined,
    t,
    today: '2026-03-01',
    values: { outcome: 1 },
    set: () => undefined,
    fileIds: [],
  });
  found.push(state);
  return null;
}

/** The state of a dialog at opening, before its case is loaded, with only the dictionaries that it names. */
async function opened(action: string, dialog: SchemaDialog): Promise<DialogState<UntypedInput>> {
  const i18n = createInstance();
  const ns = readdirSync(dictionaries).map(file => file.slice(0, -'.json'.length));
  const en = wordsOf(['action', 'case', ...dialog.words]);
  await i18n.use(initReactI18next).init({ lng: 'en', ns, resources: { en }, react: { useSuspense: false } });
  const found: DialogState<UntypedInput>[] = [];
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <I18nextProvider i18n={i18n}>
        <Probe {...{ action, dialog, found }} t={i18n.t} />
      </I18nextProvider>
    </QueryClientProvider>,
  );
  const [state] = found;
  if (!state) throw new Error(`${action} drew nothing`);
  return state;
}

/** Input fields that the page adds to the dialog's own. */
const added = ['retainer'];
const tables = { ...caseDialogs, ...wearDialogs, ...processDialogs, ...deliverDialogs };

it.each(Object.entries(tables))(
  'the dialog %s asks for every answer that its schema requires',
  async (action, dialog) => {
    const state = await opened(action, dialog);
    const rows = visibleDialogRows(state);
    const asked = [...rows.map(({ name }) => name), ...Object.keys(state.fixed ?? {}), ...added];
    const required = Object.keys(dialog.fields).filter(name => dialog.fields[name]?.isRequired);
    expect(required.filter(name => !asked.includes(name))).toEqual([]);
  },
);

/** Optional input fields that an opened dialog does not ask for, with the reason. The test fails for a superfluous entry. */
const unasked: Readonly<Record<string, Record<string, string>>> = {
  changeAligner: { by: 'the patient’s own page sends it' },
};

it.each(Object.entries(tables))('the dialog %s asks for every optional answer', async (action, dialog) => {
  const state = await opened(action, dialog);
  const asked = [...visibleDialogRows(state).map(({ name }) => name), ...Object.keys(state.fixed ?? {})];
  const optional = Object.keys(dialog.fields).filter(name => !dialog.fields[name]?.isRequired);
  expect(optional.filter(name => !asked.includes(name))).toEqual(Object.keys(unasked[action] ?? {}));
});

/** The fields of an action's input, as `note` or `note?` if optional. The page sends `revision` itself. */
const inputOf = (action: NamedAction): string[] =>
  // Cast at the boundary: the table of actions drops the type of each input.
  Object.entries(inputFields(actions[action].input as unknown as InputSchema))
    .filter(([name]) => name !== 'revision')
    .map(([name, { isRequired }]) => (isRequired ? name : `${name}?`));

/** Actions of people that the lists and menus of a case offer, without those that are taken on a page. */
const offered = (Object.keys(actions) as NamedAction[]).filter(action =>
  rulesOf(action).some(({ by, aside, needs }) => !aside && needs !== 'review' && !by.includes('system')),
);

it.each(offered.filter(action => formNameOfAction(action) === 'NoteForm'))(
  'the input of %s, which has no dialog of its own, is what its rules need: a note with its reasons, or nothing',
  action => {
    const reasons = reasonsOffered(action).length > 0 ? ['reasons?'] : [];
    const taken = { note: ['note', ...reasons], confirmation: [] };
    const needs = rulesOf(action).map(rule => taken[rule.needs as keyof typeof taken]);
    expect(needs).toEqual(needs.map(() => inputOf(action)));
  },
);

it.each(Object.entries(tables))(
  'the dialog %s has a control and texts for every row',
  async (action, dialog) => {
    const rows = visibleDialogRows(await opened(action, dialog));
    const wrong = rows.filter(({ name, label, hint, draw, file }) => {
      const kind = dialog.fields[name]?.answer.kind;
      const isDrawn = kind !== undefined && (kind !== 'own' || draw !== undefined);
      const isWorded = ![label, hint].some(text => text !== undefined && /^\w+[:.]\w/.test(text));
      return !(isDrawn && isWorded && (file !== undefined) === (kind === 'files'));
    });
    expect(wrong).toEqual([]);
  },
);

it.each(Object.keys(reasonsByAction) as ReasonedAction[])(
  'the reasons of %s in a dialog are those of its input, at most three',
  action => {
    // Cast at the boundary: the table of actions drops the type of each input.
    const { reasons } = inputFields(actions[action].input as unknown as InputSchema);
    expect(reasons).toEqual({
      answer: { kind: 'choices', values: reasonsOffered(action), max: limits.reasons },
      isRequired: false,
      isNullable: false,
    });
  },
);
