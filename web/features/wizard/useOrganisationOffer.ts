/** The products that the person's organisation offers. The person's cases belong to the same organisation. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type ProductOffer, productOfferOf } from '#events/case/offer.ts';
import { apiOf } from '#web/lib/api.ts';

const ownOffer = () =>
  queryOptions({
    queryKey: ['organisation'],
    queryFn: ({ client }) => apiOf(client).read('/api/organisation'),
    // Always stale, so that the step reads the offer again: an Admin may have changed it.
    staleTime: 0,
  });

/** Reads the offer for the first render. On a failure, the step reads it again. */
export const prefetchOrganisationOffer = (client: QueryClient) => client.prefetchQuery(ownOffer());

/** All options until the answer arrives: the server refuses those not offered. */
export function useOrganisationOffer(): ProductOffer {
  const { data } = useQuery(ownOffer());
  return productOfferOf(data);
}
