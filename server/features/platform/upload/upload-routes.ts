import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import {
  uploadCall,
  type UploadFamily,
  uploadKinds,
  uploadUrlPattern,
  type UploadResult,
  uploadFamilyNames,
} from '../../../../sync/contract/platform/upload.ts';
import type { Role } from '../../../../sync/contract/roles.ts';
import type { App } from '../../../context.ts';
import { runInScope } from '../../../db/lock-scope.ts';
import type { Database } from '../../../db/schema.ts';
import type { FreeSpace } from '../../../free-space.ts';
import { admitCaller, type AuthenticateToken, identifyCaller } from '../../../http/access.ts';
import type { AuditPort } from '../../../http/audit-port.ts';
import { type GetClientAddress, getRequestLanguage } from '../../../http/call-context.ts';
import { type Caller, catchRefusal, refuse, Refusal, type Message, refuseField } from '../../../http/handler.ts';
import { httpMessages } from '../../../http/http-messages.ts';
import { drainBody } from '../../../http/input/body.ts';
import { parseMultipartBoundary, readMultipart } from '../../../http/input/multipart.ts';
import { createRefusalResponse, createSuccessResponse } from '../../../http/response.ts';
import { accountLimits } from '../../../limits.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { Logger, ServerRandom, ServerClock } from '../../../ports.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { serveUpload } from './upload-file.ts';
import { UploadIntake, type UploadRejectReason, type ReceivedFile } from './upload-intake.ts';
import { uploadMessages } from './upload-messages.ts';
import { createUploadStore } from './upload-store.ts';

export interface UploadDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly logger: Logger;
  readonly authenticate: AuthenticateToken;
  readonly addressOf: GetClientAddress;
  readonly audit: AuditPort;
  /** Local folder of uploads that are not in the object store yet. */
  readonly folder: string;
  readonly objects: ObjectStore;
  readonly space: FreeSpace;
  /** Returns the largest accepted size in bytes of pictures, documents and media, by the platform's current settings. */
  readonly maxBytes: () => Promise<Readonly<Record<UploadFamily, number>>>;
}

/** Name of this route in the audit log. Being no call of the contract, it writes its entries itself. */
const logged = { call: '/upload', input: {} } as const;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Roles whose users make courses, and so may upload video and audio. */
const mediaRoles: readonly Role[] = ['admin', 'school', 'teacher', 'question', 'enrollAdmin', 'system'];

const getArrivingFolder = (folder: string): string => join(folder, 'arriving');

/** Deletes, at the start, partial uploads that a killed server left. Those of the last hour stay: another server may be receiving them. */
export async function deletePartialUploads(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(getArrivingFolder(folder)).catch(() => [])) {
    const path = join(getArrivingFolder(folder), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (mtimeMs < nowMs - hourMs) await rm(path, { force: true });
  }
}

/** Mounts `POST /api/upload` and the files at `/uploads/…`. Must precede the contract's mount, which takes every other path under /api. */
export function mountUploads(app: App, deps: UploadDeps): void {
  const store = createUploadStore(deps.db);

  app.post('/api/upload', async (c) => {
    try {
      const from = { ip: deps.addressOf(c), agent: c.req.header('user-agent') ?? '' };
      return await catchRefusal(
        async () => createSuccessResponse(await takeUpload(c.req.raw, deps, from)),
        async (refusal) => {
          // Drain the body first: a client cut off while sending would see a broken connection, not the reason.
          if (c.req.raw.body?.locked === false) await drainBody(c.req.raw);
          return createRefusalResponse(refusal, getRequestLanguage(c));
        },
      );
    } catch (error) {
      const requestId = deps.chance.uuid();
      deps.logger.error({ requestId, path: '/api/upload', err: error }, 'upload failed');
      return createRefusalResponse(new Refusal('internal', httpMessages.internal(requestId)), getRequestLanguage(c));
    }
  });

  app.on(['GET', 'HEAD'], '/uploads/*', async (c) => {
    const name = uploadUrlPattern.exec(c.req.path)?.[1];
    const stored = name === undefined ? undefined : await store.byName(name);
    return catchRefusal(
      async () => {
        const answer = name !== undefined && stored?.guarded === false ? await serveUpload(deps.objects, name, stored, c.req.raw) : null;
        return answer ?? refuse('unknownCall', uploadMessages.gone());
      },
      (refusal) => createRefusalResponse(refusal, getRequestLanguage(c)),
    );
  });
}

interface UploadForm {
  readonly file: ReceivedFile;
  readonly originalName: string;
  readonly schoolId: number;
}

const maxFieldBytes = 1000;
/** Most parts of a form. A correct form has three; millions of tiny parts would exhaust the memory. */
const maxParts = 20;

/**
 * Reads the upload form to its end and passes the file to `intake`. A refusal of a field names that field of the form. `mayMedia`: true if the user
 * may upload video and audio.
 */
async function readUploadForm(request: Request, intake: UploadIntake, mayMedia: boolean): Promise<UploadForm> {
  const boundary = parseMultipartBoundary(request.headers.get('content-type'));
  if (boundary === null || request.body === null) refuse('invalid', uploadMessages.notForm());
  const fields = new Map<string, string>();
  const fileNames: string[] = [];
  let writing: { file: boolean; field: string } | null = null;
  let failure: unknown;
  let parts = 0;
  for await (const event of readMultipart(request.body, boundary)) {
    if (event.kind === 'fault') refuse('invalid', event.fault === 'cut' ? httpMessages.cutBody() : uploadMessages.malformed());
    if (event.kind === 'part') {
      if ((parts += 1) > maxParts) refuse('invalid', uploadMessages.malformed());
      writing = { file: event.fileName !== null, field: event.name };
      if (event.fileName === null) fields.set(event.name, '');
      else fileNames.push(event.fileName);
    } else if (writing?.file === true) {
      // Report a full disk only after the client has finished sending: it would see a broken connection otherwise.
      if (fileNames.length === 1 && failure === undefined) await intake.write(event.bytes).catch((error: unknown) => (failure = error));
    } else if (writing !== null) {
      const value = fields.get(writing.field) ?? '';
      if (value.length < maxFieldBytes) fields.set(writing.field, value + event.bytes.toString('utf8', 0, maxFieldBytes));
    }
  }
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('the upload could not be written');
  return settleForm(fields, fileNames, intake, mayMedia);
}

async function settleForm(
  fields: ReadonlyMap<string, string>,
  fileNames: readonly string[],
  intake: UploadIntake,
  mayMedia: boolean,
): Promise<UploadForm> {
  const faults: { path: string; message: Message }[] = [];
  const families = parseFamilies(fields.get('accept'));
  if (families === null) faults.push({ path: 'accept', message: uploadMessages.badFamily() });
  else if (families.includes('media') && !mayMedia) faults.push({ path: 'accept', message: uploadMessages.staffMedia() });
  const schoolText = fields.get('schoolId')?.trim() ?? '';
  if (schoolText === '') faults.push({ path: 'schoolId', message: uploadMessages.noSchool() });
  else if (!/^[1-9]\d{0,14}$/.test(schoolText)) faults.push({ path: 'schoolId', message: uploadMessages.badSchool() });
  const [originalName] = fileNames;
  if (originalName === undefined) faults.push({ path: 'file', message: uploadMessages.noFile() });
  else if (fileNames.length > 1) faults.push({ path: 'file', message: uploadMessages.oneFile() });
  if (families === null || originalName === undefined || faults.length > 0)
    refuse('invalid', getRefusalMessage(faults), { fields: faults });

  const takenFile = await intake.end();
  if ('fault' in takenFile) return refuseUpload(takenFile.fault, families);
  if (!families.includes(uploadKinds[takenFile.kind].family)) return refuseFile(uploadMessages.notTaken(families, takenFile.kind));
  return { file: takenFile, originalName: cleanName(originalName), schoolId: Number(schoolText) };
}

/**
 * Returns the families of files (image, document, media) that the form allows. Without the field it is only pictures, because a client written to
 * section 7 of the specification sends none.
 */
function parseFamilies(text: string | undefined): readonly UploadFamily[] | null {
  if (text === undefined || text.trim() === '') return ['image'];
  const wantedFamilies = text.split(',').map((each) => each.trim());
  const knownFamilies = uploadFamilyNames.filter((family) => wantedFamilies.includes(family));
  return knownFamilies.length === wantedFamilies.length ? knownFamilies : null;
}

/**
 * Returns the message of a refusal. A single fault becomes the message itself, because a client written to the specification shows only the message
 * and knows no field faults.
 */
const getRefusalMessage = (faults: readonly { message: Message }[]): Message =>
  (faults.length === 1 ? faults[0]?.message : undefined) ?? httpMessages.invalid(faults.length);

const refuseFile = (message: Message): never => refuseField('invalid', 'file', message);

function refuseUpload(fault: UploadRejectReason, families: readonly UploadFamily[]): never {
  if (typeof fault === 'object') {
    const message = uploadMessages.tooLarge(fault.tooLarge, fault.maxBytes);
    // If the file is both too large and of the wrong kind, report the kind.
    if (!families.includes(fault.tooLarge)) return refuseFile(uploadMessages.notTaken(families));
    refuseField('tooLarge', 'file', message);
  }
  if (fault === 'unknown') return refuseFile(uploadMessages.notTaken(families));
  if (fault === 'empty') return refuseFile(uploadMessages.emptyFile());
  return refuseFile(uploadMessages[fault]());
}

/** Cleans a name from an untrusted device: no folders, no control characters. */
const cleanName = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(0, 200);

async function takeUpload(request: Request, deps: UploadDeps, from: { ip: string; agent: string }): Promise<UploadResult> {
  const store = createUploadStore(deps.db);
  const caller = admitCaller(uploadCall, await identifyCaller(request.headers.get('x-token'), deps.authenticate));
  const nowMs = deps.clock.nowMs();
  if ((await store.countSince(caller.userId, nowMs - hourMs)) >= accountLimits.uploadsPerHour) refuse('tooMany', uploadMessages.tooMany());

  const mayMedia = caller.roles.some((role) => mediaRoles.includes(role));
  const unfinished = deps.space.reserved({ userId: caller.userId, kind: 'unfinished' });
  const today = unfinished.reduce((sum, { bytes }) => sum + bytes, await store.bytesSince(caller.userId, nowMs - dayMs));
  if (today >= (mayMedia ? accountLimits.courseBytesPerDay : accountLimits.otherBytesPerDay))
    refuse('tooMany', uploadMessages.tooMuchToday());

  const random = deps.chance.bytes(16).toString('hex');
  const arriving = join(getArrivingFolder(deps.folder), random);
  await mkdir(dirname(arriving), { recursive: true, mode: 0o700 });
  const settings = await deps.maxBytes();
  const maxBytes = mayMedia ? settings : { ...settings, media: 0 };
  const { userId } = caller;
  if (deps.space.reserved({ userId, kind: 'request' }).length >= accountLimits.uploadsAtOnce)
    refuse('tooMany', uploadMessages.tooManyAtOnce());
  const bytes = getMaxBodyBytes(request, Math.max(...Object.values(maxBytes)));
  const reservation = deps.space.reserve({ name: random, kind: 'request', userId, schoolId: caller.schoolId, bytes });
  const intake = new UploadIntake(arriving, maxBytes, deps.space, reservation);
  try {
    const form = await readUploadForm(request, intake, mayMedia);
    await catchRefusal(
      () => checkSchool(form.schoolId, caller, deps.db),
      (refusal) => {
        if (refusal.error === 'forbidden') deps.audit.refused({ ...logged, ...from, caller, code: apiErrors.forbidden.code, change: null });
        throw refusal;
      },
    );
    await intake.close();
    const { kind, sizeBytes, sha256, pixels } = form.file;
    const name = `${random}${uploadKinds[kind].extension}`;
    await deps.objects.put(name, { path: arriving });
    const { originalName, schoolId } = form;
    await runInScope(schoolId, () =>
      store.add({ name, schoolId, userId: caller.userId, kind, sizeBytes, sha256, originalName, pixels }, nowMs),
    );
    const change = { entity: 'upload', id: name, name: originalName, schoolId, after: { type: kind, sizeBytes } };
    await deps.audit.write([{ ...logged, ...from, caller, code: 0, change }]);
    return { url: `/uploads/${name}`, name: originalName, sizeBytes, type: uploadKinds[kind].mime };
  } finally {
    await intake.close().finally(() => reservation.release());
    await rm(arriving, { force: true });
  }
}

/** Returns the announced length of the body, or the largest possible size if none is announced. */
function getMaxBodyBytes(request: Request, most: number): number {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  return announced >= 0 ? Math.min(announced, most) : most;
}

/** Refuses an upload into a school that the caller does not manage or that does not exist. */
async function checkSchool(schoolId: number, caller: Caller, db: Kysely<Database>): Promise<void> {
  if (schoolId === caller.schoolId) return;
  const above = caller.roles.includes('admin') || caller.roles.includes('system');
  const message = above ? uploadMessages.unknownSchool() : uploadMessages.otherSchool();
  const fields = [{ path: 'schoolId', message }];
  if (!above) refuse('forbidden', message, { fields });
  if (!(await createSchoolReads(db).exists(schoolId))) refuse('invalid', message, { fields });
}
