import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, NavLink, useLocation, useParams } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { LanguageLink } from '../../../ui/language-link.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { formatCssString, formatPageNumberContent } from '../../../ui/print/print-layout.tsx';
import { WenkaoSeal } from '../../../ui/print/wenkao-seal.tsx';
import type { Guide, GuideCase, GuideSection, GuideText, GuidePicture } from '../guide.ts';
import { guides } from '../guides/all-guides.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';

/** Pages /help and /help/{guide}: the guides, for everyone. They make no calls, so they open without a network and without a session. */
export function GuidePage() {
  const { id } = useParams();
  const guide = guides.find((each) => each.id === id);
  if (id !== undefined && guide === undefined) return <Navigate to="/404" replace />;
  return (
    <div className="flex min-h-dvh flex-col print:block">
      <Head printable={guide !== undefined} />
      {guide === undefined ? <Overview /> : <GuideView guide={guide} key={guide.id} />}
    </div>
  );
}

function Head({ printable }: { printable: boolean }) {
  const { t } = useTranslation('help');
  const { t: ui } = useTranslation('ui');
  const pick = usePickText();
  return (
    <header className="sticky top-0 z-10 border-b bg-card print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-5 max-sm:px-3">
        <Link to="/help" className="flex items-center gap-2.5 py-3 font-semibold">
          <WenkaoSeal />
          {t('title')}
        </Link>
        <nav aria-label={t('guides')} className="scroll-slim flex min-w-0 gap-5 overflow-x-auto max-lg:order-1 max-lg:w-full">
          {guides.map((guide) => (
            <NavLink
              key={guide.id}
              to={`/help/${guide.id}`}
              className={({ isActive }) =>
                cn(
                  'border-b-2 py-3 text-sm whitespace-nowrap focus-visible:-outline-offset-3',
                  isActive ? 'border-primary font-semibold' : 'border-transparent text-muted-foreground hover:text-foreground',
                )
              }
            >
              {pick(guide.readers)}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-4 text-sm">
          <LanguageLink className="text-primary" />
          {printable && (
            <Button size="sm" onClick={() => window.print()}>
              <Printer aria-hidden />
              {ui('printNow')}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

function Overview() {
  const { t } = useTranslation('help');
  const pick = usePickText();
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-5 py-8 max-sm:px-3">
      <h1 className="text-2xl font-[650]">{t('title')}</h1>
      <p className="mt-1 text-muted-foreground">{t('choose')}</p>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {guides.map((guide) => (
          <li key={guide.id}>
            <Link to={`/help/${guide.id}`} className="flex h-full flex-col gap-2 rounded-xl border bg-card p-5 hover:border-primary">
              <span className="text-base font-semibold">{pick(guide.title)}</span>
              <span className="text-[13px] text-muted-foreground">
                <GuideSentence text={guide.lead} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** Placeholders for the page number and the number of pages in the translated text; CSS counters of the print replace them. */
const pageMark = '\u0001';
const pagesMark = '\u0002';

function GuideView({ guide }: { guide: Guide }) {
  const { t } = useTranslation('help');
  const { t: ui } = useTranslation('ui');
  const pick = usePickText();
  const { hash } = useLocation();
  useEffect(() => {
    // In the next frame, because the page frame scrolls to the top after a navigation.
    const frame = requestAnimationFrame(() => {
      if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [hash]);
  const numbers = formatPageNumberContent(ui('printPageOf', { page: pageMark, pages: pagesMark }), pageMark, pagesMark);
  return (
    <div className="mx-auto grid w-full max-w-6xl items-start gap-x-12 gap-y-6 px-5 py-8 max-sm:px-3 lg:grid-cols-[200px_minmax(0,1fr)] print:block print:max-w-none print:p-0 print:text-black">
      <style>{`@page { size: A4; margin: 11mm 14mm 14mm;
        @bottom-left { content: ${formatCssString(pick(guide.title))}; font-size: 8pt; }
        @bottom-right { content: ${numbers}; font-size: 8pt; } }`}</style>
      <nav aria-label={t('contents')} className="sticky top-20 max-lg:static print:hidden">
        <p className="mb-1.5 text-[13px] font-semibold text-muted-foreground">{t('contents')}</p>
        <ul className="flex flex-col border-l max-lg:flex-row max-lg:flex-wrap max-lg:gap-x-1 max-lg:border-l-0">
          {guide.sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="block py-1 pl-3.5 text-[13px] hover:text-primary hover:underline underline-offset-4 max-lg:py-2.5 max-lg:pr-3 max-lg:pl-0 max-lg:text-sm"
              >
                {pick(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main
        id="main"
        className="flex max-w-[760px] flex-col gap-8 text-[15px] leading-relaxed print:max-w-none print:gap-2.5 print:text-[10pt] print:leading-[1.4]"
      >
        <header className="flex flex-col gap-2 print:gap-0.5">
          <h1 className="text-[26px] leading-tight font-[650] print:text-[18pt]">{pick(guide.title)}</h1>
          <p className="text-muted-foreground print:text-inherit">
            <GuideSentence text={guide.lead} />
          </p>
        </header>
        {guide.sections.map((section) => (
          <GuideSectionView key={section.id} section={section} />
        ))}
      </main>
    </div>
  );
}

/** Shows a picture of the product. Pictures are not stored for use without a network: then the guide is its text alone. */
function GuidePictureView({ picture: { src, width, height, shows } }: { picture: GuidePicture }) {
  const { i18n } = useTranslation('help');
  const pick = usePickText();
  const [isMissing, setMissing] = useState(false);
  // The pictures show the product in Chinese.
  if (isMissing || i18n.language !== 'zh-CN') return null;
  return (
    <figure className="flex break-inside-avoid flex-col gap-1.5 print:items-center print:gap-1">
      <img
        src={src}
        width={width}
        height={height}
        alt={pick(shows)}
        onError={() => setMissing(true)}
        className="h-auto max-h-[420px] w-auto max-w-full self-start rounded-lg border print:max-h-[50mm] print:self-center print:rounded-none"
      />
      <figcaption className="text-[13px] text-muted-foreground print:text-[9pt] print:text-inherit">{pick(shows)}</figcaption>
    </figure>
  );
}

/** Renders a sentence with its marks: `[name]` of the product, and commands between backticks. */
function GuideSentence({ text }: { text: GuideText }) {
  const pick = usePickText();
  const parts = pick(text).split(/(\[[^\]]+\]|`[^`]+`)/);
  return parts.map((part, at) => {
    const inner = part.slice(1, -1);
    if (part.startsWith('[')) {
      return (
        <b
          key={`${at}${part}`}
          className="rounded-sm border bg-muted px-1 font-medium whitespace-nowrap print:border-0 print:bg-transparent print:px-0 print:font-semibold"
        >
          {inner}
        </b>
      );
    }
    if (part.startsWith('`')) {
      return (
        <code
          key={`${at}${part}`}
          className="rounded-sm bg-muted px-1 font-mono text-[0.92em] wrap-break-word print:bg-transparent print:px-0"
        >
          {inner}
        </code>
      );
    }
    return part;
  });
}

function Steps({ steps }: { steps: readonly GuideText[] }) {
  return (
    <ol className="flex flex-col gap-2.5 print:gap-1">
      {steps.map((step, at) => (
        <li key={step[0]} className="grid grid-cols-[1.75rem_1fr] break-inside-avoid print:grid-cols-[1.4rem_1fr]">
          <span aria-hidden className="num font-semibold text-primary">
            {at + 1}
          </span>
          <p>
            <GuideSentence text={step} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Lists situations with their remedies in two columns; one below the other on a narrow screen. */
function Cases({ cases }: { cases: readonly GuideCase[] }) {
  return (
    <dl className="overflow-hidden rounded-lg border print:rounded-none print:border-0 print:border-b">
      {cases.map(({ when, remedies }) => (
        <div
          key={when[0]}
          className="grid break-inside-avoid gap-x-4 gap-y-1 border-b px-3.5 py-2.5 last:border-b-0 sm:grid-cols-[10.5rem_1fr] print:grid-cols-[9.5rem_1fr] print:px-0 print:py-1"
        >
          <dt className="font-medium">
            <GuideSentence text={when} />
          </dt>
          <dd className="flex flex-col gap-1 print:gap-0.5">
            {remedies.map((text) => (
              <p key={text[0]}>
                <GuideSentence text={text} />
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders one section of a guide: a lead, numbered steps, situations with remedies, cautions. */
function GuideSectionView({ section }: { section: GuideSection }) {
  const pick = usePickText();
  const { id, title, lead, steps, cases, cautions, picture, newPage } = section;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cn('flex scroll-mt-20 flex-col gap-3 print:gap-1', newPage && 'print:break-before-page')}
    >
      <h2 id={`${id}-title`} className="break-after-avoid border-b pb-1.5 text-lg font-[650] print:pb-0.5 print:text-[12pt]">
        {pick(title)}
      </h2>
      {lead && (
        <p className="text-muted-foreground print:text-inherit">
          <GuideSentence text={lead} />
        </p>
      )}
      {steps && <Steps steps={steps} />}
      {cases && <Cases cases={cases} />}
      {picture && <GuidePictureView picture={picture} />}
      {cautions?.map((caution) => (
        <Strip key={caution[0]} tone="kept" className="text-[length:inherit] print:border print:border-current print:px-2 print:py-1">
          <GuideSentence text={caution} />
        </Strip>
      ))}
    </section>
  );
}

/** Returns the function that picks the text of the current language. */
function usePickText(): (text: GuideText) => string {
  const { i18n } = useTranslation('help');
  return ([chinese, english]) => (i18n.language === 'en' ? english : chinese);
}
