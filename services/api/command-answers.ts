/**
 * Types of `data` in the answers of commands that the browser reads, by method and path. A route that answers with
 * another type does not compile (`command-route.ts`), nor does a sender that expects one (`web/lib/api.ts`).
 */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { ShareItem } from '#events/share/facts.ts';
import type { ArticleItem } from '#projections/news/item.ts';
import type { ListedNotebookKey } from '../people/notebook-keys.ts';
import type { AskAnswer } from './analysis-ask-answers.ts';
import type { ExportItem } from './analysis-export-answers.ts';
import type { presentCommandedCase } from './answer-formats.ts';
import type { AnswerData, ConnectionReport, FactorsItem, ImportCheck, QuestionDetail } from './answers.ts';
import type { InvitationItem } from './invitation-answers.ts';
import type { presentSession } from './session-routes.ts';

/** The case's new state as this viewer may see it. */
export type CommandedCase = ReturnType<typeof presentCommandedCase>;
type Profile = AnswerData<'/api/profile'>;
type SingleSignOn = AnswerData<'/api/organisations/:id/singleSignOn'>;
type ItemOf<P extends '/api/addresses' | '/api/organisations' | '/api/presets'> =
  AnswerData<P>['items'][number];

type CommandAnswers = {
  'POST /api/login/:token': ReturnType<typeof presentSession>;
  'PUT /api/login/:token': null;
  'POST /api/cases': CommandedCase;
  'POST /api/cases/:id/actions/:action': CommandedCase;
  'POST /api/cases/:id/processControl': CommandedCase;
  'POST /api/cases/:id/retainers': CommandedCase & { id: string };
  'POST /api/retainers/:id/actions/:action': CommandedCase & { id: string };
  'POST /api/cases/:id/trays': CommandedCase & { id: string; tray: number };
  'POST /api/trays/:id/actions/:action': CommandedCase;
  'POST /api/cases/:id/wear': CommandedCase;
  'POST /api/cases/:id/shares': ShareItem;
  'DELETE /api/cases/:id/shares/:shareId': ShareItem;
  'PUT /api/profile': Profile;
  'PUT /api/profile/phone': Profile;
  'PUT /api/profile/email': Profile;
  'PUT /api/profile/avatar': Profile;
  'DELETE /api/profile/avatar': Profile;
  'POST /api/codes': { resendAfter: number };
  'POST /api/factors/totp': FactorsItem & { secret: string; address: string };
  'POST /api/factors/totp/confirm': FactorsItem & { recoveryCodes: string[] };
  'POST /api/factors/totp/remove': FactorsItem;
  'POST /api/factors/recovery': FactorsItem & { recoveryCodes: string[] };
  'POST /api/factors/passkeys': FactorsItem;
  'POST /api/factors/passkeys/options': { options: PublicKeyCredentialCreationOptionsJSON };
  'PUT /api/factors/passkeys/:id': FactorsItem;
  'POST /api/factors/passkeys/keep': FactorsItem;
  'POST /api/factors/passkeys/:id/remove': FactorsItem;
  'POST /api/messages/read': { before: string };
  'POST /api/organisations': ItemOf<'/api/organisations'>;
  'PUT /api/organisations/:id/singleSignOn': SingleSignOn;
  'DELETE /api/organisations/:id/singleSignOn': SingleSignOn;
  'POST /api/organisations/:id/singleSignOn/test': ConnectionReport;
  'POST /api/invitations': InvitationItem;
  'POST /api/imports/check': ImportCheck;
  'POST /api/imports': { id: string; count: number };
  'POST /api/presets': ItemOf<'/api/presets'>;
  'PUT /api/presets/:id': ItemOf<'/api/presets'>;
  'POST /api/addresses': ItemOf<'/api/addresses'>;
  'PUT /api/addresses/:id': ItemOf<'/api/addresses'>;
  'POST /api/analysis/ask': AskAnswer;
  'POST /api/analysis/questions': QuestionDetail;
  'PUT /api/analysis/questions/:id': QuestionDetail;
  'POST /api/analysis/exports': ExportItem;
  'POST /api/analysis/keys': Partial<ListedNotebookKey> & { key: string };
  'POST /api/backOffice/articles': ArticleItem | null;
  'PUT /api/backOffice/articles/:id': ArticleItem | null;
  'POST /api/backOffice/articles/:id/publish': ArticleItem | null;
  'POST /api/backOffice/articles/:id/withdraw': ArticleItem | null;
  'POST /api/backOffice/articles/:id/restore': ArticleItem | null;
};

export type CommandName = keyof CommandAnswers;
/** `data` of a command's answer by its method and path. */
export type CommandData<Name extends CommandName> = CommandAnswers[Name];
/** Paths of the POST commands that answer with the case's new state. */
export type CaseCommandPath = {
  [Name in CommandName]: CommandAnswers[Name] extends CommandedCase
    ? Name extends `POST ${infer P}`
      ? P
      : never
    : never;
}[CommandName];
/** The fields of a case command's answer besides the case. */
export type AnswerFieldsBesidesCase<P extends CaseCommandPath> = Omit<
  CommandAnswers[`POST ${P}`],
  keyof CommandedCase
>;
/** The answer that a route must give: the declared one, otherwise any object. */
export type CommandAnswer<Name extends string> = Name extends CommandName
  ? CommandAnswers[Name]
  : object | null;
