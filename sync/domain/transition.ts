import type { Role } from '../contract/roles.ts';

/** One row of a status table: in `from`, event `on` leads to `to` for these roles. Events without a row are refused. */
export interface Transition<Status extends number, Event extends string> {
  readonly from: Status;
  readonly on: Event;
  readonly to: Status;
  readonly by: readonly Role[];
}

/** Returns the status after an event, or undefined if the table has no row for it. */
export function findNextStatus<Status extends number, Event extends string>(
  table: readonly Transition<Status, Event>[],
  from: Status,
  on: Event,
): Status | undefined {
  return table.find((row) => row.from === from && row.on === on)?.to;
}
