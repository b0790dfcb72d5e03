/**
 * Damage to one of the two replicas of a PC's ops. `tail`: the database lost its last transactions. `empty`: the browser started a new
 * database. `journalTail`: the journal lost its last frames. `journalGone`: the journal was deleted.
 */
export const replicaDamages = ['tail', 'empty', 'journalTail', 'journalGone'] as const;
export type ReplicaDamage = (typeof replicaDamages)[number];
