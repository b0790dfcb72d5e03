import type { CallOutput } from '../../../sync/contract/call.ts';
import type { ScanState } from '../../../sync/contract/marking/card.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import { useCall } from '../../platform/api/call-query.ts';

export type CardScans = CallOutput<CallOfPath<'/card/getScans'>>;
export type CardScan = CardScans['scans'][number];
export type OpenedScan = CallOutput<CallOfPath<'/card/getScan'>>;

const askEveryMs = 1500;

/** Reads the state of every scanned picture and every card of a plan; polls while a job reads pictures. */
export const useCardScans = (planId: number) =>
  useCall('/card/getScans', { planId }, { refetchInterval: ({ state }) => (state.data?.reading ? askEveryMs : false) });

/**
 * Reads one scanned picture with the rows of bubbles that a person must decide. `named`: the page that a person named for a picture the program could
 * not read.
 */
export const useCardScan = (planId: number, scanId: number, named: { readonly ticketNo: string; readonly page: number } | undefined) =>
  useCall('/card/getScan', { planId, scanId, ...named }, { quiet: true, retry: false });

const forPerson: readonly ScanState[] = ['doubtful', 'unreadable', 'twice', 'later', 'foreign'];
/** True if a person has to look at a picture and decide. */
export const isForPerson = ({ state }: Pick<CardScan, 'state'>): boolean => forPerson.includes(state);

export const getCardScansPath = (planId: number): string => `/marker/examtest/cards/${planId}`;
export const getCardScanPath = (planId: number, scanId: number): string => `/marker/examtest/card/${planId}/${scanId}`;
