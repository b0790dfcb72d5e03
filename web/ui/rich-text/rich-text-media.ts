import { type Editor, Node } from '@tiptap/react';
import { listUploadKinds, uploadKinds } from '../../../sync/contract/platform/upload.ts';
import { playLimit } from '../../../sync/contract/platform/rich-text.ts';

/** Value of the `accept` attribute for recordings and films. */
export const acceptedMedia = listUploadKinds(['media'])
  .flatMap((kind) => [uploadKinds[kind].mime, uploadKinds[kind].extension])
  .join(',');

/** Names of the accepted kinds, for a hint. */
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

/** Inserts an uploaded recording or film and selects it, so that the toolbar offers its play limit. `mime`: its type by content. */
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
