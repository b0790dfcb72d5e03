import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { type DrawSetup, maxRotationStations } from '../../../../sync/contract/exams/station-draw.ts';
import { listTextLines } from '../../../lib/text-lines.ts';

/** A draw of stations and task sheets, with all the data that staff may see. */
export type StationDraw = CallOutput<(typeof examCalls)['getDraws']>['draws'][number];

/** Fields of the dialog that draws stations and task sheets, as typed. `stations` and `sheets` hold one name a line. */
export interface DrawInput {
  readonly mode: DrawSetup['mode'];
  readonly stations: string;
  readonly sheets: string;
  readonly firstRoundAfterMinutes: number;
  readonly roundMinutes: number;
  readonly changeMinutes: number;
}

/** Reason why a list of names is refused, with the value that the message shows. */
export type NameListProblem =
  | { readonly kind: 'needed' | 'tooLong' }
  | { readonly kind: 'twice'; readonly name: string }
  | { readonly kind: 'badCount'; readonly n: number };

function findProblem(names: readonly string[], atMost: number): NameListProblem | undefined {
  if (names.length === 0) return { kind: 'needed' };
  if (names.length > atMost) return { kind: 'badCount', n: atMost };
  if (names.some((name) => name.length > 60)) return { kind: 'tooLong' };
  const name = names.find((one, at) => names.indexOf(one) !== at);
  return name === undefined ? undefined : { kind: 'twice', name };
}

const isBetween = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;

/** Checks the input of a draw of stations and task sheets. Returns the problem of each field, and `setup`, which is undefined if a field is wrong. */
export function checkDrawInput(input: DrawInput) {
  const stations = listTextLines(input.stations);
  const sheets = listTextLines(input.sheets);
  const problems = {
    stations: findProblem(stations, input.mode === 'rotation' ? maxRotationStations : 100),
    sheets: findProblem(sheets, 100),
    firstRoundAfterMinutes: !isBetween(input.firstRoundAfterMinutes, 0, 720),
    roundMinutes: !isBetween(input.roundMinutes, 1, 720),
    changeMinutes: !isBetween(input.changeMinutes, 0, 120),
  };
  const isRight = Object.values(problems).every((each) => each === undefined || each === false);
  const { mode, firstRoundAfterMinutes, roundMinutes, changeMinutes } = input;
  const setup: DrawSetup | undefined = isRight
    ? { mode, stations, sheets, firstRoundAfterMinutes, roundMinutes, changeMinutes }
    : undefined;
  return { wrong: problems, setup };
}
