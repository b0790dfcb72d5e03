import Image from '@tiptap/extension-image';

/** How wide a picture is shown, of the text it stands in; without a width as wide as it is, and no wider than the text. */
export const pictureSizes = { small: '30%', medium: '60%', full: null } as const;
export type PictureSize = keyof typeof pictureSizes;

/** A picture in the text. Its size is one of three: what fits the editor's width fits the player's too. */
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
