import type { RoomCommand } from '../../../../sync/contract/exams/room-command.ts';

/** Returns the free text that an invigilator wrote in a room command (reason, text or note), or an empty string. */
export const getCommandText = (act: RoomCommand): string =>
  'reason' in act ? act.reason : 'text' in act ? act.text : 'note' in act ? act.note : '';
