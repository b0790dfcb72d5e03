import { Download, FileUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cn } from '../../lib/cn.ts';
import { Button } from '../primitives/button.tsx';
import { FileInput } from '../form/file-input.tsx';
import { downloadFile } from './save-file.ts';
import { writeSheet } from './spreadsheet.ts';
import { useFileDrop } from '../form/use-file-drop.ts';

interface SheetDropProps {
  /** The template that the user can download: label of the link, file name, and either the heading row or a function that fetches the file. */
  template: { readonly label: string; readonly name: string; readonly header: readonly string[] | (() => Promise<Blob>) };
  choose: string;
  tone?: 'primary' | 'outline' | 'soft';
  /** True while a spreadsheet is being read. */
  reading: boolean;
  disabled?: boolean;
  onTake: (file: File) => void;
  /** Text that names the spreadsheet that was read, or invites the user to drop one. */
  statusText: ReactNode;
  children?: ReactNode;
}

/** Renders an area to choose or drop a spreadsheet and to download its template. */
export function SheetDrop({ template, choose, tone = 'soft', reading, disabled = false, onTake, statusText, children }: SheetDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = ([file]: readonly File[]) => {
    if (file !== undefined) onTake(file);
  };
  const { over, frame } = useFileDrop(disabled || reading, take);
  const { header } = template;
  const fetchTemplate = async () =>
    downloadFile(
      typeof header === 'function'
        ? await header()
        : await writeSheet({ name: template.name, header: [...header], rows: [] }, new AbortController().signal),
      `${template.name}.xlsx`,
    );
  return (
    <div
      {...frame}
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-input p-3.5 transition-colors',
        over && 'border-primary bg-primary-soft',
      )}
    >
      <Button onClick={() => void fetchTemplate()}>
        <Download aria-hidden />
        {template.label}
      </Button>
      <Button variant={tone} busy={reading} onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        {choose}
      </Button>
      <FileInput ref={input} aria-label={choose} accept=".xlsx,.csv" onFiles={take} />
      {children}
      <span role="status" className="num text-sm text-muted-foreground">
        {statusText}
      </span>
    </div>
  );
}
