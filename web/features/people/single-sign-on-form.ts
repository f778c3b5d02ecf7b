/** The form of single sign-on: converts typed values to settings and back. */
import type { Position } from '#events/person/position.ts';
import type { SingleSignOnSettings } from '#events/person/single-sign-on-settings.ts';
import type { SingleSignOnItem, TypedConnection } from './single-sign-on-queries.ts';

/** A line of the table; its id keeps its fields while lines are added and removed. */
export type TypedPositionLine = { id: number; value: string; position: Position };

export type TypedSingleSignOn = Omit<SingleSignOnSettings, 'positions'> & {
  positions: readonly TypedPositionLine[];
  clientSecret: string;
  /** The provider needs no secret. */
  withoutSecret: boolean;
};

export const singleSignOnFields = [
  ...['issuer', 'clientId', 'clientSecret', 'scope', 'claim', 'positions', 'secondFactor'],
];

export const initialTypedSettingsOf = ({ settings, hasSecret }: SingleSignOnItem): TypedSingleSignOn => ({
  issuer: settings?.issuer ?? '',
  clientId: settings?.clientId ?? '',
  scope: settings?.scope ?? 'openid profile email',
  claim: settings?.claim ?? 'groups',
  secondFactor: settings?.secondFactor ?? 'here',
  positions: (settings?.positions ?? [{ value: '', position: 'Doctor' as const }]).map((line, id) => ({
    id,
    ...line,
  })),
  clientSecret: '',
  withoutSecret: settings !== null && !hasSecret,
});

/** An empty field keeps the stored secret. */
const secretOf = ({
  clientSecret,
  withoutSecret,
}: TypedSingleSignOn): Pick<TypedConnection, 'clientSecret'> => {
  if (withoutSecret) return { clientSecret: null };
  return clientSecret === '' ? {} : { clientSecret };
};

export function settingsOfTyped(typed: TypedSingleSignOn): SingleSignOnSettings & TypedConnection {
  const { issuer, clientId, scope, claim, secondFactor, positions } = typed;
  return {
    ...{
      issuer: issuer.trim(),
      clientId: clientId.trim(),
      scope: scope.trim(),
      claim: claim.trim(),
      secondFactor,
    },
    positions: positions.map(({ value, position }) => ({ value: value.trim(), position })),
    ...secretOf(typed),
  };
}
