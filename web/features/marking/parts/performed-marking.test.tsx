import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import type { MarkingInput } from '../marking-input.ts';
import { PerformedMarking, PerformedSheet, SheetSignatureField } from './performed-marking.tsx';

const example = createExampleAnswer('/marking/getTask');
const task = { ...example, released: false, items: [], veto: [], figures: { ...example.figures, type: 6, points: 10 } };

/** Renders the signature field of a sheet with 8 points. The returned function gives the latest sheet. */
async function openField(more: Partial<MarkingInput> = {}, released = false) {
  // The signature box is 300 × 100 pixels on the screen, half of the 600 × 200 units in which strokes are stored.
  const size = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 100));
  onTestFinished(() => size.mockRestore());
  await i18n.load(['marking', 'ui']);
  let sheet: MarkingInput | undefined;
  function Field() {
    const [giving, setGiving] = useState<MarkingInput>({ points: [8], veto: [], comment: '', ...more });
    const give = (next: MarkingInput) => {
      sheet = next;
      setGiving(next);
    };
    return (
      <>
        <SheetSignatureField task={{ ...task, released }} markingInput={giving} onInputChange={give} />
        <button type="button" onClick={() => give({ ...giving, points: [7] })}>
          change
        </button>
      </>
    );
  }
  const page = await renderPage(<Field />);
  return { ...page, held: () => sheet };
}

function draw(pad: HTMLElement, ...points: [number, number][]) {
  const [[x, y] = [0, 0], ...rest] = points;
  fireEvent.pointerDown(pad, { clientX: x, clientY: y });
  for (const [clientX, clientY] of rest) fireEvent.pointerMove(pad, { clientX, clientY });
  fireEvent.pointerUp(pad);
}

it('stores the drawn strokes with the points that they sign', async () => {
  const { held } = await openField();
  const pad = screen.getByRole('img', { name: 'Sign here' });
  draw(pad, [10, 10], [11, 10], [50, 40]);
  draw(pad, [100, 20], [900, -5]);
  // In a drawn stroke, a step too small to see is left out, and a point beyond the box is moved to its edge.
  expect(held()?.signature).toMatchObject({
    strokes: [
      [20, 20, 100, 80],
      [200, 40, 600, 0],
    ],
    points: [8],
    veto: [],
  });
  expect(screen.getByText(/^Signed at/)).toBeDefined();
});

it('asks for a new signature after the points changed, and stores it', async () => {
  const { person, held } = await openField();
  draw(screen.getByRole('img', { name: 'Sign here' }), [10, 10], [50, 40]);
  await person.click(screen.getByRole('button', { name: 'change' }));
  expect(screen.getByText(/^The signature belongs to the earlier total of 8\./)).toBeDefined();
  expect(screen.getByRole('img', { name: 'Signature from before the change' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Sign again' }));
  draw(screen.getByRole('img', { name: 'Sign here' }), [20, 20], [60, 40]);
  expect(held()?.signature).toMatchObject({ points: [7] });
  expect(screen.queryByText(/^The signature belongs/)).toBeNull();
});

it('shows only one message if a required signature belongs to earlier points', async () => {
  const signature = { strokes: [[1, 1, 9, 9]], points: [9], veto: [], signedMs: 1 };
  await i18n.load(['marking', 'ui']);
  const giving: MarkingInput = { points: [8], veto: [], comment: '', signature };
  await renderPage(
    <SheetSignatureField task={{ ...task, signatureRequired: true }} markingInput={giving} isSought onInputChange={vi.fn()} />,
  );
  expect(screen.getByText(/^The signature belongs to the earlier total of 9\./)).toBeDefined();
  expect(screen.queryByText(/^This exam needs your signature/)).toBeNull();
});

it('labels submitted sheets without a signature for their points as not signed', async () => {
  startFakeServer();
  await i18n.load(['marking', 'ui', 'words']);
  const signature = { strokes: [[1, 1, 9, 9]], points: [8], veto: [], signedMs: 1 };
  const markerPoints = { points: [8], veto: [], comment: '' };
  const createPerson = (code: number, name: string, sheet: typeof markerPoints | null) => ({
    code,
    state: 'open' as const,
    total: sheet === null ? null : 8,
    markedMs: null,
    given: sheet,
    mean: null,
    person: { name, ticketNo: '20260001' },
  });
  const scripts = [
    createPerson(1, 'Unsigned', markerPoints),
    createPerson(2, 'Signed', { ...markerPoints, signature } as typeof markerPoints),
    createPerson(3, 'Changed', { ...markerPoints, points: [7], signature } as typeof markerPoints),
    createPerson(4, 'New', null),
  ];
  await renderPage(
    <PerformedMarking place={{ planId: 1, questionId: 2 }} task={{ ...task, scripts }} fromDevice={false} selection="all" />,
    {
      person: createSessionUser('marker'),
    },
  );
  const people = await screen.findByRole('list', { name: 'Examinees' });
  expect(screen.getByText('Choose an examinee above')).toBeDefined();
  const texts = within(people)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Unsigned 0001My marks 8 · Not signed',
    'Signed 0001My marks 8',
    'Changed 0001My marks 8 · Not signed',
    'New 0001Not marked',
  ]);
});

it('offers no signature once the scores are released', async () => {
  await openField({}, true);
  expect(screen.getByText('Not signed')).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
});

it('submits a sheet only with a signature for its points, if the exam requires one', async () => {
  const scrollIntoView = vi.fn();
  Object.assign(HTMLElement.prototype, { scrollIntoView });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'));
  await i18n.load(['marking', 'ui']);
  const person = {
    code: 1,
    state: 'open',
    total: null,
    markedMs: null,
    given: null,
    mean: null,
    person: { name: '王磊', ticketNo: '20260001' },
  } as const;
  const submitted: MarkingInput[] = [];
  function Sheet() {
    const [giving, setGiving] = useState<MarkingInput>({ points: [8], veto: [], comment: '' });
    return (
      <PerformedSheet
        task={{ ...task, signatureRequired: true }}
        person={person}
        markingInput={giving}
        onInputChange={setGiving}
        onSubmit={(given) => Promise.resolve(submitted.push(given) > 0)}
        onNext={undefined}
      />
    );
  }
  const page = await renderPage(<Sheet />);
  await page.person.click(screen.getByRole('button', { name: 'Submit' }));
  expect(screen.getByText('This exam needs your signature. Check the points and sign before you submit.')).toBeDefined();
  expect(scrollIntoView).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alertdialog')).toBeNull();

  draw(screen.getByRole('img', { name: 'Sign here' }), [10, 10], [50, 40]);
  expect(screen.queryByText(/^This exam needs your signature/)).toBeNull();
  await page.person.click(screen.getByRole('button', { name: 'Submit' }));
  await page.person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(submitted.map(({ signature }) => signature?.points)).toEqual([[8]]));
});
