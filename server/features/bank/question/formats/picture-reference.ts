import { mediaSource } from '../../../../../sync/contract/platform/rich-media.ts';
import { uploadKinds } from '../../../../../sync/contract/platform/upload.ts';
import { detectPictureKind } from '../../../platform/upload/picture-writes.ts';
import { formatMessages as messages } from './format-messages.ts';
import type { FormatRemark } from './question-format.ts';

/**
 * Prefix of a reference to a picture of the imported file: `src="picture:<name>"`. `resolvePictures` replaces such references before the HTML is
 * checked and sanitised.
 */
const marker = 'picture:';
export const formatPictureMark = (name: string): string => `${marker}${encodeURIComponent(name)}`;

/** Replaces every `<img …>`; a `>` within quotes does not end a tag. Linear in the length of the text. */
function replaceImages(html: string, replaceImage: (tag: string) => string): string {
  const start = /<img\b/gi;
  let outputHtml = '';
  let copiedEnd = 0;
  for (let match = start.exec(html); match; match = start.exec(html)) {
    const end = endOfTag(html, match.index + 4);
    if (end < 0) break;
    outputHtml += html.slice(copiedEnd, match.index) + replaceImage(html.slice(match.index, end));
    copiedEnd = end;
    start.lastIndex = end;
  }
  return outputHtml + html.slice(copiedEnd);
}

/** Returns the position behind the closing `>`, or behind the first `>` if the quotes are not closed. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    const sign = html[at];
    if (sign === '>') return at + 1;
    if (sign !== '"' && sign !== "'") continue;
    const closing = html.indexOf(sign, at + 1);
    if (closing < 0) break;
    at = closing;
  }
  return html.indexOf('>', from) + 1 || -1;
}
const readSource = (tag: string): string =>
  /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i
    .exec(tag)
    ?.slice(1)
    .find((found) => found !== undefined) ?? '';
/** Returns the alt text, title and size attributes of a picture tag, in their original order. */
const extractPictureAttributes = (tag: string): string =>
  [...tag.matchAll(/\s(alt|title|width|height)\s*=\s*(?:"([^"<>]{0,1000})"|'([^'"<>]{0,1000})'|(\d{1,4})(?=[\s/>]))/gi)]
    .flatMap(([, name = '', ...values]) => {
      const value = values.find((each) => each !== undefined) ?? '';
      return value === '' || (/^(?:width|height)$/i.test(name) && !/^\d{1,4}$/.test(value)) ? [] : [` ${name.toLowerCase()}="${value}"`];
    })
    .join('');

/**
 * Resolves every picture of an HTML text. A picture contained in the file, or embedded as data, gets the address that `urlOf` returns for its bytes;
 * a picture in this server's uploads keeps its address. Anything else (no picture, missing, on another site) is removed with a warning.
 */
export function resolvePictures(
  html: string,
  field: string,
  pictures: ReadonlyMap<string, Uint8Array>,
  urlOf: (bytes: Uint8Array, extension: string) => string,
): { readonly html: string; readonly warnings: readonly FormatRemark[] } {
  const warnings: FormatRemark[] = listMediaNames(html, field).map((name) => ({ field, reason: messages.mediaNamed(name) }));
  const text = warnings.length > 0 ? removeLostMedia(html, field) : html;
  if (!/<img\b/i.test(text)) return { html: text, warnings };
  const resolvedHtml = replaceImages(text, (tag) => {
    const source = readSource(tag).replace(/&amp;/g, '&');
    const uploaded = /^(?:https?:\/\/[^/]{1,200})?\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})$/.exec(source)?.[1];
    const bytesInFile = uploaded === undefined ? undefined : pictures.get(uploaded);
    // The picture may be in this server's uploads. The caller, who can read the uploads, checks that.
    if (uploaded !== undefined && bytesInFile === undefined && source.startsWith('/')) return tag;
    const removePicture = (reason: FormatRemark['reason']): string => {
      warnings.push({ field, reason });
      return '';
    };
    let bytes = bytesInFile;
    let name = source;
    if (bytes !== undefined) name = uploaded ?? source;
    else if (source.startsWith(marker)) {
      name = decodeReference(source.slice(marker.length));
      bytes = pictures.get(name);
    } else if (/^data:/i.test(source)) {
      name = source.slice(0, 30);
      bytes = Buffer.from(source.slice(source.indexOf(',') + 1).replace(/\s/g, ''), 'base64');
    } else if (/^(?:https?:)?\/\//i.test(source)) return removePicture(messages.pictureOutside(source));
    if (bytes === undefined) return removePicture(messages.pictureMissing(name));
    const kind = detectPictureKind(bytes);
    if (kind === undefined)
      return removePicture(
        /\.(?:wmf|emf)$/i.test(name)
          ? messages.pictureDrawing(name)
          : isVector(name, bytes)
            ? messages.pictureVector(name)
            : messages.pictureBad(name),
      );
    return `<img src="${urlOf(bytes, uploadKinds[kind].extension)}"${extractPictureAttributes(tag)}>`;
  });
  return { html: resolvedHtml, warnings };
}

/** Detects vector graphics (SVG, EPS). They may contain scripts, so they are refused with advice. */
const isVector = (name: string, bytes: Uint8Array): boolean =>
  /\.(?:svgz?|eps|ps)$|image\/svg/i.test(name) ||
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<svg\b|^%!PS/i.test(Buffer.from(bytes.subarray(0, 400)).toString('latin1'));

const mediaTag = /<(audio|video|source|track|embed|object|iframe|a)\b/gi;
/** Matches the name of a recording or film. */
export const mediaFile = /\.(?:mp3|wav|og[agv]|m4[av]|aac|flac|wma|amr|mp4|webm|mov|avi|mkv|wmv|flv|3gp|mpe?g|swf)$/i;

/**
 * Writes a mark for a recording or film that a file refers to without an HTML element. `resolvePictures` then warns about it at its field, and the
 * sanitiser removes the mark.
 */
export const formatMediaMark = (source: string): string => `<audio src="${source.replace(/[\s&"'<>]/g, encodeURIComponent)}"></audio>`;

/** Returns the names of audio, video and attached files in a text that can't be imported. Linear in the length of the text. */
function listMediaNames(html: string, field: string): string[] {
  const names = new Set<string>();
  mediaTag.lastIndex = 0;
  for (let found = mediaTag.exec(html); found; found = mediaTag.exec(html)) {
    const end = endOfTag(html, mediaTag.lastIndex);
    if (end < 0) break;
    const source = /\b(?:src|data|href)\s*=\s*["']?([^"'\s>]+)/i.exec(html.slice(mediaTag.lastIndex, end))?.[1] ?? '';
    mediaTag.lastIndex = end;
    const isLost = found[1]?.toLowerCase() === 'a' ? isFileLink(source) : source !== '' && !isShownHere(source, field);
    if (isLost) names.add(getMediaName(source));
  }
  return [...names];
}

const mayHoldMedia = (field: string): boolean => field === 'stem' || field === 'material';

/** Checks whether a recording is in this server's uploads and in a field that may contain recordings (stem or material), so that it can be kept. */
const isShownHere = (source: string, field: string): boolean => mediaSource.test(source) && mayHoldMedia(field);

/** Checks whether a link leads to a recording, or by a relative address to a file of the imported package. */
const isFileLink = (href: string): boolean =>
  mediaFile.test(href.replace(/[?#].*$/, '')) || (href !== '' && !/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\/uploads\/)/i.test(href));

/**
 * Removes recordings and films. In a stem or material with uploaded recordings nothing is removed: the sanitiser later drops those of other servers.
 */
const removeLostMedia = (html: string, field: string): string =>
  mayHoldMedia(field) && html.includes('/uploads/') ? html : html.replace(/<\/?(?:audio|video)\b[^<>]*>/gi, '');

function getMediaName(source: string): string {
  if (/^data:/i.test(source)) return source.slice(0, 60).replace(/[;,].*$/, '');
  const path = source.replace(/[?#].*$/, '');
  return /^(?:https?:)?\/\//i.test(path) ? path : decodeReference(path.slice(path.lastIndexOf('/') + 1)) || path;
}

/** Decodes a reference; returns it unchanged if its encoding is invalid. */
export function decodeReference(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** Replaces the address of each picture by a `picture:` reference to the file that `nameOf` names. Without a name the address stays. */
export const replacePictureSources = (html: string, nameOf: (source: string) => string | undefined): string =>
  replaceImages(html, (tag) => {
    const source = readSource(tag);
    const name = nameOf(source);
    return name === undefined ? tag : tag.replace(source, () => formatPictureMark(name));
  });
