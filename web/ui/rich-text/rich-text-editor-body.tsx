import { maxQuestionMediaBytes } from '../../../sync/contract/platform/rich-media.ts';
import { Placeholder } from '@tiptap/extensions';
import { type Editor, EditorContent, useEditor, Extension, type Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { debounce } from '../../lib/debounce.ts';
import { cn } from '../../lib/cn.ts';
import { onTextRequested } from '../../lib/held-text.ts';
import type { Upload } from '../../lib/files/upload.ts';
import { formatBytes } from '../../lib/format-number.ts';
import type { FieldControl } from '../form/field.tsx';
import { FileInput } from '../form/file-input.tsx';
import { FormulaProblems } from './formula-problems.tsx';
import { RichText } from './rich-text.tsx';
import {
  Blank,
  Dollar,
  OpaqueFormula,
  OpaqueTable,
  Subscript,
  Superscript,
  SizedImage,
  acceptedMedia,
  insertMedia,
  Media,
} from './rich-text-nodes.ts';
import { toEditorHtml, fromEditorHtml } from './rich-text-html.ts';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { UploadJobRow } from '../form/upload-field.tsx';
import { useUploads } from '../form/use-uploads.ts';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findFormulas } from './formulas.ts';
import { useLatest } from '../use-latest.ts';

type Typesetter = typeof import('./latex.ts');

const key = new PluginKey<DecorationSet>('brokenFormulas');
/** Placeholder for a node that is not text. It is one character long, so that offsets in the text equal positions in the document. */
const atom = '\ufffc';

/** Underlines formulas that cannot be typeset. The typesetter is loaded at the first dollar sign. */
const BrokenFormulas = Extension.create({
  name: 'brokenFormulas',
  addProseMirrorPlugins() {
    const { editor } = this;
    let typesetter: Typesetter | null = null;
    let isAsked = false;
    const ask = (): void => {
      if (isAsked) return;
      isAsked = true;
      void import('./latex.ts').then((loaded) => {
        typesetter = loaded;
        if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, true));
      });
    };
    const markBrokenFormulas = (doc: typeof editor.state.doc): DecorationSet => {
      const decorations: Decoration[] = [];
      doc.descendants((node, at) => {
        if (!node.isTextblock) return true;
        const text = node.textBetween(0, node.content.size, undefined, atom);
        if (!text.includes('$')) return false;
        if (typesetter === null) ask();
        for (const { from, to, source } of findFormulas(text))
          if (typesetter?.checkFormula(source) !== undefined)
            decorations.push(Decoration.inline(at + 1 + from, at + 1 + to, { class: 'formula-broken' }));
        return false;
      });
      return DecorationSet.create(doc, decorations);
    };
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_config, { doc }) => markBrokenFormulas(doc),
          apply: (tr, before) => (tr.docChanged || tr.getMeta(key) === true ? markBrokenFormulas(tr.doc) : before),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

const updateMs = 250;
const pictures = /^image\/(png|jpeg|gif|webp)$/;
const listPictures = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
const isSaveKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key.toLowerCase() === 's');
const rejectUpload: Upload = () => Promise.reject(new DOMException('', 'AbortError'));

/** Lists the editor's extensions. The two functions are called at every use, so that a changed prop takes effect without a new editor. */
const listExtensions = (getPlaceholder: () => string, hasBlanks: () => boolean): Extensions => [
  StarterKit.configure({ heading: { levels: [3, 4] }, link: { openOnClick: false, defaultProtocol: 'https' } }),
  SizedImage,
  BrokenFormulas,
  Placeholder.configure({ placeholder: getPlaceholder }),
  Subscript,
  Superscript,
  Blank.configure({ offered: hasBlanks }),
  Dollar,
  Media,
  OpaqueTable,
  OpaqueFormula,
];

/** Returns the HTML attributes of the editable element, which make it a labelled text field for assistive technology. */
const getFieldAttributes = (label: string, control: Partial<FieldControl>): Record<string, string> => ({
  class: 'rich rich-editor min-h-full px-3 py-2.5 outline-none',
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  ...(control.id === undefined ? {} : { id: control.id }),
  ...(control['aria-describedby'] === undefined ? {} : { 'aria-describedby': control['aria-describedby'] }),
  ...(control['aria-invalid'] === true ? { 'aria-invalid': 'true' } : {}),
});

/** Reports the last letters to the form before the page or tab closes, before the editor unmounts, and whenever a form requests its text. */
function useFlushBeforeLeave(flush: () => void): void {
  // Layout effects are cleaned up before the effect of the form's draft, which then has the text.
  useLayoutEffect(() => {
    window.addEventListener('pagehide', flush);
    const stop = onTextRequested(flush);
    return () => {
      stop();
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
}

export function RichTextEditorBody({
  value,
  onChange,
  onBlur,
  label,
  placeholder = '',
  upload,
  media = false,
  blanks = false,
  disabled = false,
  autoFocus = false,
  firstFiles,
  onPasteText,
  ...control
}: RichTextEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const mediaInput = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<readonly File[]>([]);
  const reported = useRef(value);
  const latest = useLatest({ onChange, onBlur, onPasteText, blanks, placeholder });
  const report = useLatest((changed: Editor) => {
    if (changed.isDestroyed) return;
    const html = fromEditorHtml(changed.getHTML());
    if (html === reported.current) return;
    reported.current = html;
    onChange(html);
  });
  const [tell] = useState(() => debounce((changed: Editor) => report.current(changed), updateMs));
  const editorRef = useRef<Editor | null>(null);
  const uploads = useUploads(upload ?? rejectUpload, media ? ['image', 'media'] : ['image'], ({ url, type }, file) => {
    const edit = editorRef.current?.chain().focus();
    if (/^(?:audio|video)\//.test(type)) insertMedia(editorRef.current, url, type);
    else edit?.setImage({ src: url, alt: file.name.replace(/\.[a-z]+$/i, '') }).run();
    // Report the change at once, because a save may be waiting for this picture.
    tell.flush();
  });
  const latestStart = useLatest(uploads.start);
  const take = (data: DataTransfer | null): boolean => {
    const files = upload === undefined ? [] : listPictures(data);
    if (files.length > 0) latestStart.current(files);
    return files.length > 0;
  };

  /** Handles pasted plain text. Content with pictures, tables or formulas goes to the editor instead. */
  const takeText = (data: DataTransfer | null): boolean =>
    data !== null &&
    !/<(?:img|table|math|sub|sup|v:)/i.test(data.getData('text/html')) &&
    latest.current.onPasteText?.(data.getData('text/plain')) === true;

  const editor = useEditor({
    extensions: listExtensions(
      () => latest.current.placeholder,
      () => latest.current.blanks,
    ),
    content: toEditorHtml(value),
    editable: !disabled,
    // The editor's chunk loads late. If the user has started to write in another field meanwhile, leave the focus there.
    autofocus: autoFocus && document.activeElement?.matches('input,textarea,[contenteditable=true]') !== true ? 'end' : false,
    editorProps: {
      attributes: getFieldAttributes(label, control),

      handleDOMEvents: {
        // Saving by a key does not blur the editor, so report the latest text now. This runs before the form's own key handler.
        keydown: (_view, event) => {
          if (!isSaveKey(event)) return false;
          tell.flush();
          if (event.key !== 'Enter') return false;
          // The browser's default for Ctrl+Enter is a line break; Shift+Enter still inserts one.
          event.preventDefault();
          return true;
        },
      },
      handlePaste: (_view, event) => take(event.clipboardData) || takeText(event.clipboardData),
      handleDrop: (view, event, _slice, moved) => {
        if (moved || listPictures(event.dataTransfer).length === 0) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (at) editorRef.current?.commands.setTextSelection(at.pos);
        return take(event.dataTransfer);
      },
    },
    onUpdate: ({ editor: changed }) => tell(changed),
    onBlur: () => {
      tell.flush();
      latest.current.onBlur?.();
    },
  });
  useLayoutEffect(() => {
    editorRef.current = editor;
  }, [editor]);

  // Take over a value that was set from outside, by a reset or a restored draft. A value that this editor reported is ignored.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    editor.commands.setContent(toEditorHtml(value), { emitUpdate: false });
  }, [value, editor]);
  // Emit no update: opening a question must not change its HTML.
  useEffect(() => editor.setEditable(!disabled, false), [disabled, editor]);
  const early = useRef(firstFiles);
  useEffect(() => {
    // Take the files only once, although React runs effects twice in development.
    const files = early.current ?? [];
    early.current = undefined;
    if (files.length > 0) latestStart.current(files);
  }, [latestStart]);
  useFlushBeforeLeave(tell.flush);

  return (
    <div
      className={cn(
        'flex h-[300px] flex-col overflow-hidden rounded-lg border border-input bg-card transition-[border-color,box-shadow] focus-within:border-ring focus-within:ring-3 focus-within:ring-ring/25',
        control['aria-invalid'] === true && 'border-seal',
      )}
    >
      <RichTextToolbar
        editor={editor}
        blanks={blanks}
        disabled={disabled}
        onPicture={upload && (() => input.current?.click())}
        onMedia={upload && media ? () => mediaInput.current?.click() : undefined}
      />
      <EditorContent editor={editor} className="scroll-slim min-h-0 grow overflow-y-auto text-[15px] leading-relaxed" />
      {uploads.jobs.length > 0 && (
        <ul className="flex max-h-28 shrink-0 flex-col gap-1 overflow-y-auto border-t p-1.5">
          {uploads.jobs.map((job) => (
            <UploadJobRow key={job.key} job={job} onRetry={() => uploads.retry(job)} onDrop={() => uploads.drop(job.key)} />
          ))}
        </ul>
      )}
      {tooLarge.length > 0 && <TooLarge files={tooLarge} />}
      {value.includes('$') && <FormulaPreview html={value} />}
      <FileInput
        ref={input}
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        onFiles={(files) => uploads.start(files.filter((file) => pictures.test(file.type)))}
      />
      <FileInput
        ref={mediaInput}
        accept={acceptedMedia}
        onFiles={(files) => {
          setTooLarge(files.filter((file) => file.size > maxQuestionMediaBytes));
          uploads.start(files.filter((file) => file.size <= maxQuestionMediaBytes));
        }}
      />
    </div>
  );
}

/** Previews a text with typeset formulas, and lists the errors of formulas that cannot be typeset. */
function FormulaPreview({ html }: { html: string }) {
  const { t } = useTranslation('ui');
  return (
    <section aria-label={t('editorPreview')} className="scroll-slim max-h-24 shrink-0 overflow-y-auto border-t bg-muted/50 px-3 py-2">
      <p className="mb-0.5 text-xs text-muted-foreground">{t('editorPreview')}</p>
      <RichText html={html} className="text-[15px]" />
      <FormulaProblems html={html} />
    </section>
  );
}

/** Names the files that are too large for a paper. */
function TooLarge({ files }: { files: readonly File[] }) {
  const { t } = useTranslation('words');
  return (
    <ul role="alert" className="shrink-0 border-t px-3 py-1.5 text-[13px] text-seal">
      {files.map(({ name, size }) => (
        <li key={name}>{t('media.tooLarge', { name, size: formatBytes(size), most: formatBytes(maxQuestionMediaBytes) })}</li>
      ))}
    </ul>
  );
}
