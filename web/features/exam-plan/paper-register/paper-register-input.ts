import { type PaperHandling, paperHandling, type PaperRegisterRow } from '../../../../sync/contract/exams/paper-register.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';

/** Fields of the dialog as typed. Times are values of `DateTimeField`. */
export type PaperInput = { readonly [K in keyof PaperHandling]: string };

/** Fills the fields with the record of a room, or for a room without one with as many papers as examinees are seated. */
export function createPaperInput(record: PaperRegisterRow | undefined, seated: number, nowMs: number): PaperInput {
  const show = (ms: number | null): string => (ms === null ? '' : toLocalInput(ms));
  return {
    handedOut: String(record?.handedOut ?? seated),
    handedOutBy: record?.handedOutBy ?? '',
    handedOutMs: show(record?.handedOutMs ?? nowMs),
    returned: String(record?.returned ?? ''),
    returnedBy: record?.returnedBy ?? '',
    returnedMs: show(record?.returnedMs ?? null),
    sealedBy: record?.sealedBy ?? '',
    sealedMs: show(record?.sealedMs ?? null),
    remark: record?.remark ?? '',
  };
}

/** Reads the fields. `wrong` holds the fields that the contract refuses; `handling` is undefined if there are any. */
export function readPaperInput(input: PaperInput): { handling: PaperHandling | undefined; wrong: ReadonlySet<keyof PaperInput> } {
  // A time that cannot be read is 0, which the contract refuses.
  const read = (text: string): number => fromLocalInput(text) ?? 0;
  const parsed = paperHandling.safeParse({
    ...input,
    handedOut: input.handedOut === '' ? null : Number(input.handedOut),
    handedOutMs: read(input.handedOutMs),
    returned: input.returned === '' ? null : Number(input.returned),
    returnedMs: input.returnedMs === '' ? null : read(input.returnedMs),
    sealedMs: input.sealedMs === '' ? null : read(input.sealedMs),
  });
  if (parsed.success) return { handling: parsed.data, wrong: new Set() };
  return { handling: undefined, wrong: new Set(parsed.error.issues.map((issue) => issue.path[0] as keyof PaperInput)) };
}
