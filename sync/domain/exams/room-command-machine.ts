import type { CommandDecision, RoomCommand, RoomCommandKind } from '../../contract/exams/room-command.ts';

/** Facts known to the server when it decides about a room command. The tablet's own clock is not among them. */
export interface CommandFacts {
  /** True if the author is on duty in this room of this plan. */
  readonly onDuty: boolean;
  /** True if the examinee concerned sits in this room of this plan. */
  readonly inRoom: boolean;
  /** True if the scores of the plan were released. */
  readonly disclosed: boolean;
  /** True if the command arrived after the examinee's time, including extensions and grace period. */
  readonly overdue: boolean;
  /** True if the examinee's own PC reported that it accepted the typed code of this extension. */
  readonly confirmed: boolean;
  /** False only for a command that ends a pause which the log does not contain. */
  readonly known: boolean;
  /** False only for a command that closes the room without accounting for every seat (`isRoomAccountedFor`). */
  readonly accounted: boolean;
}

/**
 * Checks whether a command to close the room accounts for every seat: its answers are complete, or it is waived with a reason after the
 * examinee's time is over. True for all other commands.
 */
export const isRoomAccountedFor = (act: RoomCommand, seated: Iterable<string>, isOver: (attemptId: string) => boolean): boolean =>
  act.kind !== 'close' ||
  [...seated].every((id) =>
    act.seats.some(({ attemptId, whole, waived }) => attemptId === id && (whole || (waived.trim() !== '' && isOver(id)))),
  );

/** Commands that benefit an examinee. If one arrives after the examinee's time and the examinee's PC does not confirm it, staff decide. */
const gains: readonly RoomCommandKind[] = ['extend', 'resume', 'reopen', 'revoke'];

/**
 * Rules for decisions (SY21, SY23); the first matching row applies. A command that is not accepted is stored with the reason, for the staff of the
 * plan.
 */
export const commandRules: readonly {
  readonly when: (facts: CommandFacts, kind: RoomCommandKind) => boolean;
  readonly decision: CommandDecision;
}[] = [
  { when: ({ onDuty }) => !onDuty, decision: 'offDuty' },
  { when: ({ inRoom }) => !inRoom, decision: 'otherRoom' },
  { when: ({ disclosed }, kind) => disclosed && kind !== 'message' && kind !== 'identity', decision: 'afterRelease' },
  { when: ({ known, accounted }) => !known || !accounted, decision: 'void' },
  { when: ({ overdue, confirmed }, kind) => overdue && gains.includes(kind) && !(kind === 'extend' && confirmed), decision: 'late' },
  { when: () => true, decision: 'holds' },
];

/** Decides about a room command by the first matching rule. */
export const decideCommand = (kind: RoomCommandKind, facts: CommandFacts): CommandDecision =>
  commandRules.find(({ when }) => when(facts, kind))?.decision ?? 'void';

/** Checks whether a person must decide about the command: it arrived too late, or its author was not on duty. */
export const isWaitingForStaff = (fate: CommandDecision | undefined): boolean => fate === 'late' || fate === 'offDuty';

/** Checks whether the decision may change with new facts: a duty is assigned, a PC reports that the code was typed, a pause arrives. */
export const canDecisionChange = (fate: CommandDecision | undefined): boolean =>
  fate !== 'holds' && fate !== 'afterRelease' && fate !== 'refused';
