import { maxPlayLimit, maxQuestionMediaBytes } from '../../../sync/contract/platform/rich-media.ts';
import { type Editor, useEditorState } from '@tiptap/react';
import {
  AudioLines,
  Bold,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Sigma,
  SquarePen,
  Subscript,
  Superscript,
  Underline,
  Undo2,
} from 'lucide-react';
import * as Base from 'radix-ui/toolbar';
import { useRef, type ReactNode, useState, type KeyboardEvent } from 'react';
import { formatBytes } from '../../lib/format-number.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { type PictureSize, pictureSizes, getNextBlankNumber, acceptedMediaNames } from './rich-text-nodes.ts';
import { Tooltip } from '../primitives/tooltip.tsx';
import { Button } from '../primitives/button.tsx';
import { Field } from '../form/field.tsx';
import { Input } from '../primitives/input.tsx';
import { Popover } from '../primitives/popover.tsx';
import { findFormulaAt } from './formulas.ts';
import { formulaGroups, type FormulaGroup, type FormulaTemplate, formulaTemplates } from './formula-palette-table.ts';
import { RichText } from './rich-text.tsx';

/** Completes a typed address; adds https:// if there is no scheme. Returns null if it is no valid address. */
function completeLink(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const link = /^(https?:|mailto:|tel:)/i.test(trimmed) ? trimmed : /^[a-z][a-z+.-]*:(?!\d)/i.test(trimmed) ? null : `https://${trimmed}`;
  return link !== null && URL.canParse(link) ? link : null;
}

function LinkPopover({ editor, children }: { editor: Editor; children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState(false);
  const had = editor.isActive('link');
  const apply = (): void => {
    const href = completeLink(text);
    if (href === null) return setProblem(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !had)
      chain.insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setProblem(false);
        if (next) setText(String(editor.getAttributes('link')['href'] ?? ''));
      }}
      trigger={children}
      label={t('editorLink')}
      className="w-80"
    >
      <Field label={t('editorLinkAddress')} error={problem ? t('editorLinkBad') : undefined}>
        {(control) => (
          <Input
            {...control}
            value={text}
            placeholder="https://"
            onChange={(event) => setText(event.target.value)}
            // The link field is not a form element, because forms cannot be nested and the editor may be inside one.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              apply();
            }}
          />
        )}
      </Field>
      <div className="mt-3 flex justify-end gap-2">
        {had && (
          <Button
            size="sm"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              setOpen(false);
            }}
          >
            {t('editorLinkRemove')}
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={apply}>
          {t('editorLinkApply')}
        </Button>
      </div>
    </Popover>
  );
}

const buttonLook =
  'grid size-8 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground disabled:opacity-40 aria-pressed:bg-primary-soft aria-pressed:text-accent-foreground [&_svg]:size-4';

interface ToolProps {
  name: string;
  icon: LucideIcon;
  onPress: () => void;
  pressed?: boolean;
  disabled?: boolean;
}

function Tool({ name, icon: Icon, onPress, pressed, disabled = false }: ToolProps) {
  return (
    <Tooltip text={name}>
      <Base.Button type="button" aria-label={name} aria-pressed={pressed} disabled={disabled} className={buttonLook} onClick={onPress}>
        <Icon aria-hidden />
      </Base.Button>
    </Tooltip>
  );
}

const Gap = () => <Base.Separator className="mx-1 h-5 w-px bg-border" />;

/** Returns '' for a width outside the three sizes; such a picture keeps its width until the user chooses a size. */
const findPictureSize = (width: unknown): PictureSize | '' =>
  (['small', 'medium', 'full'] as const).find((size) => pictureSizes[size] === (width ?? null)) ?? '';

interface RichTextToolbarProps {
  editor: Editor;
  onPicture: (() => void) | undefined;
  onMedia: (() => void) | undefined;
  /** Offers blanks, for fill-in questions. */
  blanks: boolean;
  disabled: boolean;
}

/** Renders a toolbar with one stop in the Tab order; arrow keys move within it. */
export function RichTextToolbar({ editor, onPicture, onMedia, blanks, disabled }: RichTextToolbarProps) {
  const { t } = useTranslation('ui');
  // True once the editor has had the focus. Before that the caret is at the start of the text, so its formats must not be shown as active.
  const entered = useRef(false);
  const now = useEditorState({
    editor,
    selector: ({ editor: at }) => {
      entered.current ||= at.isFocused;
      const isLit = (name: string): boolean => entered.current && at.isActive(name);
      return {
        bold: isLit('bold'),
        italic: isLit('italic'),
        underline: isLit('underline'),
        subscript: isLit('subscript'),
        superscript: isLit('superscript'),
        bulletList: isLit('bulletList'),
        orderedList: isLit('orderedList'),
        link: isLit('link'),
        picture: at.isActive('image') ? findPictureSize(at.getAttributes('image')['width']) : null,
        plays: at.isActive('media') ? String(at.getAttributes('media')['plays'] ?? 0) : null,
        undo: at.can().undo(),
        redo: at.can().redo(),
      };
    },
  });
  const edit = () => editor.chain().focus();
  const addBlank = (): void => {
    edit()
      .insertContent({ type: 'blank', attrs: { n: getNextBlankNumber(editor) } })
      .run();
  };
  return (
    <Base.Root
      aria-label={t('editorTools')}
      className={cn('flex flex-wrap items-center gap-0.5 border-b px-1.5 py-1', disabled && 'pointer-events-none opacity-50')}
    >
      <Tool name={t('editorUndo')} icon={Undo2} disabled={!now.undo} onPress={() => edit().undo().run()} />
      <Tool name={t('editorRedo')} icon={Redo2} disabled={!now.redo} onPress={() => edit().redo().run()} />
      <Gap />
      <Tool name={t('editorBold')} icon={Bold} pressed={now.bold} onPress={() => edit().toggleBold().run()} />
      <Tool name={t('editorItalic')} icon={Italic} pressed={now.italic} onPress={() => edit().toggleItalic().run()} />
      <Tool name={t('editorUnderline')} icon={Underline} pressed={now.underline} onPress={() => edit().toggleUnderline().run()} />
      <Tool name={t('editorSub')} icon={Subscript} pressed={now.subscript} onPress={() => edit().toggleMark('subscript').run()} />
      <Tool name={t('editorSup')} icon={Superscript} pressed={now.superscript} onPress={() => edit().toggleMark('superscript').run()} />
      <Gap />
      <Tool name={t('editorBullets')} icon={List} pressed={now.bulletList} onPress={() => edit().toggleBulletList().run()} />
      <Tool name={t('editorNumbers')} icon={ListOrdered} pressed={now.orderedList} onPress={() => edit().toggleOrderedList().run()} />
      <LinkPopover editor={editor}>
        <Base.Button type="button" aria-label={t('editorLink')} title={t('editorLink')} aria-pressed={now.link} className={buttonLook}>
          <LinkIcon aria-hidden />
        </Base.Button>
      </LinkPopover>
      <Gap />
      {onPicture && <Tool name={t('editorPicture')} icon={ImagePlus} onPress={onPicture} />}
      {onMedia && <MediaTool onPress={onMedia} />}
      <FormulaPalette editor={editor}>
        <Base.Button type="button" aria-label={t('editorFormula')} title={t('editorFormula')} className={buttonLook}>
          <Sigma aria-hidden />
        </Base.Button>
      </FormulaPalette>
      {now.picture !== null && (
        <Base.ToggleGroup
          type="single"
          aria-label={t('pictureSize')}
          value={now.picture}
          onValueChange={(size) => {
            if (size in pictureSizes)
              edit()
                .updateAttributes('image', { width: pictureSizes[size as PictureSize] })
                .run();
          }}
          className="flex"
        >
          {(['small', 'medium', 'full'] as const).map((size) => (
            <Base.ToggleItem key={size} value={size} className={cn(buttonLook, 'w-auto px-2 text-[13px] data-[state=on]:bg-primary-soft')}>
              {t(`pictureSizes.${size}`)}
            </Base.ToggleItem>
          ))}
        </Base.ToggleGroup>
      )}
      {now.plays !== null && (
        <PlayLimit
          plays={now.plays}
          onChange={(plays) =>
            edit()
              .updateAttributes('media', { plays: plays === '0' ? null : plays })
              .run()
          }
        />
      )}
      {blanks && <Tool name={t('editorBlank')} icon={SquarePen} onPress={addBlank} />}
    </Base.Root>
  );
}

function MediaTool({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('words');
  const name = t('media.insert', { kinds: acceptedMediaNames, most: formatBytes(maxQuestionMediaBytes) });
  return <Tool name={name} icon={AudioLines} onPress={onPress} />;
}

const playLimits = Array.from({ length: maxPlayLimit + 1 }, (_, at) => String(at));

/** Chooses how often examinees may play the selected recording; 0 means no limit. */
function PlayLimit({ plays, onChange }: { plays: string; onChange: (plays: string) => void }) {
  const { t } = useTranslation('words');
  return (
    <>
      <Gap />
      <span className="px-1 text-[13px] text-muted-foreground">{t('media.limit')}</span>
      <Base.ToggleGroup
        type="single"
        aria-label={t('media.limit')}
        value={plays}
        onValueChange={(chosen) => chosen !== '' && onChange(chosen)}
        className="flex flex-wrap"
      >
        {playLimits.map((each) => (
          <Base.ToggleItem
            key={each}
            value={each}
            className={cn(buttonLook, 'num w-auto min-w-7 px-1.5 text-[13px] data-[state=on]:bg-primary-soft')}
          >
            {each === '0' ? t('media.noLimit') : each}
          </Base.ToggleItem>
        ))}
      </Base.ToggleGroup>
    </>
  );
}

/** Inserts a formula template and selects its placeholder. Adds dollar signs unless the caret is inside a formula. */
function insertFormula(editor: Editor, [before, chosen, after]: FormulaTemplate): void {
  const { from, to, $from } = editor.state.selection;
  const text = $from.parent.textBetween(0, $from.parent.content.size, undefined, '\ufffc');
  const dollar = findFormulaAt(text, $from.parentOffset) === undefined ? '$' : '';
  const typed = editor.state.doc.textBetween(from, to);
  const inside = chosen !== '' && typed !== '' ? typed : chosen;
  const start = from + dollar.length + before.length;
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, { type: 'text', text: `${dollar}${before}${inside}${after}${dollar}` })
    .setTextSelection({ from: start, to: start + inside.length })
    .run();
}

const step: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Renders a palette of common formulas, for mouse or for Tab and arrow keys. */
function FormulaPalette({ editor, children }: { editor: Editor; children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const [group, setGroup] = useState<FormulaGroup>('structure');
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const by = step[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const at = buttons.indexOf(event.target as HTMLElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={children} label={t('formulas')} className="w-[min(30rem,calc(100vw-2rem))] p-2.5">
      <div role="group" aria-label={t('formulaKinds')} className="mb-2 flex flex-wrap gap-1" onKeyDown={walk}>
        {formulaGroups.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === group}
            onClick={() => setGroup(each)}
            className="rounded-md px-2 py-1 text-[13px] text-muted-foreground hover:bg-muted aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-accent-foreground"
          >
            {t(`formulaGroup.${each}`)}
          </button>
        ))}
      </div>
      <div role="group" aria-label={t(`formulaGroup.${group}`)} className="flex flex-wrap gap-1" onKeyDown={walk}>
        {formulaTemplates[group].map((piece) => {
          const source = piece.join('');
          return (
            <button
              key={source}
              type="button"
              aria-label={source}
              title={source}
              onClick={() => {
                insertFormula(editor, piece);
                setOpen(false);
              }}
              className={cn(
                'grid min-h-10 min-w-11 place-items-center rounded-md border px-2 py-1 hover:bg-muted',
                group === 'matrices' && 'min-h-14 min-w-20',
              )}
            >
              <RichText html={`$${source.replace(/&/g, '&amp;')}$`} inline />
            </button>
          );
        })}
      </div>
      <p className="mt-2 text-[12.5px] text-muted-foreground">{t('formulaHint')}</p>
    </Popover>
  );
}
