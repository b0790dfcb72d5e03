import './lib/old-browsers.ts';
import { parsePlayerAddress } from '../sync/domain/exams/player-address.ts';
import { enterPlayer } from './app/player-entry.tsx';
import { startPage } from './app/start-page.tsx';

startPage(() => enterPlayer(parsePlayerAddress(location.pathname)));
