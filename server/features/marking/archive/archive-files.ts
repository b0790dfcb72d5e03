import { hash, type KeyObject, sign } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  archiveFormat,
  type ArchivedAnswers,
  type ArchivedBatch,
  type ArchivedMark,
  type ArchivedPaper,
  type ArchivedPhoto,
  type ArchivedPlan,
  type ArchivedScore,
  type ArchivedStream,
  type ArchiveIndex,
  indexPath,
  getArchiveLogPath,
  signaturePath,
} from '../../../archive/archive-format.ts';
import { writeChainedLines } from '../../../archive/chained-lines.ts';
import type { StoredFile } from '../../../archive/stored-zip.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import type { Database } from '../../../db/schema.ts';
import type { Logger, ServerClock } from '../../../ports.ts';
import { computeCollectMs, deriveExamineeListStatus, createExamReads } from '../../exams/exam/exam-reads.ts';
import {
  createMarkingReads,
  createPlanMarkReads,
  getStatusWithScore,
  hasPassed,
  isFullyMarked,
  toPoints,
} from '../marking/marking-reads.ts';
import type { AttemptLogReads } from '../../../answer-log/calls/attempt-log-reads.ts';
import type { SyncReads } from '../../../answer-log/calls/sync-reads.ts';
import type { ManyUploadReads } from '../../platform/upload/upload-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { type ArchivePlanRow, createArchiveStore } from './archive-store.ts';

/** Read-me file of an archive, for readers who do not have this program. */
const archiveReadMe = `考试档案 / Archive of an exam

index.json            目录：每个文件的长度与 SHA-256 / every file with its length and SHA-256
signature.json        目录的签名（ECDSA P-256，SHA-256）/ the signature over the index
plan.jsonl            考试 / the exam
papers.jsonl          各套试卷的题目与答案 / the papers with their keys
corrections.jsonl     答案更正 / corrections of keys
examinees.jsonl       考生 / who sat it
log/*.jsonl           每位考生的作答日志：封存的操作与哈希链 / the log of each attempt: sealed ops on their hash chains
answers.jsonl         计分的作答与回执 / the answers that count, with their receipts
files/                作答附件 / files on answers
marks.jsonl           阅卷与裁定 / marks and decisions
evidence.jsonl        考评员拍下的照片：在哪一行、何时 / photos that assessors took: for which row, and when
evidence/             照片 / the photos
paper-entries.jsonl   纸质成绩录入 / points entered from paper
scores.jsonl          成绩 / scores
reviews.jsonl         复核 / reviews
certificates.jsonl    证书 / certificates

每行以它与前一行的哈希开头（第一行接文件名）：base64url(SHA-256(前一行的哈希 + 换行 + 本行 JSON))。
Each line begins with the hash over the hash of the line before it (of the first: the file's path), a line feed and its own JSON.

校验 / to verify: npm run verify-archive -- <file> [--key <public key>]
`;

export interface ArchiveDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly logger: Logger;
  readonly sync: SyncReads;
  readonly logs: AttemptLogReads;
  readonly uploads: Pick<ManyUploadReads, 'ofSchool' | 'pictures'>;
  readonly keys: {
    readonly receiptPrivate: KeyObject;
    readonly publicKeys: { readonly receiptPublic: string };
    readonly ticketSecret: KeyObject;
  };
}

/** Generates the files of an archive; the index and its signature come last. */
export async function* generateArchiveFiles(deps: ArchiveDeps, plan: ArchivePlanRow, madeBy: string): AsyncGenerator<StoredFile> {
  const index: ArchiveIndex = {
    format: archiveFormat,
    plan: { id: plan.id, name: plan.name },
    madeMs: deps.clock.nowMs(),
    madeBy,
    files: [],
  };
  for await (const file of streamArchiveFiles(deps, plan)) {
    index.files.push({ path: file.path, bytes: file.bytes.length, sha256: hash('sha256', file.bytes, 'base64url') });
    yield file;
  }
  const bytes = Buffer.from(`${JSON.stringify(index, null, 1)}\n`);
  yield { path: indexPath, bytes };
  const signature = sign('sha256', bytes, { key: deps.keys.receiptPrivate, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  yield { path: signaturePath, bytes: Buffer.from(`${JSON.stringify({ publicKey: deps.keys.publicKeys.receiptPublic, signature })}\n`) };
}

const toLinesFile = (path: string, rows: Iterable<unknown>): StoredFile => ({ path, bytes: writeChainedLines(path, rows) });

/**
 * Reads marks and scores together under the plan's lock: writing a large archive takes minutes, and a key may be corrected meanwhile.
 */
const readMarkedWork = ({ db, clock, logger, sync }: ArchiveDeps, plan: ArchivePlanRow, attemptIds: readonly string[]) =>
  runInPlanScope(db, plan.id, async () => {
    const store = createArchiveStore(db);
    const planMarks = createPlanMarkReads(db);
    await sync.waitUntilProjected();
    const summaries = await sync.summaries(attemptIds, computeCollectMs(plan));
    return {
      corrections: await store.corrections(plan.id),
      reviews: await store.reviews(plan.id),
      marks: [...(await planMarks.marks(attemptIds)).values()].flat(),
      decisions: [...(await planMarks.decisions(plan.id)).values()].flat(),
      entries: [...(await planMarks.entries(plan.id)).values()].flat(),
      summaries,
      scores: await createMarkingReads({ db, clock, logger, sync }).scoresOf(plan.id, summaries),
    };
  });
type MarkedWork = Awaited<ReturnType<typeof readMarkedWork>>;

async function readPapers(
  { db }: ArchiveDeps,
  planId: number,
  variants: readonly { readonly variant: string }[],
): Promise<ArchivedPaper[]> {
  const store = createArchiveStore(db);
  const papers: ArchivedPaper[] = [];
  for (const { variant } of variants) {
    const texts = new Map((await store.texts(planId, variant)).map((row) => [row.item_id, row]));
    for (const { correction: _, ...item } of await createExamReads(db).frozenItems(planId, variant)) {
      const text = texts.get(item.itemId);
      papers.push({ variant, item, stem: text?.stem ?? '', options: JSON.parse(text?.options ?? '[]') as unknown });
    }
  }
  return papers;
}

/** Generates the log and the attachments of each attempt, then the list of the answers that count. */
async function* generateAnswerFiles({ sync, logs }: ArchiveDeps, summaries: MarkedWork['summaries']): AsyncGenerator<StoredFile> {
  const answers: ArchivedAnswers[] = [];
  for (const { attemptId, receipt } of summaries) {
    yield { path: getArchiveLogPath(attemptId), bytes: writeChainedLines(getArchiveLogPath(attemptId), await readLog(logs, attemptId)) };
    const counted = await sync.answers(attemptId);
    const files = counted.files.map(({ itemId, inTime }) => ({ itemId, inTime }));
    answers.push({ attemptId, answers: counted.answers, ...(files.length > 0 && { files }), receipt });
    for (const { itemId, here, name } of counted.files) {
      const file = here ? await sync.file(attemptId, itemId) : undefined;
      // The file name comes from the device and may contain any text, so only its ending is used. The archived answer contains the whole name.
      if (file)
        yield { path: `files/${attemptId}/${itemId.replaceAll('/', '-')}${/\.[a-z\d]{1,5}$/i.exec(name)?.[0] ?? ''}`, bytes: file.bytes };
    }
  }
  yield toLinesFile('answers.jsonl', answers);
}

/** Generates the photos that markers took, each once, then their list. */
async function* generateEvidenceFiles({ uploads }: ArchiveDeps, schoolId: number, marks: MarkedWork['marks']): AsyncGenerator<StoredFile> {
  const photos: ArchivedPhoto[] = [];
  for (const mark of marks) {
    for (const { row, url, takenMs } of mark.markerPoints?.photos ?? []) {
      // A marker can name any file, so add only files that were uploaded for this school.
      const known = await uploads.ofSchool([url], schoolId);
      const picture = known.has(url) ? (await uploads.pictures([url])).get(url) : undefined;
      const path = picture === undefined ? null : `evidence${url.slice(url.lastIndexOf('/'))}`;
      if (picture !== undefined && path !== null && !photos.some((photo) => photo.path === path))
        yield { path, bytes: Buffer.from(picture.bytes) };
      photos.push({ attemptId: mark.attemptId, itemId: mark.itemId, markerId: mark.markerId, row, takenMs, path });
    }
  }
  yield toLinesFile('evidence.jsonl', photos);
}

type ArchivePeople = Awaited<ReturnType<ReturnType<typeof createArchiveStore>['people']>>;

function listScores(people: ArchivePeople, { summaries, scores }: MarkedWork, passPoints: number): ArchivedScore[] {
  const byAttempt = new Map(summaries.map((summary) => [summary.attemptId, summary]));
  return people.map((person): ArchivedScore => {
    const attemptId = person.attempt_id ?? '';
    const score = scores.get(attemptId);
    const points = score && isFullyMarked(score) ? toPoints(score.pointsCent) : null;
    const status = getStatusWithScore(deriveExamineeListStatus(byAttempt.get(attemptId), person.entered_ms), score);
    return {
      attemptId,
      userId: person.user_id,
      name: person.name,
      ticketNo: person.ticket_no,
      variant: person.variant,
      status,
      points,
      passed: points === null ? null : hasPassed(points, passPoints, status),
      onPaper: score?.onPaper === true,
      items: score?.items ?? [],
    };
  });
}

async function* streamArchiveFiles(deps: ArchiveDeps, plan: ArchivePlanRow): AsyncGenerator<StoredFile> {
  const store = createArchiveStore(deps.db);
  const people = await store.people(plan.id);
  const variants = await store.variants(plan.id);
  const passPoints = variants[0]?.pass_points ?? 0;
  const rule = await createPlanMarkReads(deps.db).rule(plan.id);
  const attemptIds = people.flatMap((person) => person.attempt_id ?? []);
  const work = await readMarkedWork(deps, plan, attemptIds);
  const { marks, decisions } = work;

  yield { path: 'README.txt', bytes: Buffer.from(archiveReadMe) };
  yield toLinesFile('plan.jsonl', [
    {
      id: plan.id,
      name: plan.name,
      school: plan.school,
      startMs: plan.start_ms,
      durationMs: plan.duration_ms,
      publishedMs: plan.published_ms ?? 0,
      releasedMs: plan.released_ms ?? 0,
      passPoints,
      rule,
      serverEpoch: deps.logs.serverEpoch,
    } satisfies ArchivedPlan,
  ]);
  yield toLinesFile('papers.jsonl', await readPapers(deps, plan.id, variants));
  yield toLinesFile(
    'corrections.jsonl',
    work.corrections.map((row) => ({ ...row, correction: JSON.parse(row.correction) as unknown })),
  );
  yield toLinesFile('examinees.jsonl', people);
  yield* generateAnswerFiles(deps, work.summaries);

  const userIds = [...marks.map((mark) => mark.markerId), ...decisions.map((decision) => decision.by)];
  const names = await createUserReads(deps.db).names(userIds);
  yield toLinesFile('marks.jsonl', [
    ...marks.map((mark): ArchivedMark => ({ mark, marker: names.get(mark.markerId) ?? '' })),
    ...decisions.map((decision): ArchivedMark => ({ decision, name: names.get(decision.by) ?? '' })),
  ]);
  yield* generateEvidenceFiles(deps, plan.school_id, marks);
  yield toLinesFile('paper-entries.jsonl', work.entries);
  yield toLinesFile('scores.jsonl', listScores(people, work, passPoints));
  yield toLinesFile('reviews.jsonl', work.reviews);
  yield toLinesFile(
    'certificates.jsonl',
    (await store.certificates(plan.id)).map((row) => ({ ...row, parts: JSON.parse(row.parts) as unknown })),
  );
}

async function readLog(logs: AttemptLogReads, attemptId: string): Promise<(ArchivedStream | ArchivedBatch)[]> {
  const proven = await logs.streamsOf(attemptId);
  const streams = proven.map(({ batches: _, ...stream }): ArchivedStream => stream);
  const batches = proven
    .flatMap((each) => each.batches)
    .toSorted((a, b) => a.pos - b.pos)
    .map(({ streamNum: _, prevPos: _none, ...batch }): ArchivedBatch => ({ batch }));
  return [...streams, ...batches];
}
