import type { EvidencePhoto, MarkerPoints } from '../../../sync/contract/marking/marking.ts';
import { StorageFault } from '../../../sync/engine/ports.ts';
import { openText } from '../../lib/draft/draft-cipher.ts';
import { getDraftSealKey } from '../../lib/draft/draft-names.ts';
import { UploadFailure } from '../../lib/files/upload.ts';
import type { ReplicaCount } from '../../platform/journal/journal-mirror.ts';
import { makeCall, CallFailure, isFinalCode, isFinalRefusal } from '../../platform/api/call.ts';
import { uploadFile } from '../../platform/uploads/upload.ts';
import type { MarkingInput, StoredEvidencePhoto } from './marking-input.ts';
import {
  type PendingMark,
  readSheetDraft,
  marksDatabase as database,
  type PendingMarkRow,
  marksMirror,
  getScriptKey,
  toMarkRecord,
  toSheetRecord,
  openSealedValue,
  type ScriptPlace,
} from './marks-cache.ts';
import { decodeBase64 } from '../../lib/base64.ts';

export interface QueuedMark {
  readonly name: string;
  readonly mark: PendingMark;
  readonly keptMs: number;
  readonly requestKey?: string | undefined;
  readonly refused?: string | undefined;
}

interface Answer {
  readonly keptMs: number;
  readonly takenMs: number;
  /** Null if the server accepted the mark, otherwise its reason. */
  readonly refused: string | null;
}
/** Replies of the server that could not be written to the database. They stay in memory so that their marks are not sent again. */
const answers = new Map<string, Answer>();
/** True while some replies of the server are not yet in the database. */
export const hasUnreadReplies = (): boolean => answers.size > 0;

/** Reads the marks of a user that the server has not accepted, oldest first, including refused ones. */
export async function listWaitingMarks(userId: number): Promise<QueuedMark[]> {
  const rows = await database.marks.where({ userId }).sortBy('keptMs');
  return rows.flatMap((row) => {
    const { name, sealed, keptMs, requestKey, refused, takenMs } = applyAnswer(row);
    const mark = takenMs === undefined ? openSealedValue<PendingMark>(sealed) : null;
    return mark === null ? [] : [{ name, mark, keptMs, requestKey, refused }];
  });
}

/**
 * Finds what this device holds for exactly this version of the answer. `given`: a mark that the server did not have when the script was requested.
 * `begun`: a draft, or a refused mark to be given again. `waited`: the marks that were waiting at the time of the request. They are needed because a
 * mark that arrived since is in neither the reply nor the present waiting marks.
 */
export async function readLocalMark(
  userId: number,
  scriptPlace: ScriptPlace,
  basis: string,
  waited: readonly PendingMark[],
): Promise<{ readonly given: MarkerPoints | null; readonly begun: MarkingInput | null }> {
  const name = getScriptKey(userId, scriptPlace);
  const waitingMark = (await listWaitingMarks(userId)).find((each) => each.name === name && each.mark.basis === basis);
  const draft = (await readSheetDraft(userId, scriptPlace, basis))?.giving ?? null;
  const arrivedMark = waited.find((mark) => getScriptKey(userId, mark) === name && mark.basis === basis);
  const localPoints = (waitingMark?.mark ?? arrivedMark)?.given ?? null;
  return waitingMark?.refused === undefined ? { given: localPoints, begun: draft } : { given: null, begun: draft ?? localPoints };
}

/** Settles a refused mark after the marker has read the reason, and erases its content. A newer mark of the same script is not touched. */
export const settleRefusedMark = ({ name, keptMs }: Pick<QueuedMark, 'name' | 'keptMs'>): Promise<ReplicaCount> =>
  marksMirror.write(() =>
    database.transaction('rw', database.marks, async () => {
      const row = await database.marks.get(name);
      if (row?.keptMs !== keptMs) return [];
      const read = { ...row, sealed: '', takenMs: Date.now() };
      await database.marks.put(read);
      return [toMarkRecord(read)];
    }),
  );

/** Applies the server's reply to the version of the mark that was sent; a newer version still waits. */
function applyAnswer(row: PendingMarkRow): PendingMarkRow {
  const answer = answers.get(row.name);
  if (answer?.keptMs !== row.keptMs || row.takenMs !== undefined) return row;
  return answer.refused === null ? { ...row, sealed: '', takenMs: answer.takenMs } : { ...row, refused: answer.refused };
}

const settle = (name: string): Promise<ReplicaCount> =>
  marksMirror.write(() =>
    database.transaction('rw', database.marks, database.sheets, async () => {
      const row = await database.marks.get(name);
      const answered = row && applyAnswer(row);
      if (!answered || answered === row) return [];
      await database.marks.put(answered);
      const sheet = await database.sheets.get(name);
      // A draft that was changed after submitting is not part of the sent mark.
      if (answered.takenMs === undefined || sheet?.keptMs !== row.keptMs || sheet.takenMs !== null) return [toMarkRecord(answered)];
      const takenSheet = { ...sheet, takenMs: answered.takenMs };
      await database.sheets.put(takenSheet);
      return [toMarkRecord(answered), toSheetRecord(takenSheet)];
    }),
  );

/** Writes the replies to both replicas. If the database fails, they go to the journal and stay in memory until it works again. */
async function settleAnswers(): Promise<void> {
  for (const name of answers.keys()) {
    const answer = answers.get(name);
    try {
      await settle(name);
      if (answers.get(name) === answer) answers.delete(name);
    } catch (failure) {
      if (!(failure instanceof StorageFault)) throw failure;
      const row = await database.marks.get(name);
      if (row) await marksMirror.writeToJournal([toMarkRecord(applyAnswer(row))]);
    }
  }
}

function decodeFile(id: string, dataUrl: string): File {
  const [head = '', body = ''] = dataUrl.split(',');
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? '';
  return new File([decodeBase64(body)], id, { type });
}

/** Uploads one photo once. Returns null if the photo is no longer on this device. */
async function uploadPhoto({ id, row, takenMs }: StoredEvidencePhoto): Promise<EvidencePhoto | null> {
  const storedPhoto = await database.photos.get(id);
  if (storedPhoto === undefined) return null;
  if (storedPhoto.url !== null) return { row, takenMs, url: storedPhoto.url };
  const text = openText(getDraftSealKey(), storedPhoto.sealed);
  if (text === null) return null;
  const { url } = await uploadFile(decodeFile(id, text));
  const storeUrl = async () => {
    await database.photos.update(id, { url });
    return [];
  };
  // If the disk refuses to store the URL, the mark is sent with it all the same.
  await marksMirror.write(storeUrl).catch(() => undefined);
  return { row, takenMs, url };
}

async function sendMark(queuedMark: QueuedMark): Promise<void> {
  const { photos = [], ...mark } = queuedMark.mark;
  const sentPhotos: EvidencePhoto[] = [];
  for (const photo of photos) {
    const sentPhoto = await uploadPhoto(photo);
    if (sentPhoto !== null) sentPhotos.push(sentPhoto);
  }
  const markerPoints = sentPhotos.length === 0 ? mark.given : { ...mark.given, photos: [...(mark.given.photos ?? []), ...sentPhotos] };
  await makeCall(
    '/marking/mark',
    { ...mark, given: markerPoints },
    { quiet: true, ...(queuedMark.requestKey !== undefined && { requestKey: queuedMark.requestKey }) },
  );
}

/**
 * Classifies a failed call. `word`: the message of a final refusal. `later`: the server failed at this mark. `none`: no network, or the session is
 * lost.
 */
function classifyFailure(failure: unknown): { readonly word: string } | 'later' | 'none' {
  if (failure instanceof CallFailure) {
    if (failure.network || failure.sessionLost) return 'none';
    return isFinalRefusal(failure) ? { word: failure.message } : 'later';
  }
  if (!(failure instanceof UploadFailure)) throw failure;
  if (failure.fault.kind === 'network') return 'none';
  return failure.fault.kind === 'refused' && isFinalCode(failure.code ?? 0) ? { word: failure.fault.text } : 'later';
}

/**
 * Sends waiting marks, oldest first, in one tab at a time, after the replicas of this device were compared. A mark that fails on the server does not
 * block the next ones. Resolves to false if some must be tried again.
 */
export const sendMarks = (userId: number): Promise<boolean> =>
  navigator.locks.request('wenkao.marks', async () => {
    await marksMirror.compared();
    await settleAnswers();
    let all = true;
    for (const waiting of await listWaitingMarks(userId)) {
      if (waiting.refused !== undefined) continue;
      const { name, keptMs } = waiting;
      let refused: string | null = null;
      try {
        await sendMark(waiting);
      } catch (failure) {
        const last = classifyFailure(failure);
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
