/** Maps errors of an object store to the error catalogue. */
import { type ErrorName, Refusal } from '#events/errors.ts';
import { httpStatusOf, S3UnreachableError } from './retry.ts';

/** Runs work with an object store. Converts any error of the store to one refusal, with the cause for the log. */
export async function withStoreErrors<T>(refused: ErrorName, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof S3UnreachableError) && httpStatusOf(error) === undefined) throw error;
    const refusal = new Refusal(refused);
    refusal.cause = error;
    throw refusal;
  }
}
