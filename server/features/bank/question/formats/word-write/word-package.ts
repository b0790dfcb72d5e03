import { strToU8, zipSync } from 'fflate';
import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { hashDocument, wordExtraPart } from '../word/word-extra-part.ts';
import type { WordPictures } from './word-html.ts';

const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** 宋体 for Chinese and Times New Roman for the rest, at 10.5 pt, the usual size of printed papers. */
const styles = `${head}<w:styles ${names}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体"/><w:sz w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:line="312" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults></w:styles>`;
/** Page number in the footer. */
const footer = `${head}<w:ftr ${names}><w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>`;
const page =
  '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>';

/**
 * Wraps a body as an A4 document. `drafts`: the questions with their keys for our import; undefined for a document whose readers may not see keys.
 */
export function buildWordPackage(body: string, pictures: WordPictures, drafts: readonly ImportedQuestionDraft[] | undefined): Uint8Array {
  const document = strToU8(`${head}<w:document ${names}><w:body>${body}${page}</w:body></w:document>`);
  const media = [...pictures.relations.values()];
  const relations = [
    `<Relationship Id="rId1" Type="${kinds}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${kinds}/footer" Target="footer1.xml"/>`,
    ...media.map(({ id, name }) => `<Relationship Id="${id}" Type="${kinds}/image" Target="media/${name}"/>`),
  ].join('');
  const types = [
    'png:image/png',
    'jpg:image/jpeg',
    'gif:image/gif',
    'webp:image/webp',
    'json:application/json',
    'rels:application/vnd.openxmlformats-package.relationships+xml',
    'xml:application/xml',
  ]
    .map((each) => each.split(':'))
    .map(([extension, mime]) => `<Default Extension="${extension}" ContentType="${mime}"/>`)
    .join('');
  const parts = [
    ['document', 'document.main'],
    ['styles', 'styles'],
    ['footer1', 'footer'],
  ]
    .map(
      ([name, type]) =>
        `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`,
    )
    .join('');
  return zipSync(
    {
      '[Content_Types].xml': strToU8(
        `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${types}${parts}</Types>`,
      ),
      '_rels/.rels': strToU8(
        `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/_rels/document.xml.rels': strToU8(
        `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
      ),
      'word/document.xml': document,
      'word/styles.xml': strToU8(styles),
      'word/footer1.xml': strToU8(footer),
      ...Object.fromEntries(media.map(({ name, bytes }) => [`word/media/${name}`, bytes])),
      ...(drafts && { [wordExtraPart]: strToU8(JSON.stringify({ document: hashDocument(document), drafts })) }),
    },
    { level: 6 },
  );
}
