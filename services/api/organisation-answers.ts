/** Answers about organisations: their page, switched rights and single sign-on. */
import type { ProductOffer } from '#events/case/offer.ts';
import type { Organisation } from '#events/person/organisation.ts';
import type { SingleSignOnSettings } from '#events/person/single-sign-on-settings.ts';
import type { RightSwitch } from '#events/person/switches.ts';
import type { PersonRef } from '#projections/caseList/item.ts';

/** A right that was taken from a position (`on` false) or given back. */
export type RightChange = Pick<RightSwitch, 'right' | 'position' | 'on' | 'reason'> & {
  id: string;
  at: string;
  by: PersonRef;
};

/** The own organisation as all its people see it. `logo`: a path without host; empty: none. */
export type OwnOrganisation = Required<Pick<Organisation, 'orgId' | 'names' | 'kind' | 'zone'>> &
  Pick<Organisation, 'withheld'> &
  ProductOffer & { logo: string };

/** How an organisation's people sign in by its provider, and what the provider must know of this installation. */
export type SingleSignOnItem = {
  /** Null: by password only. */
  settings: SingleSignOnSettings | null;
  /** A client secret is stored. */
  hasSecret: boolean;
  /** Page on which the organisation's people sign in. */
  signInUrl: string;
  /** Address to which the provider returns after a sign-in. */
  redirectUri: string;
  /** Address to which it returns after a sign-out. */
  signedOutUri: string;
  /** Address to which the provider sends notices that a person has signed out there. */
  noticeUri: string;
};
