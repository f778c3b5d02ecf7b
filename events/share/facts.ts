/** What a link tells whoever opens it: facts of one version, never of a person. */
import type { AngleEnds, Relation } from '../plan/angle-class.ts';
import type { Bolton } from '../plan/bolton.ts';
import type { Attachment, Reduction } from '../plan/bundle.ts';
import type { MeasuredEnds } from '../plan/occlusion.ts';
import type { MissedAligner, WearDays, WearLimits } from '../wear/wear.ts';
import type { Doubt } from './doubt.ts';
import type { Audience, Scope, Shared, ShareLanguage } from './events.ts';
import type { Standing } from './share.ts';

/** What a colleague reads of a plan beside its stages, as far as the link shows it. */
export type PlanDetails = {
  list: 'plans' | 'targets';
  version: number;
  /** SHA-256 of the bundle, hex: what an approval is bound to. */
  bundle: string;
  /** At the start and at the goal. */
  angles: Record<Relation, AngleEnds>;
  bolton: Pick<Bolton, 'kind' | 'ratio' | 'missing' | 'excess'>[];
  /** Overjet, overbite, midlines and widths at both ends; null where the shapes could not be measured. */
  occlusion: MeasuredEnds[] | null;
  attachments: Pick<Attachment, 'tooth' | 'type' | 'from' | 'to'>[];
  ipr: Reduction[];
};

export type PlanFacts = {
  /** Null where it is the newest that the doctor has approved. */
  doubt: Doubt | null;
  /** Aligners of each arch. */
  upperStages: number;
  lowerStages: number;
  /** Teeth that carry one; null where the plan does not say. */
  attachments: number | null;
  instructions: string | null;
  /** Null for a patient, and where the plan holds no more than its stages. */
  details: PlanDetails | null;
  /** Stages that have a picture: the start, a quarter, half, three quarters, the goal, as far as they are shown. */
  posters: number[];
  /** Bytes of what a 3D view loads, as they go over the wire; null where there is none. */
  bytes: number | null;
};

/** A report of the patient; `until`: the ISO time until which it may be taken back. */
export type ReportFacts = Pick<MissedAligner, 'missed' | 'arch' | 'stage' | 'reason' | 'on'> & {
  until: string;
};

/** Which aligner is worn, as far as a phone works it out by itself: days, and nothing of a person. */
export type WearFacts = {
  wear: WearDays;
  limits: WearLimits;
  /** What was said to be lost or broken, and is not dealt with yet. */
  missed: ReportFacts[];
  /** The treatment goes on: what the patient says is taken. */
  takes: boolean;
  /** A refinement is being planned: the calendar no longer holds. */
  refined: boolean;
};

export type ModelFacts = {
  slot: string | null;
  /** Bytes of its GLB; null where there is none. */
  bytes: number | null;
};

export type ShareFacts = {
  for: Audience;
  lang: ShareLanguage;
  /** ISO time. */
  expiresAt: string;
  scope: Scope;
  /** The clinic's name as the case has it, else the organisation's. */
  clinic: string;
  /** A phone of the clinic; null where none is known, and of links that are no patient's page. */
  phone: string | null;
  /** Its time zone (IANA name), in which its reader is told times. */
  zone: string;
  plan: PlanFacts | null;
  model: ModelFacts | null;
  wear: WearFacts | null;
};

/** Why a link that is one does not open. `clinic`: empty where it was taken back or is gone. */
export type ShareOver = { why: 'revoked' | 'expired' | 'gone'; clinic: string; lang: ShareLanguage };

/** A link as those who keep the case see it. */
export type ShareItem = {
  id: string;
  for: Audience;
  what: Shared;
  scope: Scope;
  lang: ShareLanguage;
  by: { id: string; name: string };
  at: string;
  expiresAt: string;
  standing: Standing;
  revoked: { at: string; by: { id: string; name: string } } | null;
  opened: { times: number; last: string | null };
  /** Its address on this site; null where it opens no more, or is not this person's to open. */
  path: string | null;
  mayRevoke: boolean;
};

export type ShareList = {
  /** The newest first. */
  items: ShareItem[];
  /** For whom this person may make one. */
  makes: Audience[];
};
