import { type PaperHandling, paperHandling, type PaperRegisterRow } from '../../../../sync/contract/exams/paper-register.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';

/** The fields of the dialog as typed. Times are values of `DateTimeField`; NaN stands for an empty number. */
export type PaperInput = { readonly [K in keyof PaperHandling]: K extends 'handedOut' | 'returned' ? number : string };

/** Fills the fields with the record of a room, or for a room without one with as many papers as examinees are seated. */
export function createPaperInput(record: PaperRegisterRow | undefined, seated: number, nowMs: number): PaperInput {
  const show = (ms: number | null): string => (ms === null ? '' : toLocalInput(ms));
  return {
    handedOut: record?.handedOut ?? seated,
    handedOutBy: record?.handedOutBy ?? '',
    handedOutMs: show(record?.handedOutMs ?? nowMs),
    returned: record?.returned ?? Number.NaN,
    returnedBy: record?.returnedBy ?? '',
    returnedMs: show(record?.returnedMs ?? null),
    sealedBy: record?.sealedBy ?? '',
    sealedMs: show(record?.sealedMs ?? null),
    remark: record?.remark ?? '',
  };
}

/** Reads the fields. `wrong` holds the fields that the contract refuses; `handling` is undefined if there are any. */
export function readPaperInput(input: PaperInput): { handling: PaperHandling | undefined; wrong: ReadonlySet<string> } {
  // A time that cannot be read is 0, which the contract refuses.
  const read = (text: string): number => fromLocalInput(text) ?? 0;
  const parsed = paperHandling.safeParse({
    ...input,
    handedOutMs: read(input.handedOutMs),
    returned: Number.isNaN(input.returned) ? null : input.returned,
    returnedMs: input.returnedMs === '' ? null : read(input.returnedMs),
    sealedMs: input.sealedMs === '' ? null : read(input.sealedMs),
  });
  if (parsed.success) return { handling: parsed.data, wrong: new Set() };
  return { handling: undefined, wrong: new Set(parsed.error.issues.map((issue) => String(issue.path[0]))) };
}
