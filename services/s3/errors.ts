/** What an object store says, in the words of the catalogue. */
import { type ErrorName, Refusal } from '#events/errors.ts';
import { S3Unreachable, statusOf } from './retry.ts';

/** Runs work over an object store; whatever the store says becomes one refusal, with the cause for the log. */
export async function onS3<T>(refused: ErrorName, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof S3Unreachable) && statusOf(error) === undefined) throw error;
    const refusal = new Refusal(refused);
    refusal.cause = error;
    throw refusal;
  }
}
