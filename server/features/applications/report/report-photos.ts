import type { z } from 'zod';
import type { missingPhoto } from '../../../../sync/contract/applications/report.ts';
import type { StoredFile } from '../../../archive/stored-zip.ts';
import type { ManyUploadReads } from '../../platform/upload/upload-reads.ts';
import type { ReportSubject } from './report-rows.ts';
import { sliceValues } from '../../../db/slice-values.ts';

type MissingPhoto = z.output<typeof missingPhoto>;
/**
 * Photo of a person. `path`: name of the file in the photo package (a zip for the authority), the ID number with the extension of the stored file.
 */
interface ReportPhoto {
  readonly path: string;
  readonly url: string;
  readonly person: Pick<ReportSubject, 'id' | 'name' | 'ticketNo'>;
}

/**
 * Finds the photos of the people in a table. `missing` names each person who cannot be in the photo package: without a photo, without an ID number,
 * or with the ID number of another person.
 */
export async function findReportPhotos(
  uploads: Pick<ManyUploadReads, 'ofSchool'>,
  schoolId: number,
  subjects: readonly ReportSubject[],
): Promise<{ photos: ReportPhoto[]; missing: MissingPhoto[] }> {
  const filesByUrl = new Map<string, unknown>();
  for (const slice of sliceValues(subjects, 500))
    for (const [url, file] of await uploads.ofSchool(
      slice.flatMap(({ person }) => person?.photo ?? []),
      schoolId,
    ))
      filesByUrl.set(url, file);
  const photos = new Map<string, ReportPhoto>();
  const missing: MissingPhoto[] = [];
  for (const { id, name, ticketNo, person } of subjects) {
    const [url, idNumber] = [person?.photo ?? '', person?.idNumber ?? ''];
    // Numbers of foreign documents may contain characters that are not allowed in file names.
    const path = `${idNumber.replaceAll(/[\\/:*?"<>|\s]/g, '-')}${url.slice(url.lastIndexOf('.'))}`;
    const lacks = !filesByUrl.has(url) ? 'photo' : idNumber === '' ? 'idNumber' : photos.has(path) ? 'ownNumber' : undefined;
    if (lacks === undefined) photos.set(path, { path, url, person: { id, name, ticketNo } });
    else missing.push({ id, name, ticketNo, lacks });
  }
  return { photos: [...photos.values()], missing };
}

/** Reads the photos one after the other. If the content of some is gone, the last file lists the names of these people. */
export async function* generatePhotoFiles(
  uploads: Pick<ManyUploadReads, 'pictures'>,
  photos: readonly ReportPhoto[],
): AsyncGenerator<StoredFile> {
  const missingLines: string[] = [];
  for (const { path, url, person } of photos) {
    const picture = (await uploads.pictures([url])).get(url);
    if (picture === undefined) missingLines.push(`${person.name} ${person.ticketNo}\n`);
    else yield { path, bytes: Buffer.from(picture.bytes) };
  }
  if (missingLines.length > 0) yield { path: '照片缺失.txt', bytes: Buffer.from(missingLines.join('')) };
}
