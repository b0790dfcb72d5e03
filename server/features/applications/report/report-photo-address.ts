import type { KeyObject } from 'node:crypto';
import { reportTopic } from '../../../../sync/contract/applications/report.ts';
import { createDownloadAddresses, downloadName } from '../../../downloads/download-address.ts';

export const photoFolder = 'report-photos';

/** Makes and reads the addresses of photo packages. */
export const createPhotoAddresses = (secret: KeyObject) =>
  createDownloadAddresses(secret, photoFolder, downloadName.extend(reportTopic.shape));
