import type { RoomAct } from '../../../sync/contract/room-act.ts';

/** Returns the free text that an invigilator wrote in a room command (reason, text or note), or an empty string. */
export const saidBy = (act: RoomAct): string => ('reason' in act ? act.reason : 'text' in act ? act.text : 'note' in act ? act.note : '');
