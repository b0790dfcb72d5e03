import { lazy, Suspense } from 'react';
import type { RichTextEditorProps } from './rich-text-editor-props.ts';
import { Skeleton } from '../primitives/skeleton.tsx';

const Body = lazy(async () => ({ default: (await import('./rich-text-editor-body.tsx')).RichTextEditorBody }));

/** Renders a rich text editor of 300 px (specification section 9). Its code is a chunk of its own, loaded by the first page that shows an editor. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<Skeleton className="h-[300px] rounded-lg" />}>
      <Body {...props} />
    </Suspense>
  );
}
