import { toMatchText } from '../../../../sync/domain/plain-text.ts';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { SearchInput } from '../../../ui/primitives/search-input.tsx';

/** Ignore line breaks and spaces: a PDF's text layer splits words at arbitrary places. */
const alike = (text: string): string => toMatchText(text).replaceAll(/\s+/g, '').toLowerCase();

/** Returns the normalized text of a page; empty if the page has no text layer. */
async function textOf(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page + 1)).getTextContent();
  return alike(items.map((item) => ('str' in item ? item.str : '')).join(''));
}

/** Finds the pages that contain a word and steps through them. */
export function PdfFind({ pdf, onGo }: { pdf: PDFDocumentProxy; onGo: (page: number) => void }) {
  const { t } = useTranslation('learning');
  const [keyword, setKeyword] = useState('');
  const [found, setFound] = useState<{ readonly pages: readonly number[]; readonly at: number } | null>(null);
  const texts = useRef(new Map<number, string>());
  const asked = useRef('');
  const find = async (word: string): Promise<void> => {
    setKeyword(word);
    asked.current = word;
    setFound(null);
    if (alike(word) === '') return;
    const pages: number[] = [];
    for (let page = 0; page < pdf.numPages; page += 1) {
      const text = texts.current.get(page) ?? (await textOf(pdf, page));
      texts.current.set(page, text);
      if (asked.current !== word) return;
      if (text.includes(alike(word))) pages.push(page);
    }
    setFound({ pages, at: 0 });
    if (pages[0] !== undefined) onGo(pages[0]);
  };
  const next = (): void => {
    if (found === null || found.pages.length === 0) return;
    const at = (found.at + 1) % found.pages.length;
    setFound({ ...found, at });
    onGo(found.pages[at] ?? 0);
  };
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <SearchInput value={keyword} onChange={(word) => void find(word)} placeholder={t('findInPdf')} className="w-64" />
      <span role="status" className="num text-[13px] text-muted-foreground">
        {found !== null && (found.pages.length === 0 ? t('foundNone') : t('foundIn', { at: found.at + 1, count: found.pages.length }))}
      </span>
      {found !== null && found.pages.length > 1 && (
        <Button size="sm" repeats onClick={next}>
          {t('findNext')}
        </Button>
      )}
    </div>
  );
}
