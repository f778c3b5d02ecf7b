/**
 * Every screen with a screenshot: its user and its path. `{case}` is replaced by a case at the screen's
 * status, `{held}` by the user name of a person who must set up a second factor.
 */
import { Status } from '#events/case/status.ts';
import { demoId } from '#services/seed/demo-id.ts';

export type ScreenDefinition = {
  name: string;
  user?: string;
  path: string;
  status?: number;
  phone?: true;
  open?: string;
  /** Text of a CSV file that the page's file field gets. */
  file?: string;
  /** Selector to wait for before the keys in `press`. */
  wait?: string;
  press?: readonly string[];
  /** Selector to wait for after the keys. */
  shows?: string;
  /** Audience of the link that replaces `{link}`: to the case's plan, or to its patient page. */
  link?: 'patient' | 'colleague' | 'wear';
  /** Another picture of the same page. Accessibility tests skip it, because its elements are the same. */
  alike?: true;
};

/**
 * An institute article with pictures and a table, for reading and for editing; and a download with a file.
 */
const demoArticle = `/institute/${demoId('article photo-protocol')}`;
const writing = `/backOffice?kind=institute&id=${demoId('article photo-protocol')}`;
const offering = `/backOffice?kind=download&id=${demoId('article record-reader')}`;

const importing = '/backOffice?section=people&kind=import';
const heading = '姓名,岗位,邮箱,手机号,语言,备注';
const staff = [heading, '周涛,技师,zhou@clinic.example,,中文,', '李敏,Doctor,,139 0000 0021,,'].join('\n');
const badStaff = [
  staff,
  '孙 9,院长,sun,,,',
  '王芳,客服,ZHOU@clinic.example,1.39E+10,法语,',
  '陈晨,Technician,,,,兼职',
].join('\n');

/** Selector of a plan drawn with all its shapes. */
export const drawnPlanSelector = '[data-detail="fine"]';

/** Signs in with the password of the demo, up to the page that sets up a second factor. */
const heldSignIn = { press: [...'archline1', 'Enter'], shows: 'input[name="oldPassword"]' } as const;

const aTimeToCome = '2100-01-01T00:00:00Z';

export const screenDefinitions: readonly ScreenDefinition[] = [
  { name: 'login', path: '/login' },
  { name: 'second-factor', path: '/login?user={held}', ...heldSignIn },
  { name: 'second-factor-phone', alike: true, path: '/login?user={held}', phone: true, ...heldSignIn },
  { name: 'organisation-sign-in', path: '/login/organisation' },
  { name: 'organisation-sign-in-refused', path: '/login/organisation?org=clinic&problem=noPosition' },
  { name: 'organisation-sign-in-phone', path: '/login/organisation', phone: true },
  { name: 'register', path: '/register' },
  { name: 'register-phone', path: '/register', phone: true },
  { name: 'forgotten-password', path: '/forgetPwd' },
  { name: 'forgotten-password-phone', path: '/forgetPwd', phone: true },
  { name: 'forgotten-password-email', path: '/forgetPwd?way=email' },
  { name: 'forgotten-password-support', path: '/forgetPwd?way=support' },
  { name: 'forgotten-password-over', path: '/forgetPwd?token=used' },
  { name: 'terms-of-use', path: '/termsOfUse' },
  { name: 'privacy', path: '/privacy' },
  { name: 'demo-messages', path: '/demo/messages' },
  { name: 'workbench', user: 'doctor', path: '/workbench' },
  { name: 'workbench-supervisor', user: 'supervisor', path: '/workbench' },
  { name: 'workbench-vendor', user: 'vendor', path: '/workbench', wait: '[data-card] >> nth=0' },
  {
    name: 'workbench-vendor-phone',
    user: 'vendor',
    path: '/workbench',
    phone: true,
    wait: '[data-card] >> nth=0',
  },
  { name: 'workbench-phone', user: 'doctor', path: '/workbench', phone: true },
  { name: 'case-list', user: 'doctor', path: '/caseList' },
  { name: 'case-list-action', user: 'doctor', path: '/caseList?tab=action' },
  { name: 'case-list-empty', user: 'doctor', path: '/caseList?q=zzzz' },
  // A time to come is the present.
  { name: 'case-list-past', user: 'analyst', path: `/caseList?at=${aTimeToCome}`, wait: 'table' },
  {
    name: 'case-list-past-phone',
    user: 'analyst',
    path: `/caseList?at=${aTimeToCome}`,
    wait: 'table',
    phone: true,
  },
  { name: 'workbench-past', user: 'supervisor', path: `/workbench?at=${aTimeToCome}`, wait: 'form' },
  { name: 'retainer-list-past', user: 'supervisor', path: `/retainerList?at=${aTimeToCome}`, wait: 'form' },
  { name: 'case-list-phone', user: 'doctor', path: '/caseList', phone: true },
  { name: 'case-detail', user: 'doctor', path: '/caseDetail?id={case}', status: Status.PlanAwaitingDoctor },
  { name: 'case-detail-vendor', user: 'vendor', path: '/caseDetail?id={case}', status: Status.InProduction },
  {
    name: 'case-detail-manufacturing',
    user: 'doctor',
    path: '/caseDetail?id={case}&section=manufacturing',
    status: Status.AwaitingNextBatch,
  },
  { name: 'case-detail-completed', user: 'doctor', path: '/caseDetail?id={case}', status: Status.Completed },
  {
    name: 'case-process',
    alike: true,
    user: 'doctor',
    path: '/caseDetail?id={case}&section=processControl',
    status: Status.AwaitingNextBatch,
  },
  {
    name: 'dialog-visit',
    user: 'doctor',
    path: '/caseDetail?id={case}',
    status: Status.AwaitingNextBatch,
    open: 'recordVisit',
  },
  {
    name: 'case-detail-phone',
    user: 'doctor',
    path: '/caseDetail?id={case}',
    status: Status.PlanAwaitingDoctor,
    phone: true,
  },
  { name: 'case-unknown', user: 'doctor', path: '/caseDetail?id=ZZZZZZ' },
  { name: 'wizard-start', user: 'doctor', path: '/addCase/pcEnter' },
  {
    name: 'wizard-patient',
    user: 'doctor',
    path: '/addCase/patientInfoNew?id={case}',
    status: Status.PhotosIncomplete,
  },
  {
    name: 'wizard-diagnosis',
    user: 'doctor',
    path: '/addCase/deagonsticMesNew?id={case}',
    status: Status.PhotosIncomplete,
  },
  {
    name: 'wizard-prescription',
    user: 'doctor',
    path: '/addCase/transparentToothNew?id={case}',
    status: Status.PhotosIncomplete,
  },
  {
    name: 'wizard-lingual',
    user: 'doctor2',
    path: '/addCase/transparentToothNew?id={case}',
    status: Status.TorqueIncomplete,
  },
  {
    name: 'wizard-markers',
    user: 'doctor',
    path: '/addCase/transparentMarkerNew?id={case}',
    status: Status.PhotosIncomplete,
  },
  {
    name: 'wizard-data',
    user: 'doctor',
    path: '/addCase/dataUploadNew?id={case}',
    status: Status.PhotosIncomplete,
  },
  {
    name: 'plan-review',
    user: 'doctor',
    path: '/schemeApproveWidget?id={case}&stage=8',
    status: Status.PlanAwaitingDoctor,
    wait: drawnPlanSelector,
  },
  {
    name: 'plan-review-expert',
    user: 'expert',
    path: '/schemeApproveWidget?id={case}&stage=4&view=right',
    status: Status.PlanAwaitingExpert,
    wait: drawnPlanSelector,
  },
  {
    name: 'plan-review-phone',
    alike: true,
    user: 'doctor',
    path: '/schemeApproveWidget?id={case}&stage=8',
    status: Status.PlanAwaitingDoctor,
    phone: true,
    wait: drawnPlanSelector,
  },
  {
    name: 'plan-beside',
    user: 'doctor',
    path: '/eSetThreeDView?id={case}',
    status: Status.PrepareProduction,
    wait: drawnPlanSelector,
    press: ['End', 'd'],
  },
  {
    name: 'plan-ghost',
    alike: true,
    user: 'doctor',
    path: '/eSetThreeDView?id={case}&view=upper',
    status: Status.PrepareProduction,
    wait: drawnPlanSelector,
    press: ['End', 's', 'h'],
  },
  {
    name: 'plan-overjet',
    alike: true,
    user: 'doctor',
    path: '/eSetThreeDView?id={case}&stage=6&view=overjet',
    status: Status.PrepareProduction,
    wait: drawnPlanSelector,
    press: ['r'],
  },
  {
    name: 'plan-maker',
    user: 'technician',
    path: '/eSetThreeDView?id={case}&make=plans',
    status: Status.PlanUnderDesign,
  },
  { name: 'shared-patient', path: '{link}', status: Status.PrepareProduction, phone: true, link: 'patient' },
  { name: 'shared-colleague', path: '{link}', status: Status.PrepareProduction, link: 'colleague' },
  { name: 'patient-page', path: '{link}', status: Status.AwaitingNextBatch, phone: true, link: 'wear' },
  {
    name: 'plan-report',
    user: 'doctor',
    path: '/schemeReportInfoWidget?id={case}',
    status: Status.PlanAwaitingDoctor,
  },
  { name: 'target-queue', user: 'expert', path: '/arrangementCheck' },
  {
    name: 'target-review',
    user: 'doctor',
    path: '/arrangementCheck?id={case}',
    status: Status.TargetAwaitingDoctor,
  },
  {
    name: 'dialog-reject',
    user: 'supervisor',
    path: '/caseDetail?id={case}',
    status: Status.ToAccept,
    open: 'deniedCase',
  },
  {
    name: 'case-sent-back',
    user: 'doctor',
    path: '/caseDetail?id={case}',
    status: Status.SupervisorRejected,
  },
  {
    name: 'dialog-refine',
    user: 'doctor',
    path: '/caseDetail?id={case}',
    status: Status.AllSent,
    open: 'refine',
  },
  {
    name: 'dialog-distribute',
    user: 'supervisor',
    path: '/caseDetail?id={case}',
    status: Status.ToDistribute,
    open: 'allocateCase',
  },
  {
    name: 'dialog-batch',
    user: 'vendor',
    path: '/caseDetail?id={case}',
    status: Status.PrepareProduction,
    open: 'scheduleProduction',
  },
  {
    name: 'dialog-next-batch',
    user: 'doctor',
    path: '/caseDetail?id={case}',
    status: Status.AwaitingNextBatch,
    open: 'nextBatch',
  },
  {
    name: 'dialog-complete',
    user: 'doctor',
    path: '/caseDetail?id={case}',
    status: Status.AllSent,
    open: 'complete',
  },
  { name: 'messages', user: 'doctor', path: '/userMessage' },
  { name: 'messages-talk', user: 'doctor', path: '/userMessage?kind=talk' },
  { name: 'messages-phone', user: 'doctor', path: '/userMessage', phone: true },
  { name: 'messages-by-mail', user: 'doctor', path: '/userMessage?mail=1' },
  { name: 'messages-by-mail-phone', user: 'doctor', path: '/userMessage?mail=1', phone: true },
  {
    name: 'chat',
    user: 'doctor',
    path: '/chat?c=case.{case}',
    status: Status.PlanAwaitingDoctor,
    wait: '[data-seq="7"]',
  },
  {
    name: 'chat-desk',
    user: 'service',
    path: '/chat?c=case.{case}',
    status: Status.PlanAwaitingDoctor,
    wait: '[data-seq="7"]',
  },
  {
    name: 'chat-notes',
    user: 'service',
    path: '/chat?c=internal.{case}',
    status: Status.PlanAwaitingDoctor,
    wait: '[data-seq="2"]',
  },
  {
    name: 'chat-maker',
    user: 'vendor',
    path: '/chat?c=production.{case}',
    status: Status.InProduction,
    wait: '[data-seq="2"]',
  },
  { name: 'chat-empty', user: 'doctor2', path: '/chat' },
  {
    name: 'chat-phone',
    alike: true,
    user: 'doctor',
    path: '/chat?c=case.{case}',
    status: Status.PlanAwaitingDoctor,
    phone: true,
    wait: '[data-seq="7"]',
  },
  { name: 'chat-list-phone', alike: true, user: 'doctor', path: '/chat', phone: true },
  {
    name: 'chat-dock',
    user: 'doctor',
    path: '/caseDetail?id={case}',
    status: Status.PlanAwaitingDoctor,
    wait: '[data-state="live"]',
    press: ['c'],
    shows: 'aside [data-seq="7"]',
  },
  { name: 'presets', user: 'doctor', path: '/setListNew' },
  { name: 'presets-empty', user: 'doctor2', path: '/setListNew' },
  { name: 'preset-new', user: 'doctor', path: '/setTransparentToothNew' },
  { name: 'preset-locked', user: 'doctor', path: '/setTransparentToothNew?id=extraction-u4-l5' },
  { name: 'account', user: 'doctor', path: '/updateUser' },
  { name: 'account-phone', user: 'technician', path: '/updateUser', phone: true },
  { name: 'account-security', user: 'doctor', path: '/updateUser?tab=security' },
  { name: 'account-security-phone', user: 'doctor', path: '/updateUser?tab=security', phone: true },
  { name: 'account-display', user: 'doctor', path: '/updateUser?tab=display' },
  { name: 'account-requests', user: 'doctor', path: '/updateUser?tab=requests' },
  { name: 'account-requests-phone', user: 'admin', path: '/updateUser?tab=requests', phone: true },
  { name: 'addresses', user: 'doctor', path: '/updateUser?tab=addresses' },
  { name: 'addresses-empty', user: 'doctor2', path: '/updateUser?tab=addresses' },
  { name: 'assistants', user: 'doctor', path: '/userList' },
  { name: 'assistants-phone', user: 'doctor', path: '/userList', phone: true },
  {
    name: 'assistants-edit',
    user: 'doctor',
    path: '/userList',
    wait: 'tbody tr >> nth=0',
    press: ['j', 'Enter'],
    shows: '[role="dialog"] form',
  },
  { name: 'assistants-empty', user: 'doctor2', path: '/userList' },
  { name: 'assistants-none', user: 'technician', path: '/userList' },
  { name: 'patients', user: 'doctor', path: '/patientFilterList' },
  { name: 'patients-phone', user: 'doctor', path: '/patientFilterList', phone: true },
  { name: 'patients-empty', user: 'other', path: '/patientFilterList' },
  {
    name: 'wear-record',
    user: 'doctor',
    path: '/patientFilterList?wear={case}',
    status: Status.AwaitingNextBatch,
  },
  {
    name: 'dialog-aligner-changed',
    user: 'doctor',
    path: '/caseDetail?id={case}&section=wear',
    status: Status.AwaitingNextBatch,
    open: 'changeAligner',
  },
  { name: 'retainers', user: 'doctor', path: '/retainerList' },
  { name: 'retainers-vendor', alike: true, user: 'vendor', path: '/retainerList' },
  { name: 'retainers-phone', alike: true, user: 'doctor', path: '/retainerList', phone: true },
  { name: 'retainer-new', user: 'doctor', path: '/createRetainerWidget?id={case}', status: Status.AllSent },
  { name: 'retainer-pick', user: 'doctor', path: '/createRetainerWidget' },
  {
    name: 'case-retainer',
    alike: true,
    user: 'doctor',
    path: '/caseDetail?id={case}&section=retainer',
    status: Status.Completed,
  },
  { name: 'version-log', path: '/versionLog' },
  { name: 'desk', user: 'service', path: '/backOffice?section=desk' },
  { name: 'desk-phone', user: 'service', path: '/backOffice?section=desk', phone: true },
  { name: 'terms', path: '/terms' },
  { name: 'terms-search', path: '/terms?q=fujian' },
  { name: 'terms-phone', path: '/terms?q=bite', phone: true },
  { name: 'news', path: '/news' },
  { name: 'news-reader', user: 'doctor', path: '/news' },
  { name: 'institute', user: 'doctor', path: '/institute' },
  { name: 'article', user: 'doctor', path: demoArticle },
  { name: 'article-phone', alike: true, path: demoArticle, phone: true },
  { name: 'download', path: '/download' },
  { name: 'support', user: 'doctor', path: '/support' },
  { name: 'support-found', user: 'doctor', path: '/support?q=22' },
  { name: 'support-none', user: 'doctor', path: '/support?q=zzzz' },
  { name: 'support-phone', alike: true, user: 'doctor', path: '/support', phone: true },
  { name: 'back-office', user: 'service', path: '/backOffice' },
  { name: 'back-office-faq', alike: true, user: 'service', path: '/backOffice?kind=faq' },
  { name: 'back-office-article', user: 'service', path: writing, wait: 'form textarea >> nth=1' },
  { name: 'back-office-download', user: 'service', path: offering, wait: 'form textarea >> nth=1' },
  { name: 'people', user: 'admin', path: '/backOffice?section=people' },
  {
    name: 'people-without-factor',
    alike: true,
    user: 'admin',
    path: '/backOffice?section=people&kind=noFactor',
  },
  { name: 'people-phone', user: 'admin', path: '/backOffice?section=people', phone: true },
  { name: 'people-colleagues', alike: true, user: 'service', path: '/backOffice?section=people' },
  { name: 'people-invited', user: 'admin', path: '/backOffice?section=people&kind=invited' },
  { name: 'people-import', user: 'admin', path: importing },
  { name: 'people-import-phone', user: 'admin', path: importing, phone: true },
  { name: 'people-import-errors', user: 'admin', path: importing, file: badStaff, shows: 'table' },
  {
    name: 'people-import-errors-phone',
    user: 'admin',
    path: importing,
    file: badStaff,
    shows: 'table',
    phone: true,
  },
  { name: 'people-import-ready', user: 'admin', path: importing, file: staff, shows: 'table' },
  { name: 'person', user: 'admin', path: '/backOffice?section=people&id=p-doctor' },
  {
    name: 'person-phone',
    alike: true,
    user: 'admin',
    path: '/backOffice?section=people&id=p-doctor',
    phone: true,
  },
  { name: 'organisations', user: 'admin', path: '/backOffice?section=organisations' },
  {
    name: 'organisations-phone',
    alike: true,
    user: 'admin',
    path: '/backOffice?section=organisations',
    phone: true,
  },
  { name: 'organisation', user: 'admin', path: '/backOffice?section=organisations&id=archline' },
  {
    name: 'organisation-phone',
    user: 'admin',
    phone: true,
    path: '/backOffice?section=organisations&id=archline',
  },
  { name: 'rights', user: 'admin', path: '/backOffice?section=rights' },
  { name: 'rights-phone', user: 'admin', path: '/backOffice?section=rights', phone: true },
  { name: 'audit', user: 'admin', path: '/backOffice?section=audit' },
  { name: 'audit-phone', user: 'admin', path: '/backOffice?section=audit', phone: true },
  {
    name: 'audit-entry',
    user: 'admin',
    path: '/backOffice?section=audit&kind=account&id=directory%3A4',
    wait: '[role="dialog"]',
  },
  { name: 'audit-empty', user: 'admin', path: '/backOffice?section=audit&person=nobody&from=2026-01-01' },
  { name: 'back-office-refused', user: 'doctor', path: '/backOffice' },
  {
    name: 'analysis-forecasts',
    user: 'analyst',
    path: '/analysis/forecasts',
    wait: 'figure canvas >> nth=2',
  },
  {
    name: 'analysis-forecasts-phone',
    user: 'analyst',
    path: '/analysis/forecasts',
    wait: 'figure canvas >> nth=2',
    phone: true,
  },
  {
    name: 'analysis-forecasts-dates',
    user: 'analyst',
    path: '/analysis/forecasts?list=doctor-half-missed',
    wait: '[role="dialog"] table',
  },
  {
    name: 'analysis-forecasts-empty',
    user: 'analyst',
    path: '/analysis/forecasts?from=2000-01-01&to=2000-01-31',
  },
  { name: 'analysis-log', user: 'analyst', path: '/analysis/log', wait: '[role="option"] >> nth=0' },
  {
    name: 'analysis-log-phone',
    user: 'analyst',
    path: '/analysis/log',
    phone: true,
    wait: '[role="option"] >> nth=0',
  },
  {
    name: 'analysis-log-event',
    user: 'analyst',
    path: '/analysis/log?event={case}:12',
    status: Status.PlanAwaitingDoctor,
    wait: '[role="dialog"] pre',
  },
  { name: 'analysis-log-nothing', user: 'analyst', path: '/analysis/log?case=ZZZZZZ&type=CaseCompleted' },
];
