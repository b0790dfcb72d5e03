import type { KeyObject } from 'node:crypto';
import { reportCalls, reportTopic } from '../../../../sync/contract/applications/report.ts';
import type { App } from '../../../context.ts';
import { createDownloadAddresses, downloadName } from '../../../downloads/download-address.ts';
import { mountPlanDownload } from '../../../downloads/plan-downloads.ts';
import { catchRefusal } from '../../../http/handler.ts';
import type { SharedLimitDeps } from '../../../http/limits/rate-limiter.ts';
import type { ManyUploadReads } from '../../platform/upload/upload-reads.ts';
import { findReportPhotos, generatePhotoFiles } from './report-photos.ts';
import { readReportSubjects, type ReportSubjectDeps } from './report-subjects.ts';

interface PhotoDeps extends ReportSubjectDeps, SharedLimitDeps {
  readonly keys: ReportSubjectDeps['keys'] & { readonly ticketSecret: KeyObject };
  readonly uploads: Pick<ManyUploadReads, 'ofSchool' | 'pictures'>;
}

const photoFolder = 'report-photos';

/** Makes and reads the download addresses of photo packages: zips with the photos of the people in a table for the authority. */
export const createPhotoAddresses = (secret: KeyObject) =>
  createDownloadAddresses(secret, photoFolder, downloadName.extend(reportTopic.shape));

/** Mounts the route from which photo packages (zips with the photos of a table's people) are downloaded. */
export function mountReportPhotos(app: App, deps: PhotoDeps): void {
  mountPlanDownload(app, deps, {
    folder: photoFolder,
    addresses: createPhotoAddresses(deps.keys.ticketSecret),
    call: reportCalls.packPhotos,
    content: ({ schoolId, userId: _, ...topic }) =>
      catchRefusal(
        async () => {
          const { plan, subjects } = await readReportSubjects(deps, { schoolId }, topic);
          const { photos } = await findReportPhotos(deps.uploads, schoolId, subjects);
          return { name: `${plan.name}-照片.zip`, files: generatePhotoFiles(deps.uploads, photos) };
        },
        // If the table is refused now, for example because the exam was deleted after the address was made, there is no file.
        () => undefined,
      ),
  });
}
