/** `tail`: a log that was torn is read as far as the tear. `empty`: the browser begins a new database. */
export const harms = ['tail', 'empty', 'journalTail', 'journalGone'] as const;
export type Harm = (typeof harms)[number];
