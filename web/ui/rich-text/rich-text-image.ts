import Image from '@tiptap/extension-image';

/** Width of a picture relative to the text; `null`: its own width, at most the text's. */
export const pictureSizes = { small: '30%', medium: '60%', full: null } as const;
export type PictureSize = keyof typeof pictureSizes;

/** A picture in the text, in one of three sizes. Relative widths fit both the editor and the player. */
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
