import { kioskScenarios } from './scenarios.ts';
import { standInBench } from './stand-in.ts';

kioskScenarios('the kiosk on the stand-in for Electron', () => standInBench(800, 480));
