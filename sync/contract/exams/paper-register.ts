import { z } from 'zod';
import type { CallSpec } from '../call.ts';
import { chosenTimeMs, emptyInput, epochMs, id, nameText } from '../scalars.ts';

const copies = z.int().min(0).max(5000);
const personName = nameText.max(60);

/** Papers of one room: handed out, taken back and sealed. A step that is not done yet has no time and no name. */
export const paperHandling = z
  .object({
    handedOut: copies,
    handedOutBy: personName.min(1),
    handedOutMs: chosenTimeMs,
    /** Number of papers taken back; null before that. */
    returned: copies.nullable(),
    returnedBy: personName,
    returnedMs: chosenTimeMs.nullable(),
    sealedBy: personName,
    /** Time at which the papers were sealed; null before that. */
    sealedMs: chosenTimeMs.nullable(),
    /** Required if more or fewer papers were taken back than handed out. */
    remark: nameText.max(200),
  })
  .superRefine((row, context) => {
    const require = (isMissing: boolean, field: keyof typeof row) => {
      if (isMissing) context.addIssue({ code: 'custom', path: [field], message: 'required' });
    };
    require(row.returned !== null && row.returnedBy === '', 'returnedBy');
    require(row.returned !== null && row.returnedMs === null, 'returnedMs');
    require(row.returned === null && (row.returnedBy !== '' || row.returnedMs !== null || row.sealedMs !== null), 'returned');
    require(row.sealedMs !== null && row.sealedBy === '', 'sealedBy');
    require(row.sealedMs === null && row.sealedBy !== '', 'sealedMs');
    require(row.returned !== null && row.returned !== row.handedOut && row.remark === '', 'remark');
  });
export type PaperHandling = z.output<typeof paperHandling>;

/** One room's record in the register of handed-out papers, as staff see it. */
export const paperRegisterRow = z.object({
  ...paperHandling.shape,
  handedOutMs: epochMs,
  roomId: id,
  /** Revision of the room's record: 1 at first; each change adds 1. */
  revision: z.int(),
  updatedBy: z.string(),
  updatedMs: epochMs,
});
export type PaperRegisterRow = z.output<typeof paperRegisterRow>;

/** Calls of the register of handed-out papers. */
export const paperRegisterCalls = {
  setPaperRegister: {
    summary: 'Record how many papers of a room were handed out, taken back and sealed, by whom and when',
    /** `seen`: revision of the record that the caller saw; 0 for none. */
    input: z.object({ planId: id, roomId: id, seen: z.int().min(0), handling: paperHandling }),
    output: emptyInput,
    access: ['school', 'teacher'],
    rows: [{ of: 'plan', act: 'change', at: 'planId' }],
    errors: ['notFound', 'refused', 'conflict'],
    changes: true,
    once: true,
  },
} as const satisfies Record<string, CallSpec>;
