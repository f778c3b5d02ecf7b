/** What an organisation's doctors may choose for a case: treatment methods and product types. Pure. */
import type { Issue } from '../errors.ts';
import { type Option, options } from './options.ts';
import type { Sections } from './sections.ts';

export type ProductOffer = {
  methods: readonly Option<'method'>[];
  productTypes: readonly Option<'productType'>[];
};

/** The product type of a case for which none is chosen, which is always possible. */
export const productTypeNotChosen = 4;

/** An organisation that names no products offers all. */
export const productOfferOf = ({ methods, productTypes }: Partial<ProductOffer> = {}): ProductOffer => ({
  methods: methods ?? options.method,
  productTypes: productTypes ?? options.productType,
});

export const isMethodOffered = ({ methods }: ProductOffer, method: Option<'method'>) =>
  methods.includes(method);
export const isProductOffered = ({ productTypes }: ProductOffer, type: Option<'productType'>) =>
  type === productTypeNotChosen || productTypes.includes(type);

type Prescription = Sections['prescription'];

/** Issues of a newly chosen method or product. A choice made before the offer changed stays valid. */
export function offerIssues(
  before: Prescription,
  { method, productType }: Prescription,
  offer: ProductOffer,
): Issue[] {
  const notOffered = (path: string): Issue => ({ path, issue: 'not-offered' });
  return [
    ...(method && method !== before.method && !isMethodOffered(offer, method) ? [notOffered('method')] : []),
    ...(productType && productType !== before.productType && !isProductOffered(offer, productType)
      ? [notOffered('productType')]
      : []),
  ];
}
