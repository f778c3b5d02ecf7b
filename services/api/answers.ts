/**
 * Types of `data` in each GET answer, by path. A route that answers with another type does not compile
 * (`get-route.ts`), nor does a browser's reader that expects another type (`web/lib/api.ts`).
 */
import type { SavedAddress } from '#events/address/addresses.ts';
import type { SectionName } from '#events/case/sections.ts';
import type { ForecastStep } from '#events/forecast/forecast.ts';
import type { MailTopic } from '#events/mail/topics.ts';
import type { NotebookTable } from '#events/notebookKey/notebook-keys.ts';
import type { QuietHoursSetting } from '#events/notice/quiet.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import type { HeldCaseCounts } from '#events/person/membership.ts';
import type { Organisation } from '#events/person/organisation.ts';
import type { Position, SwitchableRight } from '#events/person/position.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import type { ReviewMove } from '#events/plan/live-review.ts';
import type { Preset } from '#events/preset/preset.ts';
import type { SharedWearFacts, ShareFacts, ShareList } from '#events/share/facts.ts';
import type { WearNow, wearCalendar } from '#events/wear/wear-calendar.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { CaseCounts, CaseListItem, PersonRef } from '#projections/caseList/item.ts';
import type { ChatMessage, Conversation } from '#projections/chat/item.ts';
import type { ListPage } from '#projections/contract.ts';
import type { ServiceDeskView } from '#projections/desk/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { ArticleItem, ReaderArticle } from '#projections/news/item.ts';
import type { QuestionDetail, QuestionItem } from '#projections/questions/view.ts';
import type { ViewAnswer, ViewPath, ViewQueryParams } from '#projections/views.ts';
import type { ModelExport } from '../files/export-record.ts';
import type { presentProvinces } from '../i18n/provinces.ts';
import type { ListedNotebookKey } from '../people/notebook-keys.ts';
import type { OwnSession, SignedInBrowser } from '../people/own-sessions.ts';
import type { DemoMessage } from '../sms/demo.ts';
import type { Translation } from '../translate/port.ts';
import type {
  AnalysisOverview,
  CaseOwnersAtMoment,
  CasesAtMoment,
  HistoryMarks,
  QueuesAnswer,
} from './analysis-answers.ts';
import type { AskAnswer, AskDescription } from './analysis-ask-answers.ts';
import type { ExportItem, ExportList } from './analysis-export-answers.ts';
import type { LogCounts, LogEventWithRelated, LogHours, LogPage } from './analysis-log-answers.ts';
import type { AuditAnswer, AuditItem } from './audit-items.ts';
import type { CaseInvitationItem, CollaboratorItem, CoverItem } from './cover-answers.ts';
import type { DataRequestDetail, PatientData } from './data-request-answers.ts';
import type { ForecastDates, ForecastReport } from './forecast-report.ts';
import type { ImportCheck, ImportItem, ImportWithSendings, InvitationItem } from './invitation-answers.ts';
import type { OwnOrganisation, RightChange, SingleSignOnItem } from './organisation-answers.ts';
import type { ReportAnswers, ReportData, ReportItem, ReportName } from './report-answers.ts';
import type { ReportChoices } from './report-choices.ts';
import type { SetUpItem } from './set-up.ts';
import type { buildSpec } from './spec-routes.ts';
import type { ErasedCases, TableListing } from './table-file-answers.ts';
import type { WhatIfOverview } from './what-if-answers.ts';

/** A person as shown to that person and to the back office. */
export type PersonItem = {
  id: string;
  userName: string;
  name: string;
  /** Path of the person's avatar, without host. Empty: the default avatar. */
  userIcon: string;
  position: Position;
  orgId: string;
  phone: string | null;
  email: string | null;
  /** Ids of the doctors that an Assistant serves. */
  serves: readonly string[];
  trialUntil: string | null;
  frozen: boolean;
};

/**
 * Whether a person has a second factor. `missing`: must have one and has none, so the next sign-in asks to set one up.
 */
export type FactorState = 'set' | 'missing' | 'none';

/** A change of an account. `position` and `orgId`: those that the event sets, if it does. */
export type PersonHistoryItem = {
  id: string;
  type: DirectoryEvent['type'];
  at: string;
  by: PersonRef;
  position: Position | null;
  orgId: string | null;
};

/** A person's page in the back office. */
export type PersonDetail = PersonItem & {
  secondFactor: FactorState;
  /** The account is gone; cases may still belong to it. */
  removed: boolean;
  doctors: PersonRef[];
  assistants: PersonRef[];
  /** Cases because of which the person cannot be moved to another position or organisation. */
  held: HeldCaseCounts;
  /** Newest cases of the person that the viewer sees. */
  cases: CaseListItem[];
  changes: PersonHistoryItem[];
  /** Browsers in which the person is signed in, the last used first. */
  browsers: SignedInBrowser[];
};

export type PasskeyItem = {
  id: string;
  name: string;
  /** ISO times. */
  addedAt: string;
  lastUsedAt: string | null;
  /** True if the person's devices share it. */
  synced: boolean;
  /** True after a password reset, until the person confirms the passkeys. A paused passkey alone does not sign in. */
  paused: boolean;
};

/** A person's own second factors. */
export type FactorsItem = {
  /** True if the person must have a second factor. */
  demanded: boolean;
  /** True if an authenticator app is asked for at each sign-in. */
  totp: boolean;
  /** Unused recovery codes. */
  recoveryLeft: number;
  passkeys: readonly PasskeyItem[];
  /** False where browsers allow no passkeys, for example at an IP address. */
  passkeysPossible: boolean;
};

/** E-mail settings of an account. */
export type MailSettingsItem = {
  /** Masked while the eye is closed, like `suggested`. */
  email: string | null;
  confirmed: boolean;
  topics: readonly MailTopic[];
  /** The account's own address, as a first suggestion. */
  suggested: string | null;
  /** Seconds until another confirmation code may be requested. */
  resendAfter: number;
};

/** Topics that are shown as notices, and the person's quiet hours. */
export type NoticeSettingsItem = { topics: readonly MailTopic[]; quiet: QuietHoursSetting | null };

/** An assistant as one of the doctors served sees it. */
export type AssistantItem = Pick<PersonItem, 'id' | 'userName' | 'name' | 'phone' | 'frozen'> & {
  address: string | null;
  /** An Admin froze the account, so no doctor can unfreeze it. */
  frozenByAdmin: boolean;
  /** True if this doctor manages the account: login, password, freezing and removing. */
  kept: boolean;
  /** Doctors whom the assistant serves. The first one manages the account. */
  doctors: PersonRef[];
  /** Colleagues who are asked to share the assistant, for the doctor who keeps the account. */
  offers: PersonRef[];
};

/** An assistant whom a colleague asks this doctor to share. */
type AssistantOffer = { id: string; name: string; by: PersonRef };

type PresetItem = Preset & {
  /** True for a built-in preset, which every doctor sees and no one can change. */
  locked: boolean;
};

type AddressItem = SavedAddress & {
  default: boolean;
  /** The address as a case stores it: province and city with the line, in the line's script. */
  whole: string;
};

/** A section of a case, and who saved it last. */
type SectionItem = {
  caseId: string;
  section: SectionName;
  value: NonNullable<CaseView['sections'][SectionName]>;
  saved: NonNullable<CaseView['saved'][SectionName]> | null;
};

/** A live review session: its time and its people. */
type RecordedReview = { from: string; to: string; people: PersonRef[] };

type Colleague = Pick<PersonItem, 'id' | 'name' | 'userName' | 'position' | 'orgId'>;

/** Answer of a test of the connection to a provider. */
export type { ConnectionReport } from '../singleSignOn/connection-test.ts';

type Items<Item> = { items: Item[] };

/** Moment of an answer with `asOf`: the last event that it contains. Absent from an answer about the present. */
export type AsOfFields = {
  asOf?: { position: string; at: string };
  /**
   * Number of cases in the answer's list that the viewer may not see today. They are counted, but not among the items.
   */
  withheld?: number;
};

type IfMoment<P extends ViewPath> = 'asOf' extends ViewQueryField<P> ? AsOfFields : unknown;

/** Answers of the queries that views declare. */
type ViewAnswers = { [P in ViewPath]: ViewAnswer<P> & IfMoment<P> };

type Answers = ViewAnswers &
  ReportAnswers &
  Record<`/api/cases/:id/${SectionName}`, SectionItem> & {
    '/healthz': { alive: true };
    '/readyz': { ready: true };
    '/resource/org/login': { logo: string; orgId: string };
    '/api/spec': ReturnType<typeof buildSpec>;
    '/api/cmAdress/getProvinceInfo': ReturnType<typeof presentProvinces>;
    /** `setUp`: the person has a set-up list with open steps. `withheld`: rights that the organisation has taken. */
    '/api/sysUser': PersonItem & { setUp?: true; withheld?: readonly SwitchableRight[] };
    '/api/setUp': Items<SetUpItem>;
    '/api/profile': PersonItem & { organisation: string };
    /** A person's menu entries and action names. */
    '/api/auth/sysUser/view': { buttonIds: string[] };
    /** `asksPassword`: whether ending other sessions needs the current password. */
    '/api/sessions': Items<OwnSession> & { asksPassword: boolean };
    '/api/sessions/signIns': Items<AuditItem>;
    '/api/users': ListPage<Colleague & Partial<PersonItem & Pick<PersonDetail, 'secondFactor'>>>;
    '/api/users/:id': PersonDetail;
    '/api/imports': ListPage<ImportItem>;
    '/api/imports/:id': ImportWithSendings;
    '/api/invitations': ListPage<InvitationItem>;
    '/api/organisation': OwnOrganisation;
    '/api/organisations': ListPage<Organisation>;
    '/api/organisations/:id/rights': Items<RightChange>;
    '/api/audit': AuditAnswer;
    '/api/audit/:id': AuditItem;
    '/api/organisations/:id/singleSignOn': SingleSignOnItem;
    '/api/assistants': ListPage<AssistantItem>;
    '/api/assistants/offers': ListPage<AssistantOffer>;
    '/api/covers': ListPage<CoverItem>;
    '/api/collaborations': ListPage<CaseInvitationItem>;
    '/api/cases/:id/collaborators': Items<CollaboratorItem> & { mayInvite: boolean };
    '/api/presets': ListPage<PresetItem>;
    '/api/addresses': ListPage<AddressItem>;
    '/api/factors': FactorsItem;
    '/api/mail': MailSettingsItem;
    '/api/notice': NoticeSettingsItem;
    '/api/demo/messages': ListPage<DemoMessage>;
    '/api/analysis': AnalysisOverview;
    '/api/analysis/choices': ReportChoices;
    '/api/analysis/queues': QueuesAnswer;
    '/api/analysis/cases': CasesAtMoment;
    '/api/analysis/owners': CaseOwnersAtMoment;
    '/api/analysis/marks': HistoryMarks;
    '/api/workbench': AsOfFields & {
      counters: CaseCounts['counters'];
      counts: CaseCounts;
      waiting: CaseListItem[];
      feed: HistoryItem[];
    };
    '/api/desk': ServiceDeskView;
    '/api/chats/search': Items<ChatMessage> & { more: boolean };
    '/api/chats/desk': Items<PersonRef> & { total: number };
    '/api/chats/:id': Conversation;
    '/api/chats/:id/people': Items<PersonRef> & { total: number };
    /** `count`: number of the conversation's newest message. */
    '/api/chats/:id/messages': Items<ChatMessage> & { count: number };
    '/api/chats/:id/messages/:message/translation': Translation;
    '/api/cases/:id': CaseView;
    '/api/cases/:id/lineage': Items<CaseListItem>;
    '/api/cases/:id/history': Items<HistoryItem>;
    '/api/cases/:id/forecast': Items<ForecastStep>;
    '/api/reports/forecasts': ForecastReport;
    '/api/reports/forecasts/dates': ForecastDates;
    '/api/cases/:id/files': { items: CaseView['files'] };
    '/api/cases/:id/plans': { items: CaseView['plans'] } & Pick<CaseView, 'targets' | 'approved'>;
    '/api/cases/:id/plans/looked': Record<VersionListName, number | null>;
    '/api/cases/:id/reviews': Items<RecordedReview>;
    '/api/cases/:id/reviews/:from': RecordedReview & { moves: ReviewMove[] };
    '/api/cases/:id/shipments': { items: CaseView['shipments'] } & Pick<
      CaseView,
      'batch' | 'batches' | 'remaining'
    >;
    '/api/cases/:id/trays': { items: CaseView['trays'] };
    '/api/cases/:id/retainers': { items: CaseView['retainers'] };
    '/api/cases/:id/processControl': { items: CaseView['records'] } & Pick<CaseView, 'visits'>;
    '/api/cases/:id/wear': Pick<CaseView, 'wear' | 'checks' | 'zone'> & {
      limits: CaseView['wearLimits'];
      /** Today's date in the clinic's time zone. */
      today: string;
      now: WearNow | null;
      calendar: ReturnType<typeof wearCalendar>;
    };
    '/api/analysis/ask': AskDescription;
    '/api/analysis/keys': { items: readonly ListedNotebookKey[]; tables: readonly NotebookTable[] };
    '/api/analysis/tables/:name': TableListing;
    '/api/analysis/erased': ErasedCases;
    '/api/analysis/exports': ExportList;
    '/api/analysis/exports/:id': ExportItem;
    '/api/analysis/questions/:id': QuestionDetail;
    '/api/analysis/whatif': WhatIfOverview;
    '/api/analysis/log': LogPage;
    '/api/analysis/log/counts': LogCounts;
    '/api/analysis/log/hours': LogHours;
    '/api/analysis/log/:id/:revision': LogEventWithRelated;
    '/api/cases/:id/dataRequests': PatientData;
    '/api/dataRequests/:id': DataRequestDetail;
    '/api/cases/:id/exports': Items<Omit<ModelExport, 'by'> & { by: PersonRef }>;
    '/api/cases/:id/shares': ShareList;
    '/api/articles': ListPage<ReaderArticle>;
    '/api/articles/:id': ReaderArticle;
    '/api/backOffice/articles': ListPage<ArticleItem>;
    '/api/backOffice/articles/:id': ArticleItem;
    '/api/shares/:key': ShareFacts;
    '/api/shares/:key/open': { expiresAt: string };
    '/api/shares/:key/wear': SharedWearFacts;
  };

export type ReadPath = keyof Answers;
export type {
  ShownEvent,
  ShownFieldDifference,
  ShownParting,
  ShownViewCounts,
  WhatIfItem,
  WhatIfOverview,
  WhatIfResult,
} from './what-if-answers.ts';
/** Paths that views declare, and the fields of their queries. */
export type {
  AskAnswer,
  AskDescription,
  ImportCheck,
  QuestionDetail,
  QuestionItem,
  ReportData,
  ReportItem,
  ReportName,
  ViewPath,
};
export type ViewQueryField<P extends ViewPath> = keyof ViewQueryParams<P> & string;
export type AnswerData<P extends ReadPath> = Answers[P];
