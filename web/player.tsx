import './lib/old-browsers.ts';
import { parsePlayerAddress } from '../sync/domain/exams/player-address.ts';
import { enterPlayer } from './app/player-entry.tsx';
import { loadPlayerTexts } from './app/load-player-texts.ts';
import { startPage } from './app/start-page.tsx';
import { openDeviceAhead } from './platform/exam-device/device.ts';
import { appStore, sessionUserAtom } from './platform/session/session-atoms.ts';

if (appStore.get(sessionUserAtom) !== null) openDeviceAhead();

startPage(loadPlayerTexts, () => enterPlayer(parsePlayerAddress(location.pathname)));
