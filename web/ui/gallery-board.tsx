import {
  Bell,
  ChevronDown,
  CircleArrowDown,
  CircleDashed,
  Columns3,
  Eye,
  Funnel,
  Package,
  PencilLine,
  Plus,
  Search,
  Sun,
  TriangleAlert,
  Truck,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { ArchLogo } from './arch-logo.tsx';
import { ArchProgress, ArchTickCounter } from './arch-progress.tsx';
import { ArchStepper } from './arch-stepper.tsx';
import { Avatar, AvatarGroup } from './avatar.tsx';
import { Button } from './button.tsx';
import { LiveUpdatesMark, StatusChip } from './chip.tsx';
import { StatFigure, StatFigures } from './figure.tsx';
import { FilterChoicePills } from './filter-chips.tsx';
import styles from './gallery.module.css';
import { type GalleryTextKey, galleryText as t } from './gallery-text.ts';
import { IconButton } from './icon-button.tsx';
import { KeyHints } from './kbd.tsx';
import { KeyValueList } from './key-values.tsx';
import { LinkButton } from './link-button.tsx';
import { Menu } from './menu.tsx';
import { Pagination } from './pagination.tsx';
import { Card, Panel } from './panel.tsx';
import { SearchField } from './search-field.tsx';
import { TabLinks } from './tab-links.tsx';
import { Table, type TableColumn } from './table.tsx';
import type { Tone } from './theme.ts';
import { Timeline } from './timeline.tsx';
import { PendingUpdatesPill } from './updates-pill.tsx';

export function GalleryShell() {
  return (
    <header className={styles.shell}>
      <div className={styles.bar}>
        <ArchLogo name={t('name')} nameZh={t('nameZh')} href="#" />
        <span className={styles.tools}>
          <SearchField
            label={t('search')}
            shortcut="/"
            tone="sunken"
            {...(styles.search && { className: styles.search })}
          />
          <Button variant="quiet">{t('other')}</Button>
          <IconButton label={t('theme')} icon={<Sun />} />
          <IconButton label={t('eye')} icon={<Eye />} shortcut="E" />
          <IconButton label={t('bell')} icon={<Bell />} dot />
          <Menu
            label={t('me')}
            trigger={{
              children: t('me'),
              variant: 'quiet',
              icon: <Avatar name={t('me')} initials="Li" tone="brand" decorative />,
            }}
            items={[
              { id: 'p', label: t('theme'), shortcut: 'G P' },
              { id: 'h', label: t('history') },
              { rule: true },
              { id: 'o', label: t('signIn'), danger: true },
            ]}
          />
        </span>
      </div>
    </header>
  );
}

const COUNTERS: {
  key: GalleryTextKey;
  sub: GalleryTextKey;
  count: number;
  tone: Tone;
  leading?: { count: number; tone: Tone };
}[] = [
  { key: 'toSubmit', sub: 'lacks', count: 4, tone: 'neutral', leading: { count: 1, tone: 'warn' } },
  { key: 'designing', sub: 'withExpert', count: 9, tone: 'violet' },
  { key: 'adjust', sub: 'toReview', count: 3, tone: 'neutral', leading: { count: 3, tone: 'warn' } },
  { key: 'inTreatment', sub: 'parcel', count: 30, tone: 'brand', leading: { count: 1, tone: 'warn' } },
  { key: 'all', sub: 'done11', count: 58, tone: 'neutral', leading: { count: 5, tone: 'warn' } },
];

type Sample = {
  id: string;
  name: string;
  status: GalleryTextKey;
  note: GalleryTextKey;
  when: GalleryTextKey;
  act: GalleryTextKey;
  tone: Tone;
  soft?: boolean;
  filled?: boolean;
  stage?: [number, number];
  icon: React.ReactNode;
};

const SAMPLES: Sample[] = [
  {
    id: 'C1042',
    name: '张雨桐',
    status: 'awaits',
    note: 'n1',
    when: 'min2',
    act: 'review',
    tone: 'warn',
    soft: true,
    filled: true,
    icon: <TriangleAlert />,
  },
  {
    id: 'C1047',
    name: '吴诗涵',
    status: 'target',
    note: 'n2',
    when: 'h1',
    act: 'review',
    tone: 'warn',
    soft: true,
    filled: true,
    icon: <TriangleAlert />,
  },
  {
    id: 'C1044',
    name: '陈嘉禾',
    status: 'action',
    note: 'n3',
    when: 'h3',
    act: 'answer',
    tone: 'warn',
    soft: true,
    icon: <TriangleAlert />,
  },
  {
    id: 'C1028',
    name: 'Oliver Grant',
    status: 'shipping',
    note: 'n4',
    when: 'yesterday',
    act: 'receive',
    tone: 'brand',
    stage: [7, 24],
    icon: <Truck />,
  },
  {
    id: 'C1031',
    name: '李思远',
    status: 'photos',
    note: 'n5',
    when: 'd3',
    act: 'update',
    tone: 'neutral',
    icon: <CircleDashed />,
  },
  {
    id: 'C1050',
    name: 'Emma Clarke',
    status: 'toDistribute',
    note: 'n5',
    when: 'd3',
    act: 'update',
    tone: 'info',
    icon: <CircleArrowDown />,
  },
  {
    id: 'C1022',
    name: '赵一帆',
    status: 'production',
    note: 'n5',
    when: 'd3',
    act: 'update',
    tone: 'info',
    stage: [3, 26],
    icon: <Package />,
  },
  {
    id: 'C1039',
    name: '王子墨',
    status: 'underDesign',
    note: 'n5',
    when: 'd3',
    act: 'update',
    tone: 'violet',
    icon: <PencilLine />,
  },
  {
    id: 'C1036',
    name: '郑好',
    status: 'suspended',
    note: 'n5',
    when: 'd3',
    act: 'update',
    tone: 'dangerOutline',
    stage: [19, 22],
    icon: <Search />,
  },
];

function columns(): TableColumn<Sample>[] {
  return [
    {
      id: 'id',
      header: t('caseId'),
      sortable: true,
      sticky: 'start',
      card: 'title',
      cell: row => (
        <a className="link num" href={`#${row.id}`}>
          {row.id}
        </a>
      ),
    },
    {
      id: 'name',
      header: t('patient'),
      sortable: true,
      card: 'title',
      cell: row => (
        <span className="row">
          <b>{row.name}</b>
          {row.soft && <Avatar name="Wang" tone="violet" online />}
        </span>
      ),
    },
    { id: 'clinic', header: t('clinic'), card: 'hide', cell: () => t('riverside') },
    { id: 'method', header: t('method'), card: 'hide', hideBelow: 1439, cell: () => t('aligner') },
    {
      id: 'with',
      header: t('with'),
      card: 'hide',
      cell: () => (
        <span className="row">
          <Avatar name="Li" tone="brand" decorative />
          {t('you')}
        </span>
      ),
    },
    {
      id: 'stage',
      header: t('stage'),
      card: 'half',
      cell: row =>
        row.stage ? (
          <ArchProgress value={row.stage[0]} total={row.stage[1]} label={t('stage')} />
        ) : (
          <span className="t-3">–</span>
        ),
    },
    {
      id: 'status',
      header: t('status'),
      card: 'line',
      cell: row => (
        <StatusChip icon={row.icon} tone={row.tone} soft={row.soft}>
          {t(row.status)}
        </StatusChip>
      ),
    },
    {
      id: 'updated',
      header: t('updated'),
      sortable: true,
      card: 'end',
      cell: row => <span className="t-2">{t(row.when)}</span>,
    },
    {
      id: 'action',
      header: t('actions'),
      headerHidden: true,
      align: 'end',
      sticky: 'end',
      card: 'action',
      cell: row => (
        <span className="row" style={{ justifyContent: 'flex-end', gap: 2 }}>
          <Button size="small" variant={row.filled ? 'primary' : 'outline'} pending={row.id === 'C1028'}>
            {t(row.act)}
          </Button>
          <Menu
            label={t('moreActions')}
            trigger={{ size: 'small' }}
            items={[
              { id: 's', label: t('suspend'), danger: true },
              { id: 'r', label: t('reject'), reason: t('rightsWhy') },
              {
                section: t('columns'),
                items: [
                  { id: 'c', label: t('clinic'), checked: true },
                  { id: 'm', label: t('method'), checked: false },
                ],
              },
            ]}
          />
        </span>
      ),
    },
  ];
}

export function GalleryBoard() {
  return (
    <>
      <GalleryShell />
      <main className="page">
        <div className={styles.hello}>
          <div>
            <h1 className="t-page">{t('hello')}</h1>
            <p className="t-2">{t('helloSub')}</p>
          </div>
          <span className="push row">
            <LiveUpdatesMark>{t('live')}, 10:42</LiveUpdatesMark>
            <LinkButton href="#new" variant="primary" icon={<Plus />}>
              {t('newCase')}
            </LinkButton>
          </span>
        </div>
        <Ledger />
        <div className={styles.cols}>
          <div>
            <Needs />
            <Facts />
          </div>
          <div>
            <Timelines />
          </div>
        </div>
        <CaseHead />
        <div style={{ height: 24 }} />
        <CaseTable />
      </main>
    </>
  );
}

/** Counters. */
function Ledger() {
  return (
    <Card {...(styles.ledger && { className: styles.ledger })}>
      {COUNTERS.map(counter => (
        <a key={counter.key} href="#list" className={styles.counter}>
          <span className="t-2 t-strong">{t(counter.key)}</span>
          <b className={styles.n}>{counter.count}</b>
          <ArchTickCounter count={counter.count} tone={counter.tone} leading={counter.leading} />
          <span className="t-mini t-3">{t(counter.sub)}</span>
        </a>
      ))}
    </Card>
  );
}

/** Cases that wait for the reader. */
function Needs() {
  return (
    <Panel
      title={t('needsYou')}
      count={5}
      countTone="warn"
      action={
        <a className="link" href="#l">
          {t('openList')}
        </a>
      }
      flush
      roomy
    >
      <ul className="rows">
        {SAMPLES.slice(0, 5).map(row => (
          <li key={row.id} className={styles.need}>
            <span className="stack" style={{ gap: 1 }}>
              <a className="link num" href="#c">
                {row.id}
              </a>
              <b>{row.name}</b>
            </span>
            <span className="stack" style={{ gap: 1 }}>
              <StatusChip icon={row.icon} tone={row.tone}>
                {t(row.status)}
              </StatusChip>
              <span className="t-small t-2 clip">{t(row.note)}</span>
            </span>
            <span className="t-mini t-3 row">
              {row.soft && <Avatar name="Wa" tone="violet" online />}
              {t(row.when)}
            </span>
            <Button variant={row.filled ? 'primary' : 'outline'} wide size="small">
              {t(row.act)}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Figures and answers. */
function Facts() {
  return (
    <>
      <Panel
        title={t('plan')}
        count="v3"
        countTone="neutral"
        note={t('t2')}
        action={
          <a className="link" href="#x">
            {t('compare')}
          </a>
        }
      >
        <StatFigures>
          <StatFigure value="24 / 20" label={t('stagesUL')} />
          <StatFigure value="1.4 mm" label={t('iprAll')} />
          <StatFigure value="9" label={t('atts')} />
          <StatFigure value="91.4" label={t('bolton')} />
        </StatFigures>
      </Panel>
      <Panel title={t('orderForm')}>
        <KeyValueList
          columns={2}
          labelWidth="96px"
          items={[
            { label: t('diagnosis'), value: t('crowding') },
            { label: t('complaint'), value: t('overlap') },
            { label: t('extraction'), value: t('no') },
            { label: t('ipr'), value: t('iprYes'), changed: t('differs') },
            { label: t('anchorage'), value: t('moderate') },
            { label: t('arches'), value: t('both') },
          ]}
        />
      </Panel>
    </>
  );
}

/** Live and dated events. */
function Timelines() {
  return (
    <>
      <Panel title={t('live')} live={t('people4')}>
        <Timeline
          compact
          label={t('live')}
          days={[
            {
              items: [
                { id: '1', time: '10:40', tone: 'warn', solid: true, title: t('t1'), fresh: true },
                { id: '2', time: '10:38', tone: 'violet', title: t('t2') },
                { id: '3', time: '10:17', tone: 'brand', title: t('t3') },
                { id: '4', time: '09:58', tone: 'violet', title: t('t4') },
                { id: '5', time: '09:41', tone: 'info', title: t('t5') },
                { id: '6', time: '09:04', title: t('t6') },
              ],
            },
          ]}
        />
      </Panel>
      <Panel title={t('timeline')} count={17}>
        <Timeline
          label={t('timeline')}
          days={[
            {
              heading: t('today'),
              items: [
                {
                  id: '1',
                  time: '10:40',
                  tone: 'warn',
                  solid: true,
                  title: t('t1'),
                  by: 'Prof. Chen',
                  fresh: true,
                },
                { id: '2', time: '10:38', tone: 'violet', title: t('t2'), by: 'Wang Shuo' },
              ],
            },
            {
              heading: t('nov18'),
              items: [
                {
                  id: '3',
                  time: '16:05',
                  tone: 'danger',
                  solid: true,
                  title: t('reject'),
                  by: t('me'),
                  note: t('n3'),
                },
                { id: '4', time: '09:58', tone: 'violet', title: t('t4'), by: 'Zhou Min' },
              ],
            },
          ]}
        />
      </Panel>
    </>
  );
}

/** Head of a case with its progress. */
function CaseHead() {
  return (
    <Card className="push" padded>
      <div className="row" style={{ marginBottom: 12 }}>
        <h2 className="t-page num">C1042</h2>
        <StatusChip icon={<TriangleAlert />} tone="warn" soft>
          {t('awaits')}
        </StatusChip>
        <span className="push" />
        <AvatarGroup
          label={t('who')}
          people={[
            { id: 'w', name: 'Wang', tone: 'violet', online: true },
            { id: 's', name: 'Sun', tone: 'brand', online: true },
          ]}
        />
        <Button variant="primary">{t('review')}</Button>
        <Menu
          label={t('moreActions')}
          trigger={{ variant: 'outline' }}
          items={[{ id: 'a', label: t('share') }]}
        />
      </div>
      <ArchStepper
        label={t('progress')}
        steps={[
          { id: '1', label: t('submitted'), note: '11-03', state: 'done' },
          { id: '2', label: t('accepted'), note: '11-03', state: 'done' },
          { id: '3', label: t('designed'), note: '11-20', state: 'done' },
          { id: '4', label: t('expert'), note: '10:40', state: 'done' },
          { id: '5', label: t('doctor'), note: t('now'), state: 'current' },
          { id: '6', label: t('produced'), state: 'todo' },
          { id: '7', label: t('shipped'), state: 'todo' },
          { id: '8', label: t('worn'), state: 'todo' },
          { id: '9', label: t('completed'), state: 'todo' },
        ]}
      />
    </Card>
  );
}

/** Tabs, filters, the table and its keys. */
function CaseTable() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['C1031']));
  const [sort, setSort] = useState({ column: 'updated', descending: true });
  const [filter, setFilter] = useState('all');
  return (
    <>
      <TabLinks
        label={t('cases')}
        current="all"
        tabs={[
          { id: 'all', label: t('all'), href: '#a', count: 58 },
          { id: 'mine', label: t('action'), href: '#b', count: 5, countTone: 'warn' },
        ]}
        end={
          <>
            <PendingUpdatesPill onPress={() => undefined}>{t('updates')}</PendingUpdatesPill>
            <Button variant="quiet" size="small" icon={<Funnel />}>
              {t('type')}
            </Button>
            <Button variant="quiet" size="small" icon={<Columns3 />} iconEnd={<ChevronDown />}>
              {t('columns')}
            </Button>
            <Button size="small" icon={<Upload />}>
              {t('export')}
            </Button>
          </>
        }
      />
      <div style={{ margin: '12px 0' }}>
        <FilterChoicePills
          label={t('status')}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: t('all'), count: 58 },
            { value: 'draft', label: t('draft'), count: 4 },
            { value: 'acc', label: t('toAccept'), count: 1 },
            { value: 'dist', label: t('toDistribute'), count: 1 },
            { value: 'des', label: t('underDesign'), count: 8 },
            { value: 'tr', label: t('inTreatment'), count: 25 },
            { value: 'comp', label: t('completed'), count: 11 },
            { value: 'sus', label: t('suspended'), count: 0 },
          ]}
        />
      </div>
      <Table
        label={t('cases')}
        rows={SAMPLES}
        columns={columns()}
        rowKey={row => row.id}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        changed={new Set(['C1042'])}
        singleKeys
        onOpen={() => undefined}
        footer={
          <>
            <span className="num">{t('range')}</span>
            <span>{t('selected1')}</span>
            <span className="push">
              <Pagination label={t('cases')} page={1} pages={6} onPage={() => undefined} />
            </span>
          </>
        }
      />
      <div style={{ marginTop: 12 }}>
        <KeyHints
          items={[
            { keys: 'J K', label: t('move') },
            { keys: 'Enter', label: t('open') },
            { keys: 'X', label: t('select') },
            { keys: 'Ctrl K', label: t('commands') },
          ]}
        />
      </div>
    </>
  );
}
