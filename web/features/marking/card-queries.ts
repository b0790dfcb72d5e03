import type { CallOutput } from '../../../sync/contract/call.ts';
import type { ScanState } from '../../../sync/contract/marking/card.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { useCall } from '../../platform/api/call-query.ts';

export type CardScans = CallOutput<CallOfPath<'/card/getScans'>>;
export type CardScan = CardScans['scans'][number];
export type OpenedScan = CallOutput<CallOfPath<'/card/getScan'>>;

const askEveryMs = 1500;

/** Reads what became of the pictures of a plan; asks again while a job reads some. */
export const useCardScans = (planId: number) =>
  useCall('/card/getScans', { planId }, { refetchInterval: ({ state }) => (state.data?.reading ? askEveryMs : false) });

/** Reads one picture with its open rows. `named`: page that a person named on an unreadable picture. */
export const useCardScan = (planId: number, scanId: number, named: { readonly ticketNo: string; readonly page: number } | undefined) =>
  useCall('/card/getScan', { planId, scanId, ...named }, { quiet: true, retry: false });

const forPerson: readonly ScanState[] = ['doubtful', 'unreadable', 'twice', 'later', 'foreign'];
/** Tells whether a person has to look at a picture. */
export const isForPerson = ({ state }: Pick<CardScan, 'state'>): boolean => forPerson.includes(state);

export const getCardScansPath = (planId: number): string => `/marker/examtest/cards/${planId}`;
export const getCardScanPath = (planId: number, scanId: number): string => `/marker/examtest/card/${planId}/${scanId}`;
