/** Facts that a link shows to its reader: about one version, never about a person. */
import type { AngleRelation, StartAndGoalAngleClasses } from '../plan/angle-class.ts';
import type { BoltonResult } from '../plan/bolton.ts';
import type { Attachment, BundleIpr } from '../plan/bundle.ts';
import type { OcclusionAtStartAndGoal } from '../plan/occlusion.ts';
import type { MissedAligner, WearSchedule } from '../wear/wear.ts';
import type { WearLimits } from '../wear/wear-calendar.ts';
import type { ShareAudience, SharedContent, ShareLanguage, ShareScope } from './events.ts';
import type { ShareStatus } from './share.ts';
import type { VersionWarning } from './version-warning.ts';

/** Details of a plan for a colleague, as far as the link shows them. */
export type SharedPlanDetails = {
  list: 'plans' | 'targets';
  version: number;
  /** SHA-256 of the bundle, hex. An approval is bound to it. */
  bundle: string;
  /** Angle's classes at the start and at the goal. */
  angles: Record<AngleRelation, StartAndGoalAngleClasses>;
  bolton: Pick<BoltonResult, 'kind' | 'ratio' | 'missing' | 'excess'>[];
  /** Overjet, overbite, midlines and widths at start and goal; null if the shapes could not be measured. */
  occlusion: OcclusionAtStartAndGoal[] | null;
  attachments: Pick<Attachment, 'tooth' | 'type' | 'from' | 'to'>[];
  ipr: BundleIpr[];
};

export type SharedPlanFacts = {
  /** Warning about the version; null for the newest version approved by the doctor. */
  doubt: VersionWarning | null;
  /** Number of aligners of each arch. */
  upperStages: number;
  lowerStages: number;
  /** Number of teeth with attachments; null if unknown. */
  attachments: number | null;
  instructions: string | null;
  /** Details for a colleague; null for a patient, and for a plan without plan.json data. */
  details: SharedPlanDetails | null;
  /**
   * Stages with a picture: the start, a quarter, half, three quarters, the goal, as far as they are shown.
   */
  posters: number[];
  /** Transferred bytes of the 3D view; null without one. */
  bytes: number | null;
};

/** A patient's report of a missed aligner. `until`: the ISO time until which the patient can withdraw it. */
export type MissedReportFacts = Pick<MissedAligner, 'missed' | 'arch' | 'stage' | 'reason' | 'on'> & {
  until: string;
};

/** Data from which a phone computes the aligner of the day: dates, and nothing about a person. */
export type SharedWearFacts = {
  wear: WearSchedule;
  limits: WearLimits;
  /** Reports of lost or broken aligners that are not settled. */
  missed: MissedReportFacts[];
  /** Whether the treatment continues, so that reports are accepted. */
  takes: boolean;
  /** Whether a refinement is being planned, so that the schedule no longer applies. */
  refined: boolean;
};

export type SharedModelFacts = {
  slot: string | null;
  /** Size in bytes of the model's GLB; null without one. */
  bytes: number | null;
};

export type ShareFacts = {
  for: ShareAudience;
  lang: ShareLanguage;
  /** Expiry of the link, ISO time. */
  expiresAt: string;
  scope: ShareScope;
  /** Name of the clinic in the case, else of the organisation. */
  clinic: string;
  /** Phone of the clinic; null if unknown, and for links that are not a patient's page. */
  phone: string | null;
  /** Time zone (IANA name) of the times shown. */
  zone: string;
  plan: SharedPlanFacts | null;
  model: SharedModelFacts | null;
  wear: SharedWearFacts | null;
};

/** Why a valid link does not open. `clinic` is empty if it was revoked or is gone. */
export type ClosedShare = { why: 'revoked' | 'expired' | 'gone'; clinic: string; lang: ShareLanguage };

/** A person who made or closed a link; an assistant did it for a doctor. */
type LinkActor = { id: string; name: string; actsFor?: { name: string } };

/** A link as shown to the people in charge of the case. */
export type ShareItem = {
  id: string;
  for: ShareAudience;
  what: SharedContent;
  scope: ShareScope;
  lang: ShareLanguage;
  by: LinkActor;
  at: string;
  expiresAt: string;
  standing: ShareStatus;
  revoked: { at: string; by: LinkActor } | null;
  opened: { times: number; last: string | null };
  /** Path of the link's page; null if the link is closed, or this person may not open it. */
  path: string | null;
  mayRevoke: boolean;
};

export type ShareList = {
  /** Links of the case, the newest first. */
  items: ShareItem[];
  /** Audiences for which this person may create a link. */
  makes: ShareAudience[];
};
