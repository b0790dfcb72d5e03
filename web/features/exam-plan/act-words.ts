import type { RoomAct } from '../../../sync/contract/room-act.ts';

/** What somebody wrote of an act of theirs. */
export const saidBy = (act: RoomAct): string => ('reason' in act ? act.reason : 'text' in act ? act.text : 'note' in act ? act.note : '');
