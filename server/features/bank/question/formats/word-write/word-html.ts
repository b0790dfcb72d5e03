import { mediaWords, splitFormulas, unescapeHtml } from '../../question-markup.ts';
import { toOmml } from './omml-write.ts';
import { readPictureSize } from '../picture-size.ts';
import type { PicturesByUrl } from '../question-format.ts';
import { listChildElements, escapeXml, parseXml, type XmlElement, type XmlNode } from '../xml-tree.ts';

/**
 * Pictures of a Word document while it is written. `picturesByUrl`: all available pictures by address. `relations`: the used ones by address, each with the
 * id by which the document refers to it.
 */
export interface WordPictures {
  readonly relations: Map<string, { readonly id: string; readonly bytes: Uint8Array; readonly name: string }>;
  readonly picturesByUrl: PicturesByUrl;
}

/** Character that stands for a tab stop in the HTML that `toWordXml` converts. */
export const wordTabMark = '\ue1f3';

const writeRun = (text: string, looks: ReadonlySet<string>): string => {
  if (text === '') return '';
  const has = (name: string, xml: string): string => (looks.has(name) ? xml : '');
  const style = `${has('b', '<w:b/>')}${has('i', '<w:i/>')}${has('s', '<w:strike/>')}${has('u', '<w:u w:val="single"/>')}${has('sup', '<w:vertAlign w:val="superscript"/>')}${has('sub', '<w:vertAlign w:val="subscript"/>')}`;
  const content = text
    .split(wordTabMark)
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`))
    .join('<w:tab/>');
  return `<w:r>${style === '' ? '' : `<w:rPr>${style}</w:rPr>`}${content}</w:r>`;
};
const looksOf: Readonly<Record<string, string>> = { b: 'b', strong: 'b', i: 'i', em: 'i', u: 'u', s: 's', sup: 'sup', sub: 'sub' };
const writeParagraph = (runs: string, look = ''): string => `<w:p>${look === '' ? '' : `<w:pPr>${look}</w:pPr>`}${runs}</w:p>`;

/** Converts stored HTML to Word paragraphs and tables. `before`: text at the beginning ("1. "); `look`: properties of the paragraphs. */
export function toWordXml(html: string, pictures: WordPictures, before = '', look = ''): string {
  const formulas: string[] = [];
  // Replace each formula by a character of the private use area while the HTML is parsed.
  const text = splitFormulas(html)
    .map((part) => {
      if (part.kind === 'prose') return part.source;
      const omml = toOmml(unescapeHtml(part.source), part.mark === '$$');
      if (omml === undefined) return part.mark.replaceAll('$', '&#36;') + part.source + part.mark.replaceAll('$', '&#36;');
      formulas.push(omml);
      return '\ue1f2';
    })
    .join('')
    .replace(/&nbsp;/g, '&#160;')
    .replace(/<(br|hr|img|col)\b([^<>]*?)\/?>/g, '<$1$2/>')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  const blocks: string[] = [];
  let runs = writeRun(before, new Set());
  const end = (): void => {
    if (runs !== '') blocks.push(writeParagraph(runs, look));
    runs = '';
  };
  const walk = (nodes: readonly XmlNode[], looks: ReadonlySet<string>): void => {
    for (const node of nodes) {
      if (typeof node === 'string') {
        for (const [at, piece] of node.split('\ue1f2').entries()) {
          if (at > 0) runs += formulas.shift() ?? '';
          runs += writeRun(piece.replace(/\s*\n\s*/g, ' '), looks);
        }
      } else if (node.name === 'br') runs += '<w:r><w:br/></w:r>';
      else if (node.name === 'audio' || node.name === 'video') runs += writeRun(mediaWords[node.name] ?? '', looks);
      else if (node.name === 'img') runs += writeDrawing(node, pictures);
      else if (node.name === 'span' && node.attributes['data-blank'] !== undefined) runs += writeRun('________', new Set());
      else if (node.name === 'table') {
        end();
        blocks.push(writeTable(node));
      } else if (/^(?:p|div|li|h[1-6]|blockquote|pre|ul|ol)$/.test(node.name)) {
        if (blocks.length > 0 || runs !== writeRun(before, new Set())) end();
        if (node.name === 'li') runs += writeRun('• ', looks);
        walk(node.children, looks);
        end();
      } else {
        const look = looksOf[node.name];
        walk(node.children, look === undefined ? looks : new Set([...looks, look]));
      }
    }
  };
  const writeTable = (element: XmlElement): string => {
    const rows = listChildElements(element).flatMap((each) => (each.name === 'tr' ? [each] : listChildElements(each, 'tr')));
    const cells = rows.map((row) =>
      listChildElements(row, 'td', 'th')
        .map((cell) => {
          const [outerRuns, outerBlocks] = [runs, blocks.splice(0)];
          runs = '';
          walk(cell.children, new Set());
          end();
          const inner = blocks.splice(0).join('') || writeParagraph('');
          runs = outerRuns;
          blocks.push(...outerBlocks);
          const wide = Number(cell.attributes['colspan'] ?? 1);
          return `<w:tc><w:tcPr>${wide > 1 ? `<w:gridSpan w:val="${wide}"/>` : ''}</w:tcPr>${inner.endsWith('</w:tbl>') ? inner + writeParagraph('') : inner}</w:tc>`;
        })
        .join(''),
    );
    const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
      .map((side) => `<w:${side} w:val="single" w:sz="4" w:color="808080"/>`)
      .join('');
    return `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr>${cells.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
  };
  walk(parseXml(`<r>${text}</r>`).children, new Set());
  end();
  return blocks.join('');
}

/** EMU (Word's unit of length) per pixel. `mostWide`: width of the text in pixels; wider pictures are scaled down to it. */
const unit = 9525;
const mostWide = 550;

function writeDrawing(image: XmlElement, { relations, picturesByUrl }: WordPictures): string {
  const url = image.attributes['src'] ?? '';
  const picture = picturesByUrl.get(url);
  const alt = escapeXml(image.attributes['alt'] ?? '');
  if (picture === undefined) return writeRun(alt === '' ? '[图]' : `[图：${image.attributes['alt'] ?? ''}]`, new Set());
  const name = url.slice('/uploads/'.length);
  const { id } = relations.get(url) ?? { id: `rId${relations.size + 10}` };
  relations.set(url, { id, bytes: picture.bytes, name });
  const { width, height } = readPictureSize(picture.bytes);
  const scale = Math.min(1, mostWide / width);
  const [cx, cy] = [Math.max(1, Math.round(width * scale)) * unit, Math.max(1, Math.round(height * scale)) * unit];
  return `<w:r><w:drawing><wp:inline><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${relations.size}" name="${name}" descr="${alt}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="${name}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}
