import type { Body } from '../model/bodies';

const FAILED = /^(?:error|errored|failed|failure|finished_with_error)$/i;

/** True where a result says of itself that the tool failed. */
export function hasFailed({ status, error }: Body<'tool.result'>): boolean {
  return FAILED.test(status ?? '') || ((error ?? false) !== false && error !== '');
}
