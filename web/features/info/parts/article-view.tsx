import { Paperclip } from 'lucide-react';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { infoCalls } from '../../../../sync/contract/learning/article.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { CachedPicture } from '../../../platform/offline-pages/cached-picture.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';

/** Content of an article as shown to readers below its heading. */
export type ArticleContent = Pick<CallOutput<typeof infoCalls.read>, 'cover' | 'body' | 'attachments'>;

export function ArticleView({ article }: { article: ArticleContent }) {
  const { t } = useTranslation('learning');
  return (
    <>
      <CachedPicture src={article.cover} className="max-h-80 w-full rounded-xl border object-cover" instead={null} />
      <div className="rounded-xl border bg-card px-6 py-5 text-[16px] leading-relaxed">
        <RichText html={article.body} />
      </div>
      {article.attachments.length > 0 && (
        <section>
          <h2 className="mb-1.5 text-sm font-semibold">{t('attachments')}</h2>
          <ul className="flex flex-col gap-1.5">
            {article.attachments.map((file) => (
              <li key={file.url}>
                <a
                  href={file.url}
                  download={file.name}
                  className="inline-flex items-center gap-2 text-sm text-primary underline-offset-4 hover:underline"
                >
                  <Paperclip aria-hidden className="size-4" />
                  {file.name}
                  <span className="num text-muted-foreground">{formatBytes(file.sizeBytes)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
