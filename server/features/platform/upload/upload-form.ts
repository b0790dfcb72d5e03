import { type UploadFamily, uploadFamilyNames, uploadKinds } from '../../../../sync/contract/platform/upload.ts';
import { parseMultipartBoundary, readMultipart } from '../../../http/input/multipart.ts';
import { refuse, type Message, refuseField } from '../../../http/handler.ts';
import { httpMessages } from '../../../http/http-messages.ts';
import type { UploadRejectReason, ReceivedFile, UploadIntake } from './upload-intake.ts';
import { uploadMessages } from './upload-messages.ts';

export interface UploadForm {
  readonly file: ReceivedFile;
  readonly originalName: string;
  readonly schoolId: number;
}

const maxFieldBytes = 1000;
/** A form has three parts; millions of tiny parts would exhaust the memory. */
const maxParts = 20;

/**
 * Reads the form to its end and passes the file to `intake`. Every refusal names its field. `mayMedia`: true if the user may upload video and
 * audio.
 */
export async function readUploadForm(request: Request, intake: UploadIntake, mayMedia: boolean): Promise<UploadForm> {
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
  const families = familiesOf(fields.get('accept'));
  if (families === null) faults.push({ path: 'accept', message: uploadMessages.badFamily() });
  else if (families.includes('media') && !mayMedia) faults.push({ path: 'accept', message: uploadMessages.staffMedia() });
  const schoolText = fields.get('schoolId')?.trim() ?? '';
  if (schoolText === '') faults.push({ path: 'schoolId', message: uploadMessages.noSchool() });
  else if (!/^[1-9]\d{0,14}$/.test(schoolText)) faults.push({ path: 'schoolId', message: uploadMessages.badSchool() });
  const [originalName] = fileNames;
  if (originalName === undefined) faults.push({ path: 'file', message: uploadMessages.noFile() });
  else if (fileNames.length > 1) faults.push({ path: 'file', message: uploadMessages.oneFile() });
  if (families === null || originalName === undefined || faults.length > 0) refuse('invalid', messageOf(faults), { fields: faults });

  const taken = await intake.end();
  if ('fault' in taken) return refusalOf(taken.fault, families);
  if (!families.includes(uploadKinds[taken.kind].family)) return fileRefusal(uploadMessages.notTaken(families, taken.kind));
  return { file: taken, originalName: cleanName(originalName), schoolId: Number(schoolText) };
}

/** Returns the families that the form accepts: pictures by default (specification section 7 knows only pictures). */
function familiesOf(text: string | undefined): readonly UploadFamily[] | null {
  if (text === undefined || text.trim() === '') return ['image'];
  const asked = text.split(',').map((each) => each.trim());
  const known = uploadFamilyNames.filter((family) => asked.includes(family));
  return known.length === asked.length ? known : null;
}

/**
 * Returns the message of a refusal. A single fault becomes the message itself, because the specification's client shows only the message and knows
 * no fields.
 */
const messageOf = (faults: readonly { message: Message }[]): Message =>
  (faults.length === 1 ? faults[0]?.message : undefined) ?? httpMessages.invalid(faults.length);

const fileRefusal = (message: Message): never => refuseField('invalid', 'file', message);

function refusalOf(fault: UploadRejectReason, families: readonly UploadFamily[]): never {
  if (typeof fault === 'object') {
    const message = uploadMessages.tooLarge(fault.tooLarge, fault.maxBytes);
    // If the file is both too large and of the wrong kind, report the kind.
    if (!families.includes(fault.tooLarge)) return fileRefusal(uploadMessages.notTaken(families));
    refuseField('tooLarge', 'file', message);
  }
  if (fault === 'unknown') return fileRefusal(uploadMessages.notTaken(families));
  if (fault === 'empty') return fileRefusal(uploadMessages.emptyFile());
  return fileRefusal(uploadMessages[fault]());
}

/** Cleans a name from an untrusted device: no folders, no control characters. */
const cleanName = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(0, 200);
