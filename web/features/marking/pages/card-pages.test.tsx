import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import type { CardScan, CardScans, OpenedScan } from '../card-queries.ts';
import { CardReviewPage } from './card-review-page.tsx';
import { CardScansPage } from './card-scans-page.tsx';

const marker = createSessionUser('marker');
const scan = (scanId: number, state: CardScan['state'], more: Partial<CardScan> = {}): CardScan => ({
  scanId,
  fileName: `scan${scanId}.png`,
  uploadedMs: 0,
  state,
  reason: null,
  ticketNo: '20260001',
  page: 1,
  open: 0,
  ...more,
});
const plan: CardScans = {
  planId: 1,
  name: 'Spring exam',
  released: false,
  reading: false,
  writtenPoints: 0,
  scans: [],
  cards: [],
  withoutCard: [],
};
const row = (label: string, options: string, many = false): OpenedScan['rows'][number] => ({
  label,
  many,
  bubbles: [...options].map((option, at) => ({ option, xMm: 40 + 7 * at, yMm: 60 })),
});

async function openList(data: Partial<CardScans>) {
  await i18n.load(['cards', 'words', 'ui']);
  const server = startFakeServer();
  server.answer('/card/getScans', { ...plan, ...data });
  return {
    server,
    ...(await renderPage(<CardScansPage />, { at: '/marker/examtest/cards/1', path: '/marker/examtest/cards/:id', person: marker })),
  };
}

describe('page of scanned cards', () => {
  it('lists every picture with its state, and links to those that need a decision', async () => {
    await openList({
      scans: [
        scan(1, 'read'),
        scan(2, 'doubtful', { open: 2 }),
        scan(3, 'unreadable', { reason: 'bent', ticketNo: '', page: null }),
        scan(4, 'foreign', { reason: 'otherPlan', ticketNo: '', page: null }),
        scan(5, 'twice'),
        scan(6, 'related', { ticketNo: '', page: null }),
        scan(7, 'setAside'),
      ],
      cards: [{ ticketNo: '20260001', state: 'incomplete', missing: [2], toGive: 0 }],
      withoutCard: ['20260009'],
    });
    const rows = within(await screen.findByRole('table', { name: 'Pictures' }))
      .getAllByRole('row')
      .slice(1);
    const words = [
      'Read',
      '2 rows to decide',
      'Not flat, or cut off',
      'A card of another exam',
      'Same page twice',
      'Related to you',
      'Set aside',
    ];
    for (const [at, word] of words.entries()) expect(rows[at]?.textContent).toContain(word);
    expect(
      within(rows[1] as HTMLElement)
        .getByRole('link', { name: /^Decide/ })
        .getAttribute('href'),
    ).toBe('/marker/examtest/card/1/2');
    expect(within(rows[5] as HTMLElement).queryByRole('link')).toBeNull();
    expect(screen.getByText('Page 2 missing')).toBeDefined();
    expect(screen.getByText('20260009')).toBeDefined();
  });

  it('sets several pictures that are not cards aside together, but no card', async () => {
    const { server, person } = await openList({ scans: [scan(1, 'foreign'), scan(2, 'doubtful'), scan(3, 'unreadable')] });
    server.answer('/card/decide', { state: 'setAside', entered: 0 });
    await screen.findByRole('table', { name: 'Pictures' });
    for (const name of ['scan1.png', 'scan2.png', 'scan3.png'])
      await person.click(screen.getByRole('checkbox', { name: new RegExp(name) }));
    await person.click(screen.getByRole('button', { name: 'Set 2 pictures aside that are no cards' }));
    await waitFor(() => expect(server.sentTo('/card/decide')).toHaveLength(2));
    expect(server.sentTo('/card/decide')).toMatchObject([
      { input: { planId: 1, scanId: 1, decision: { kind: 'setAside' } } },
      { input: { planId: 1, scanId: 3, decision: { kind: 'setAside' } } },
    ]);
    await waitFor(() => expect(server.unanswered()).toBe(0));
  });

  it('refuses files that are not pictures, without sending them', async () => {
    const { server, container } = await openList({});
    await screen.findByText('No cards uploaded yet');
    const input = container.querySelector('input[type=file]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [new File(['x'], 'points.docx')] } });
    expect((await screen.findByRole('alert')).textContent).toContain('points.docx: Not a PNG, JPEG or PDF file');
    expect(server.sentTo('/card/addScans')).toEqual([]);
  });

  it('reports unread pictures, and has them read at a press', async () => {
    const { server, person } = await openList({ scans: [scan(1, 'waits'), scan(2, 'read')] });
    server.answer('/card/addScans', { added: 0, known: [] });
    expect(await screen.findByText('1 picture was not read: scan1.png')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Read the rest' }));
    await waitFor(() => expect(server.sentTo('/card/addScans')).toMatchObject([{ input: { planId: 1, urls: [] } }]));
    await waitFor(() => expect(server.unanswered()).toBe(0));
  });

  it('enters cards with the points of their written questions', async () => {
    const { server, person } = await openList({
      writtenPoints: 20,
      cards: [
        { ticketNo: '20260001', state: 'ready', missing: [], toGive: 20 },
        { ticketNo: '20260002', state: 'ready', missing: [], toGive: 20 },
        { ticketNo: '20260003', state: 'ready', missing: [], toGive: 0 },
        { ticketNo: '20260004', state: 'marking', missing: [], toGive: 0 },
      ],
    });
    server.answer('/card/enter', { entered: 1 });
    await person.type(await screen.findByRole('textbox', { name: 'Points of the other questions of 20260001' }), '12.5');
    await person.type(screen.getByRole('textbox', { name: 'Points of the other questions of 20260002' }), '21');
    expect(screen.getByText('Boxes to mark')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Enter 2 cards' }));
    await waitFor(() => expect(server.sentTo('/card/enter')).toHaveLength(1));
    expect(server.sentTo('/card/enter')).toMatchObject([
      {
        input: {
          planId: 1,
          rows: [
            { ticketNo: '20260001', writtenPoints: 12.5 },
            { ticketNo: '20260003', writtenPoints: 0 },
          ],
        },
      },
    ]);
    await waitFor(() => expect(server.unanswered()).toBe(0));
  });
});

async function openReview(opened: Partial<OpenedScan>, scans: CardScan[] = []) {
  await i18n.load(['cards', 'words', 'ui']);
  const server = startFakeServer();
  server.answer('/card/getScans', { ...plan, scans });
  const example = createExampleAnswer('/card/getScan');
  const corners = [
    { x: 72, y: 68 },
    { x: 768, y: 68 },
    { x: 768, y: 1104 },
    { x: 72, y: 1104 },
  ];
  const one = {
    ...example,
    entered: false,
    planId: 1,
    scanId: 2,
    fileName: 'scan2.png',
    url: '/uploads/a.png',
    state: 'doubtful',
    corners,
  } as const;
  server.answer('/card/getScan', { ...one, ticketNo: '20260001', page: 1, pages: 1, twins: [], ...opened });
  server.answer('/card/decide', { state: 'read', entered: 1 });
  const page = await renderPage(<CardReviewPage />, {
    at: '/marker/examtest/card/1/2',
    path: '/marker/examtest/card/:id/:scan',
    person: marker,
  });
  return { server, ...page };
}

describe('review page of one scanned card', () => {
  it('can be used with the keyboard alone, and goes on to the next picture', async () => {
    const rows = [row('1', 'ABCD'), row('7', 'ABC', true), row('9', '√×'), row('12', 'ABCD')];
    const { server, person, router } = await openReview({ rows }, [scan(2, 'doubtful'), scan(5, 'unreadable')]);
    const [first] = within(await screen.findByRole('group', { name: 'Row 1' })).getAllByRole('button');
    expect(screen.getByRole('img', { name: 'Row 1 enlarged' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    first?.focus();
    // A single choice moves to the next row; a row that may have several answers keeps the focus.
    await person.keyboard('bac{ArrowDown}f0');
    expect(screen.getByText('0 rows left')).toBeDefined();
    await person.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.sentTo('/card/decide')).toHaveLength(1));
    expect(server.sentTo('/card/decide')).toMatchObject([
      {
        input: {
          planId: 1,
          scanId: 2,
          decision: {
            kind: 'rows',
            ticketNo: '20260001',
            page: 1,
            rows: [
              { label: '1', marked: ['B'] },
              { label: '7', marked: ['A', 'C'] },
              { label: '9', marked: ['×'] },
              { label: '12', marked: [] },
            ],
          },
        },
      },
    ]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/marker/examtest/card/1/5'));
  });

  it('asks before the page is left with unsaved rows', async () => {
    const { person, router } = await openReview({ rows: [row('1', 'ABCD'), row('7', 'ABC')] }, [scan(2, 'doubtful')]);
    await person.click(within(await screen.findByRole('group', { name: 'Row 1' })).getByRole('button', { name: 'C' }));
    await person.click(screen.getByRole('link', { name: 'Back to the pictures' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(within(dialog).getByText('The 1 decided row is lost.')).toBeDefined();
    expect(router.state.location.pathname).toBe('/marker/examtest/card/1/2');
  });

  it('shows what another person decided meanwhile', async () => {
    const { server, person, router } = await openReview({ rows: [row('1', 'ABCD')] }, [scan(2, 'doubtful')]);
    await person.click(within(await screen.findByRole('group', { name: 'Row 1' })).getByRole('button', { name: 'C' }));
    server.refuse('/card/decide', 'refused', 'Another person has already handled this picture');
    server.answer('/card/getScan', { ...createExampleAnswer('/card/getScan'), planId: 1, scanId: 2, state: 'read', rows: [], twins: [] });
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This picture has no row to decide')).toBeDefined();
    await waitFor(() => expect(server.unanswered()).toBe(0));
    await person.click(screen.getByRole('link', { name: 'Back to the pictures' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/marker/examtest/cards/1'));
  });

  it('asks for the ticket number of an unreadable picture before it shows rows', async () => {
    const unreadable: Partial<OpenedScan> = { state: 'unreadable', reason: 'bent', ticketNo: '', page: null, corners: [], rows: [] };
    const { server, person } = await openReview(unreadable);
    await person.type(await screen.findByRole('textbox', { name: 'Ticket number' }), '20260003');
    server.answer('/card/getScan', {
      ...createExampleAnswer('/card/getScan'),
      ...unreadable,
      planId: 1,
      scanId: 2,
      ticketNo: '20260003',
      page: 1,
      rows: [row('1', 'ABC')],
    });
    await person.click(screen.getByRole('button', { name: 'Show the rows' }));
    expect(await screen.findByRole('group', { name: 'Row 1' })).toBeDefined();
    expect(server.sentTo('/card/getScan').at(-1)).toMatchObject({ input: { ticketNo: '20260003', page: 1 } });
    await person.click(screen.getByRole('button', { name: 'C' }));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sentTo('/card/decide')).toHaveLength(1));
    await waitFor(() => expect(server.unanswered()).toBe(0));
  });

  const twin = { scanId: 1, fileName: 'scan1.png', url: '/uploads/b.png', entered: true };

  it('shows the entered picture beside a later scan, and asks before it corrects the entry', async () => {
    const { server, person, router } = await openReview({ state: 'later', rows: [], twins: [twin] }, [scan(1, 'read'), scan(2, 'later')]);
    expect(await screen.findByRole('img', { name: 'Picture scan1.png' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Correct by this picture' }));
    expect(server.sentTo('/card/decide')).toEqual([]);
    await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Correct by this picture' }));
    await waitFor(() => expect(server.sentTo('/card/decide')).toMatchObject([{ input: { scanId: 2, decision: { kind: 'correct' } } }]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/marker/examtest/cards/1'));
    await waitFor(() => expect(server.unanswered()).toBe(0));
  });

  it('keeps the entry if the later picture is set aside', async () => {
    const { server, person } = await openReview({ state: 'later', rows: [], twins: [twin] }, [scan(1, 'read'), scan(2, 'later')]);
    await person.click(await screen.findByRole('button', { name: 'Keep the entry' }));
    await waitFor(() => expect(server.sentTo('/card/decide')).toMatchObject([{ input: { decision: { kind: 'setAside' } } }]));
    await waitFor(() => expect(server.unanswered()).toBe(0));
  });

  it('sets a picture aside', async () => {
    const { server, person, router } = await openReview({ state: 'twice', rows: [] }, [scan(2, 'twice')]);
    await person.click(await screen.findByRole('button', { name: 'Set this picture aside' }));
    await waitFor(() => expect(server.sentTo('/card/decide')).toMatchObject([{ input: { decision: { kind: 'setAside' } } }]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/marker/examtest/cards/1'));
  });
});
