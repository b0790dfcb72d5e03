import type { Upload } from '../lib/upload.ts';
import type { FieldControl } from './field.tsx';

export interface RichTextEditorProps extends Partial<FieldControl> {
  /** HTML, as the bank keeps it. */
  value: string;
  /** Told 250 ms after the last change, and at once when the editor is left, or Ctrl+S or Ctrl+Enter pressed in it (spec section 9). */
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Read out: the field's label in words. */
  label: string;
  placeholder?: string;
  /** From `web/platform/upload.ts`; without it no pictures are offered. */
  upload?: Upload;
  /** Offers blanks, by a button and by three underscores. */
  blanks?: boolean;
  autoFocus?: boolean;
  /** Pictures to take in at once: they were pasted where no editor stood yet. */
  firstFiles?: readonly File[];
  /** Told of pasted plain text first; true: it was taken, and doesn't go into the editor. */
  onPasteText?: (text: string) => boolean;
  disabled?: boolean;
}
