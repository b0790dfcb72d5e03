/** A set of seqs (numbers of ops in a stream) as ascending, separate runs, in a flat list of pairs (from, to). Nearly always a single run from 1. */
export type SeqRuns = number[];

/** Adds `seq` in place. Returns false if the set contains it already. */
export function addSeq(runs: SeqRuns, seq: number): boolean {
  // Usual case: `seq` continues or follows the last run.
  const last = runs.length - 1;
  const end = runs[last];
  if (end === undefined || seq > end + 1) {
    runs.push(seq, seq);
    return true;
  }
  if (seq === end + 1) {
    runs[last] = seq;
    return true;
  }
  return insertSeq(runs, seq);
}

function insertSeq(runs: SeqRuns, seq: number): boolean {
  let at = 0;
  while (at < runs.length && (runs[at + 1] ?? 0) < seq - 1) at += 2;
  const [from = 0, to = 0] = [runs[at], runs[at + 1]];
  if (seq >= from && seq <= to) return false;
  if (seq === to + 1) runs[at + 1] = seq;
  else if (seq === from - 1) runs[at] = seq;
  else runs.splice(at, 0, seq, seq);
  // The new seq may have closed the gap to the next run.
  if (runs[at + 2] === (runs[at + 1] ?? 0) + 1) runs.splice(at + 1, 2);
  return true;
}

/** Checks whether the set contains `seq`. */
export function hasSeq(runs: SeqRuns, seq: number): boolean {
  for (let i = 0; i < runs.length; i += 2) if (seq <= (runs[i + 1] ?? 0)) return seq >= (runs[i] ?? 0);
  return false;
}

/** Checks whether the set contains every seq from 1 to `seq`. */
export const hasEverySeqUpTo = (runs: SeqRuns, seq: number): boolean => seq === 0 || (runs[0] === 1 && (runs[1] ?? 0) >= seq);

/** Counts the seqs from 1 to `seq` in the set. */
export function countSeqsUpTo(runs: SeqRuns, seq: number): number {
  let sum = 0;
  for (let i = 0; i < runs.length; i += 2) sum += Math.max(0, Math.min(runs[i + 1] ?? 0, seq) - (runs[i] ?? 0) + 1);
  return sum;
}

/** Counts the seqs in the set. */
export function countSeqs(runs: SeqRuns): number {
  let sum = 0;
  for (let i = 0; i < runs.length; i += 2) sum += (runs[i + 1] ?? 0) - (runs[i] ?? 0) + 1;
  return sum;
}
