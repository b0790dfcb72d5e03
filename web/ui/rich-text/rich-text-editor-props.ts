import type { Upload } from '../../lib/files/upload.ts';
import type { FieldControl } from '../form/field.tsx';

export interface RichTextEditorProps extends Partial<FieldControl> {
  /** HTML in the form in which the question bank stores it. */
  value: string;
  /** Called 250 ms after the last change, and at once on blur, Ctrl+S or Ctrl+Enter (specification section 9). */
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** The field's label, for screen readers. */
  label: string;
  placeholder?: string;
  /** Uploads a picture; pages pass a function from `web/platform/uploads/upload.ts`. Without it the editor offers no pictures. */
  upload?: Upload;
  /** Offers recordings and films with a play limit, for stems and material. */
  media?: boolean;
  /** Offers blanks, by a button and by typing three underscores. */
  blanks?: boolean;
  autoFocus?: boolean;
  /** Pictures that the user pasted before the editor was loaded; they are uploaded at once. */
  firstFiles?: readonly File[];
  /** Called first with pasted plain text. Returns true if it used the text; the editor then ignores the paste. */
  onPasteText?: (text: string) => boolean;
  disabled?: boolean;
}
