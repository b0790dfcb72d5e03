import { describe, expect, it } from 'vitest';
import { listSchemaErrors, readXmlSchema } from '../../../../tests/fixtures/xml-schema.ts';
import { buildManifest } from './scorm-package.ts';

const schema = readXmlSchema(new URL('../../../../tests/fixtures/scorm/manifest.xsd', import.meta.url));
const errorsOf = (xml: string): string[] => listSchemaErrors(xml, () => schema);
const course = { id: 12, title: '低压 <电器> & "安全"\u0001', publicAddress: 'https://exam.school.test:8443' };

describe('SCORM manifest against the schema of SCORM 2004 4th Edition', () => {
  it.each(['低压 <电器> & "安全"\u0001', '𠮷 & co', "O'Neill; DROP <!-- ]]>"])('is valid with the title %j', (title) => {
    expect(errorsOf(buildManifest({ ...course, title }))).toEqual([]);
  });

  it.each([
    ['the edition', '2004 4th Edition', '2004 3rd Edition'],
    ['the letter case of the type', 'adlcp:scormType', 'adlcp:scormtype'],
    ['a reference to a missing resource', 'identifierref="launch"', 'identifierref="lunch"'],
    ['a default that is no organization', 'default="organization"', 'default="item"'],
    ['a missing default organization', ' default="organization"', ''],
    ['an identifier used twice', 'identifier="item"', 'identifier="launch"'],
    ['the namespace of the delivery controls', 'xsd/imsss"', 'xsd/imsss2"'],
    ['a file without an address', '<file href="launch.js"/>', '<file/>'],
    ['the order of the parts', /(<organizations[^]*<\/organizations>)\s*(<resources>[^]*<\/resources>)/, '$2$1'],
  ])('is invalid after a change of %s', (_what, from, to) => {
    const manifest = buildManifest(course);
    expect(manifest.replace(from, to)).not.toBe(manifest);
    expect(errorsOf(manifest.replace(from, to))).not.toEqual([]);
  });
});
