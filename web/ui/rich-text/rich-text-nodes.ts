import { type Editor, InputRule, Mark, Node } from '@tiptap/react';
import { sanitiseShownHtml } from '../../lib/sanitise-html.ts';
import Image from '@tiptap/extension-image';
import { listUploadKinds, uploadKinds } from '../../../sync/contract/platform/upload.ts';
import { playLimit } from '../../../sync/contract/platform/rich-text.ts';

/** Creates the mark for `<sub>` or `<sup>`, as in H₂O and m². Text cannot have both. */
const createScriptMark = (name: 'subscript' | 'superscript', tag: 'sub' | 'sup', key: string) =>
  Mark.create({
    name,
    excludes: 'subscript superscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });
export const Subscript = createScriptMark('subscript', 'sub', 'Mod-,');
export const Superscript = createScriptMark('superscript', 'sup', 'Mod-.');

/** Returns a number that no blank of the stem has. */
export function getNextBlankNumber(editor: Editor): number {
  let last = 0;
  editor.state.doc.descendants((node) => {
    if (node.type.name === 'blank') last = Math.max(last, Number(node.attrs['n']));
  });
  return last + 1;
}

/** A numbered blank of a fill-in question. Typing three underscores inserts one. */
export const Blank = Node.create<{ offered: () => boolean }>({
  name: 'blank',
  addOptions: () => ({ offered: () => false }),
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    n: { parseHTML: (element) => element.getAttribute('data-blank'), renderHTML: ({ n }) => ({ 'data-blank': String(n) }) },
  }),
  parseHTML: () => [{ tag: 'span[data-blank]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes],
  renderText: () => '____',
  addInputRules() {
    const { editor, options, type } = this;
    return [
      new InputRule({
        find: /[_＿]{3}$/,
        handler: ({ state, range }) => {
          if (!options.offered()) return null;
          state.tr.replaceWith(range.from, range.to, type.create({ n: getNextBlankNumber(editor) }));
          return undefined;
        },
      }),
    ];
  },
});

/** A dollar sign that does not begin a formula. */
export const Dollar = Node.create({
  name: 'dollar',
  group: 'inline',
  inline: true,
  atom: true,
  parseHTML: () => [{ tag: 'span[data-dollar]' }],
  renderHTML: () => ['span', { 'data-dollar': '' }, '$'],
  renderText: () => '$',
});

const parseElement = (html: string): HTMLElement => {
  const holder = document.createElement('template');
  holder.innerHTML = sanitiseShownHtml(html);
  return (holder.content.firstElementChild as HTMLElement | null) ?? document.createElement('p');
};

/** Tables and rendered formulas from other sources: the editor cannot edit them, but must preserve them. */
const createOpaqueNode = (name: string, tag: string, inline: boolean) =>
  Node.create({
    name,
    group: inline ? 'inline' : 'block',
    inline,
    atom: true,
    addAttributes: () => ({ html: { default: '', parseHTML: (element: HTMLElement) => element.outerHTML, rendered: false } }),
    parseHTML: () => [{ tag, priority: 100 }],
    renderHTML: ({ node }) => parseElement(String(node.attrs['html'])),
  });
export const OpaqueTable = createOpaqueNode('keptTable', 'table', false);
export const OpaqueFormula = createOpaqueNode('keptFormula', 'math', true);

/** Width of a picture relative to the text; `null`: its own width, at most the text's. */
export const pictureSizes = { small: '30%', medium: '60%', full: null } as const;
export type PictureSize = keyof typeof pictureSizes;

/** A picture in the text, in one of three sizes. Relative widths fit both the editor and the page on which an exam is sat. */
export const SizedImage = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      width: {
        default: null,
        parseHTML: (element: HTMLElement) => element.getAttribute('width'),
        renderHTML: ({ width }: { width?: string | null }) => (width == null ? {} : { width }),
      },
    };
  },
}).configure({ inline: true, allowBase64: true });

/** Value of the `accept` attribute for recordings and films. */
export const acceptedMedia = listUploadKinds(['media'])
  .flatMap((kind) => [uploadKinds[kind].mime, uploadKinds[kind].extension])
  .join(',');

/** Names of the accepted kinds of recordings and films, for a hint. */
export const acceptedMediaNames = listUploadKinds(['media'])
  .map((kind) => uploadKinds[kind].label)
  .join(' · ');

/** A recording or film in the text. `plays`: play limit "1" to "9", or null for none. */
export const Media = Node.create({
  name: 'media',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addAttributes: () => ({
    tag: { default: 'audio', parseHTML: (element) => element.localName, rendered: false },
    src: { default: null, parseHTML: (element) => element.getAttribute('src') },
    plays: {
      default: null,
      parseHTML: (element) => playLimit.exec(element.dataset['plays'] ?? '')?.[0] ?? null,
      renderHTML: ({ plays }) => (plays == null ? {} : { 'data-plays': String(plays) }),
    },
  }),
  parseHTML: () => [{ tag: 'audio[src]' }, { tag: 'video[src]' }],
  renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs['tag']), HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('div');
      const player = document.createElement(node.attrs['tag'] === 'video' ? 'video' : 'audio');
      player.controls = true;
      player.preload = 'metadata';
      player.src = String(node.attrs['src']);
      dom.className = 'rich-media';
      dom.append(player);
      return { dom };
    },
});

/** Inserts an uploaded recording or film and selects it, so that the toolbar offers its play limit. `mime`: media type of the file. */
export function insertMedia(editor: Editor | null, src: string, mime: string): void {
  if (editor === null) return;
  const { from } = editor.state.selection;
  const attrs = { tag: mime.startsWith('video/') ? 'video' : 'audio', src };
  editor.chain().focus().insertContent({ type: 'media', attrs }).run();
  let at: number | undefined;
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'media' && node.attrs['src'] === src && (at === undefined || position <= from + 1)) at = position;
  });
  if (at !== undefined) editor.commands.setNodeSelection(at);
}
