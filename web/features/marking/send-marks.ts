import type { EvidencePhoto, GivenPoints } from '../../../sync/contract/marking.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { openText } from '../../lib/draft-cipher.ts';
import { sealKey } from '../../lib/draft-names.ts';
import { UploadFailure } from '../../lib/upload.ts';
import type { HeldIn } from '../../platform/beside-journal.ts';
import { call, CallFailure } from '../../platform/call.ts';
import { uploadFile } from '../../platform/upload.ts';
import type { Giving, KeptPhoto } from './given-points.ts';
import {
  type KeptMark,
  keptSheet,
  marksDatabase as database,
  type MarkRow,
  marksTwice,
  nameOf,
  ofMarks,
  ofSheets,
  opened,
  type ScriptPlace,
} from './marks-cache.ts';

export interface WaitingMark {
  readonly name: string;
  readonly mark: KeptMark;
  readonly keptMs: number;
  readonly requestKey?: string | undefined;
  readonly refused?: string | undefined;
}

interface Answer {
  readonly keptMs: number;
  readonly takenMs: number;
  /** Null: the server has it. */
  readonly refused: string | null;
}
/** What the server said of marks while the database took nothing: none is sent again for that. */
const answers = new Map<string, Answer>();
/** Some of that is still to be written. */
export const hasAnswers = (): boolean => answers.size > 0;

export async function waitingMarks(userId: number): Promise<WaitingMark[]> {
  const rows = await database.marks.where({ userId }).sortBy('keptMs');
  return rows.flatMap((row) => {
    const { name, sealed, keptMs, requestKey, refused, takenMs } = answeredRow(row);
    const mark = takenMs === undefined ? opened<KeptMark>(sealed) : null;
    return mark === null ? [] : [{ name, mark, keptMs, requestKey, refused }];
  });
}

/** What of this very answer was given here: `given`, and the server is still to be told; `begun`: a draft, or refused, and to be given once more. */
export async function givenHere(
  userId: number,
  at: ScriptPlace,
  basis: string,
): Promise<{ readonly given: GivenPoints | null; readonly begun: Giving | null }> {
  const name = nameOf(userId, at);
  const waits = (await waitingMarks(userId)).find((each) => each.name === name && each.mark.basis === basis);
  const draft = (await keptSheet(userId, at, basis))?.giving ?? null;
  const given = waits?.mark.given ?? null;
  return waits?.refused === undefined ? { given, begun: draft } : { given: null, begun: draft ?? given };
}

/** The marker has read why the server does not take it. What was given since still waits, whatever the page shows of it. */
export const forgetMark = ({ name, keptMs }: Pick<WaitingMark, 'name' | 'keptMs'>): Promise<HeldIn> =>
  marksTwice.write(() =>
    database.transaction('rw', database.marks, async () => {
      const row = await database.marks.get(name);
      if (row?.keptMs !== keptMs) return [];
      const read = { ...row, sealed: '', takenMs: Date.now() };
      await database.marks.put(read);
      return [ofMarks(read)];
    }),
  );

/** As it was sent: what was given since still waits. */
function answeredRow(row: MarkRow): MarkRow {
  const answer = answers.get(row.name);
  if (answer?.keptMs !== row.keptMs || row.takenMs !== undefined) return row;
  return answer.refused === null ? { ...row, sealed: '', takenMs: answer.takenMs } : { ...row, refused: answer.refused };
}

const settle = (name: string): Promise<HeldIn> =>
  marksTwice.write(() =>
    database.transaction('rw', database.marks, database.sheets, async () => {
      const row = await database.marks.get(name);
      const answered = row && answeredRow(row);
      if (!answered || answered === row) return [];
      await database.marks.put(answered);
      const sheet = await database.sheets.get(name);
      // What was changed after it was given is given by nobody yet.
      if (answered.takenMs === undefined || sheet?.keptMs !== row.keptMs || sheet.takenMs !== null) return [ofMarks(answered)];
      const taken = { ...sheet, takenMs: answered.takenMs };
      await database.sheets.put(taken);
      return [ofMarks(answered), ofSheets(taken)];
    }),
  );

/** In both copies; where the database takes nothing, in the journal, and in memory until it does. */
async function settleAnswers(): Promise<void> {
  for (const name of answers.keys()) {
    const answer = answers.get(name);
    try {
      await settle(name);
      if (answers.get(name) === answer) answers.delete(name);
    } catch (failure) {
      if (!(failure instanceof StorageFault)) throw failure;
      const row = await database.marks.get(name);
      if (row) await marksTwice.tell([ofMarks(answeredRow(row))]);
    }
  }
}

function fileOf(id: string, dataUrl: string): File {
  const [head = '', body = ''] = dataUrl.split(',');
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? '';
  return new File([Uint8Array.from(atob(body), (char) => char.charCodeAt(0))], id, { type });
}

/** Brings one photo to the server, once. Null: it isn't here any more. */
async function sentPhoto({ id, row, takenMs }: KeptPhoto): Promise<EvidencePhoto | null> {
  const kept = await database.photos.get(id);
  if (kept === undefined) return null;
  if (kept.url !== null) return { row, takenMs, url: kept.url };
  const text = openText(sealKey(), kept.sealed);
  if (text === null) return null;
  const { url } = await uploadFile(fileOf(id, text));
  const noted = async () => {
    await database.photos.update(id, { url });
    return [];
  };
  // Where the disk does not take it, the mark is sent with it all the same.
  await marksTwice.write(noted).catch(() => undefined);
  return { row, takenMs, url };
}

async function sendMark(waiting: WaitingMark): Promise<void> {
  const { photos = [], ...mark } = waiting.mark;
  const sent: EvidencePhoto[] = [];
  for (const photo of photos) {
    const there = await sentPhoto(photo);
    if (there !== null) sent.push(there);
  }
  const given = sent.length === 0 ? mark.given : { ...mark.given, photos: [...(mark.given.photos ?? []), ...sent] };
  await call(
    '/marking/mark',
    { ...mark, given },
    { quiet: true, ...(waiting.requestKey !== undefined && { requestKey: waiting.requestKey }) },
  );
}

/** The server's last word. `later`: it fails at this one. `none`: no word of the server's comes through, or only that nobody is signed in. */
function lastWord(failure: unknown): { readonly word: string } | 'later' | 'none' {
  if (failure instanceof CallFailure) {
    if (failure.network || failure.sessionLost) return 'none';
    return isFinal(failure.code) ? { word: failure.message } : 'later';
  }
  if (!(failure instanceof UploadFailure)) throw failure;
  if (failure.fault.kind === 'network') return 'none';
  return failure.fault.kind === 'refused' && isFinal(failure.code ?? 0) ? { word: failure.fault.text } : 'later';
}

/**
 * Sends what waits, oldest first, one tab at a time, once the copies of this device agree on what that is. One that the server fails at holds up none
 * behind it. False: some are tried again.
 */
export const sendMarks = (userId: number): Promise<boolean> =>
  navigator.locks.request('wenkao.marks', async () => {
    await marksTwice.compared();
    await settleAnswers();
    let all = true;
    for (const waiting of await waitingMarks(userId)) {
      if (waiting.refused !== undefined) continue;
      const { name, keptMs } = waiting;
      let refused: string | null = null;
      try {
        await sendMark(waiting);
      } catch (failure) {
        const last = lastWord(failure);
        if (last === 'none') return false;
        if (last === 'later') {
          all = false;
          continue;
        }
        refused = last.word;
      }
      answers.set(name, { keptMs, takenMs: Date.now(), refused });
      await settleAnswers();
    }
    return all;
  });

/** Invalid, refused, no permission, not found, changed, too large: asked again, the answer is the same. */
const isFinal = (code: number): boolean => [1001, 1002, 1003, 1005, 1006, 1008].includes(code);
