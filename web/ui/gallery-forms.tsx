import { Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { ArchLoader } from './arch-loader.tsx';
import { ArchStepper } from './arch-stepper.tsx';
import { Banner, ContradictionBanner } from './banner.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import { ComboBox } from './combo-box.tsx';
import { DateField } from './date-field.tsx';
import { Disclosure } from './disclosure.tsx';
import { EmptyState } from './empty-state.tsx';
import { FileDrop } from './file-drop.tsx';
import { PillButton } from './filter-chips.tsx';
import { FormRow, FormRows, FormRowsHead } from './form-rows.tsx';
import styles from './gallery.module.css';
import { GalleryShell } from './gallery-board.tsx';
import { galleryText as t } from './gallery-text.ts';
import { NumberField } from './number-field.tsx';
import { Panel } from './panel.tsx';
import { PasswordField } from './password-field.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RadioGroup } from './radio-group.tsx';
import { SegmentedControl } from './segmented.tsx';
import { Select } from './select.tsx';
import { Skeleton } from './skeleton.tsx';
import { Switch } from './switch.tsx';
import { Tabs } from './tabs.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { ToggleCards } from './toggle-cards.tsx';

const yesNo = [
  { value: 'yes', label: t('yes') },
  { value: 'no', label: t('no') },
  { value: 'un', label: t('notSure') },
];

export function GalleryForms() {
  return (
    <>
      <GalleryShell />
      <main className="page">
        <ArchStepper
          variant="steps"
          label={t('progress')}
          steps={[
            { id: '1', label: t('step1'), state: 'done', href: '#1' },
            { id: '2', label: t('step2'), state: 'done', href: '#2' },
            { id: '3', label: t('step3'), state: 'current', missing: 3 },
            { id: '4', label: t('step4'), state: 'todo' },
            { id: '5', label: t('step5'), state: 'todo' },
          ]}
        />
        <div className="row" style={{ padding: '16px 0' }}>
          <PillButton pressed onPress={() => undefined}>
            {t('preset')}
          </PillButton>
          <PillButton onPress={() => undefined}>{t('preset2')}</PillButton>
          <PillButton dashed icon={<Plus />} onPress={() => undefined}>
            {t('save')}
          </PillButton>
        </div>
        <div className={styles.split}>
          <div>
            <OrderRows />
            <PatientFields />
            <Cards />
          </div>
          <div>
            <Notices />
            <Controls />
          </div>
        </div>
      </main>
    </>
  );
}

const ShapePicture = () => (
  <svg width="40" height="50" viewBox="0 0 40 50" fill="none" stroke="currentColor" aria-hidden="true">
    <path d="M10 40C4 25 10 8 20 8s16 17 10 32c-4 7-16 7-20 0Z" />
    <rect x="17" y={18} width="6" height="12" fill="var(--violet-soft)" stroke="var(--violet)" />
  </svg>
);

/** Questions in rows. */
function OrderRows() {
  const [ext, setExt] = useState<string | null>('yes');
  const [relief, setRelief] = useState<string[]>(['ipr', 'exp']);
  const [shapes, setShapes] = useState<string[]>(['a', 'b', 'c']);
  return (
    <FormRows>
      <FormRowsHead count="4 / 5">{t('teeth')}</FormRowsHead>
      <FormRow
        shut
        label={t('arches')}
        end={
          <Button variant="quiet" size="small">
            {t('edit')}
          </Button>
        }
      >
        {t('both')}
      </FormRow>
      <FormRow
        label={t('extraction')}
        changed={t('differs')}
        end={
          <Button variant="quiet" size="small" icon={<RotateCcw />}>
            {t('reset')}
          </Button>
        }
      >
        <SegmentedControl
          label={t('extraction')}
          hideLabel
          clearable
          value={ext}
          onChange={setExt}
          options={yesNo}
        />
      </FormRow>
      <FormRow label={t('relief')} note={t('order')}>
        <ToggleCards
          label={t('relief')}
          hideLabel
          ordered
          value={relief}
          onChange={setRelief}
          options={[
            { value: 'ipr', label: t('ipr') },
            { value: 'exp', label: t('expansion') },
            { value: 'fl', label: t('flaring') },
            { value: 'di', label: t('distal') },
          ]}
        />
        <ContradictionBanner
          actions={
            <>
              <Button size="small">{t('fix1')}</Button>
              <Button size="small">{t('fix2')}</Button>
            </>
          }
        >
          {t('clash')}
        </ContradictionBanner>
      </FormRow>
      <FormRow label={t('anchorage')} missing={t('missing')}>
        <SegmentedControl
          label={t('anchorage')}
          hideLabel
          defaultValue="x"
          options={[
            { value: 's', label: t('strong') },
            { value: 'm', label: t('moderate'), note: '⅓' },
            { value: 'w', label: t('mild'), note: '½' },
          ]}
        />
      </FormRow>
      <FormRow label={t('shapes')} note={t('atMost')}>
        <ToggleCards
          label={t('shapes')}
          hideLabel
          layout="pictures"
          tone="violet"
          max={3}
          maxReason={t('full')}
          value={shapes}
          onChange={setShapes}
          options={(['a', 'b', 'c', 'd'] as const).map((value, i) => ({
            value,
            label: t((['shapeA', 'shapeB', 'shapeC', 'shapeD'] as const)[i] ?? 'shapeA'),
            picture: <ShapePicture />,
          }))}
        />
      </FormRow>
    </FormRows>
  );
}

/** One field of each kind. */
function PatientFields() {
  const [gender, setGender] = useState('f');
  const [tech, setTech] = useState<string | null>(null);
  const [birth, setBirth] = useState<string | null>('2002-05-14');
  const [days, setDays] = useState<number | null>(10);
  return (
    <Panel title={t('patient')}>
      <div className={styles.form}>
        <TextField label={t('patient')} required hint={t('hintName')} defaultValue="Oliver Grant" />
        <TextField label={t('patient')} required error={t('errName')} defaultValue="Oliver 7" />
        <DateField label={t('birth')} required value={birth} onChange={setBirth} max="2026-11-21" />
        <DateField label={t('birth')} optional />
        <NumberField
          label={t('days')}
          value={days}
          onChange={setDays}
          min={7}
          max={21}
          unit={t('daysUnit')}
        />
        <Select
          label={t('province')}
          placeholder={t('choose')}
          options={[
            { value: 'zj', label: t('zhejiang') },
            { value: 'gd', label: t('guangdong') },
          ]}
        />
        <ComboBox
          label={t('technician')}
          value={tech}
          onChange={setTech}
          emptyText={t('none')}
          placeholder={t('choose')}
          options={[
            { value: 'w', label: 'Wang Shuo', description: '5 / 8' },
            { value: 'c', label: 'Chen Lin', description: '8 / 8', disabled: true },
            { value: 'z', label: 'Zhou Min', description: '2 / 8' },
          ]}
        />
        <PasswordField label={t('password')} capsLockHint={t('caps')} defaultValue="archline9" />
        <TextArea label={t('note')} optional maxLength={500} defaultValue={t('n3')} />
        <RadioGroup
          label={t('gender')}
          layout="row"
          value={gender}
          onChange={setGender}
          options={[
            { value: 'f', label: t('female') },
            { value: 'm', label: t('male') },
          ]}
        />
        <CheckboxGroup
          label={t('diagnosis')}
          value={['a']}
          onChange={() => undefined}
          options={[
            { value: 'a', label: t('crowding') },
            { value: 'b', label: t('overlap'), disabled: true },
          ]}
        />
        <TextField label={t('clinic')} disabled defaultValue={t('riverside')} />
      </div>
    </Panel>
  );
}

/** Options as cards. */
function Cards() {
  const [gender, setGender] = useState('f');
  const [relief, setRelief] = useState<string[]>(['ipr', 'exp']);
  return (
    <>
      <RadioGroup
        label={t('method')}
        layout="cards"
        value={gender}
        onChange={setGender}
        options={[
          { value: 'f', label: t('aligner'), note: t('n1') },
          { value: 'm', label: t('retainers'), note: t('n2') },
          { value: 'x', label: t('other'), disabled: true, reason: t('rightsWhy') },
        ]}
      />
      <ToggleCards
        label={t('diagnosis')}
        layout="cards"
        value={relief}
        onChange={setRelief}
        options={[
          { value: 'ipr', label: t('ipr'), note: t('order') },
          { value: 'exp', label: t('expansion') },
          { value: 'fl', label: t('flaring') },
          { value: 'di', label: t('distal') },
        ]}
      />
    </>
  );
}

/** Banners and buttons in all tones. */
function Notices() {
  return (
    <>
      <Banner tone="info">{t('uploadHint')}</Banner>
      <Banner
        tone="warn"
        actions={
          <Button size="small" variant="quiet">
            {t('undo')}
          </Button>
        }
      >
        {t('expired')}
      </Banner>
      <Banner tone="danger" actions={<Button size="small">{t('retry')}</Button>} onClose={() => undefined}>
        {t('failed')}
      </Banner>
      <Banner tone="ok">{t('t3')}</Banner>
      <div className="row">
        <Button>{t('save')}</Button>
        <Button variant="primary">{t('submit')}</Button>
        <Button variant="quiet">{t('edit')}</Button>
        <Button variant="danger">{t('reject')}</Button>
        <Button disabled>{t('submit')}</Button>
      </div>
      <div className="row">
        <Button pending>{t('receive')}</Button>
        <Button variant="primary" pending>
          {t('submit')}
        </Button>
        <Button disabledReason={t('rightsWhy')}>{t('suspend')}</Button>
        <Button pressed>{t('ipr')}</Button>
        <Button shortcut="Ctrl S">{t('save')}</Button>
      </div>
    </>
  );
}

/** Small controls, uploads, progress, and empty parts. */
function Controls() {
  return (
    <>
      <SegmentedControl size="small" label={t('type')} defaultValue="yes" options={yesNo} />
      <Switch defaultChecked>{t('digest')}</Switch>
      <Switch>{t('stay')}</Switch>
      <Checkbox defaultChecked>{t('stay')}</Checkbox>
      <Checkbox indeterminate>{t('selectAll')}</Checkbox>
      <FileDrop label={t('upload')} ratio="5/3">
        {t('uploadHint')}
      </FileDrop>
      <FileDrop label={t('upload')} tone="wanted">
        {t('upload')}
      </FileDrop>
      <ProgressBar label={t('uploading')} value={62} text={t('left')} />
      <ProgressBar label={t('waiting')} value={null} />
      <ArchLoader label={t('waiting')} />
      <Panel>
        <EmptyState title={t('emptyT')} action={<Button icon={<Plus />}>{t('newCase')}</Button>}>
          {t('emptyP')}
        </EmptyState>
      </Panel>
      <Panel title={t('history')}>
        <Skeleton lines={4} label={t('loading')} />
      </Panel>
      <Panel>
        <Disclosure summary={t('faq')} open>
          {t('faqA')}
        </Disclosure>
        <Disclosure summary={t('faq')} count={3}>
          {t('faqA')}
        </Disclosure>
      </Panel>
      <Tabs
        label={t('type')}
        tabs={[
          { id: 'a', label: t('cases'), count: 3, panel: t('n1') },
          { id: 'b', label: t('patients'), panel: t('n2') },
        ]}
      />
    </>
  );
}
