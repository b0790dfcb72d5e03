import { courseWindowPath, schoolParameter } from '../../../../sync/contract/patterns.ts';
import { createStoredZip } from '../../../lib/files/stored-zip.ts';
import launchPage from './launch.html?raw';
import launchScript from './launch.js?raw';
import { charactersOutsideXml, escapeMarkup } from '../../../../sync/domain/markup.ts';

/** A course to be launched by another learning platform. */
interface LaunchedCourse {
  readonly id: number;
  readonly title: string;
  /** Website code of the school, so that learners need not type it. */
  readonly website: string;
  /** Public address of this platform, with https. */
  readonly publicAddress: string;
}

/** Escapes text for XML and HTML, and leaves out characters that XML does not allow. */
const escapeForPackage = (text: string): string => escapeMarkup(text.replaceAll(charactersOutsideXml, '')).replaceAll('"', '&quot;');

/** Builds the manifest of a package with one SCO (SCORM 2004 4th Edition, content aggregation model). */
export function buildManifest({ id, title, publicAddress }: Omit<LaunchedCourse, 'website'>): string {
  // An id in XML may not contain the colon before a port.
  const name = `course-${id}-${new URL(publicAddress).host.replaceAll(/[^\w.-]/g, '-')}`;
  const escapedTitle = escapeForPackage(title);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${name}" version="1"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>2004 4th Edition</schemaversion>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>${escapedTitle}</title>
      <item identifier="item" identifierref="launch">
        <title>${escapedTitle}</title>
        <imsss:sequencing>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="launch" type="webcontent" adlcp:scormType="sco" href="launch.html">
      <file href="launch.html"/>
      <file href="launch.js"/>
    </resource>
  </resources>
</manifest>
`;
}

/** Builds the page that the learning platform shows. */
export const buildLaunchPage = ({ id, title, website, publicAddress }: LaunchedCourse): string =>
  launchPage
    .replaceAll('{{title}}', () => escapeForPackage(title))
    .replaceAll('{{courseWindow}}', () => escapeForPackage(`${publicAddress}${courseWindowPath}/${id}?${schoolParameter}=${website}`));

/** Makes the SCORM package of a course. It holds the address of the course and no secret. */
export async function createScormPackage(course: LaunchedCourse): Promise<Blob> {
  const files = { 'imsmanifest.xml': buildManifest(course), 'launch.html': buildLaunchPage(course), 'launch.js': launchScript };
  const zip = await createStoredZip(Object.entries(files).map(([path, text]) => ({ path, content: new Blob([text]) })));
  if (zip === null) throw new Error('the package of three small files is larger than 4 GB');
  return zip;
}
