import { isDiskFull } from './free-space.ts';

/** Returns in one sentence, for the operator, why a command or a start failed. */
export function formatFailure(error: unknown): string {
  if (isDiskFull(error)) return 'the disk is full: delete or move other files';
  return error instanceof Error ? error.message : String(error);
}
