import { z } from 'zod';
import { Anomaly, LabelCorrected, LabelResult, Labels, LabelUndone, MaybePrecipitation } from './conditions.ts';
import { busy, endpoint, invalid } from './endpoint.ts';
import { upkeepEndpoints } from './endpoints-upkeep.ts';
import { Events } from './events.ts';
import {
  Chance,
  ForecastBundle,
  IssuedForecast,
  Outlook,
  Scorecard,
  SkillHistory,
  Tonight,
  TrainResult,
  VerifyResult,
} from './forecast.ts';
import { Daily, History, Records, SomeRange, Storage } from './history.ts';
import { HomeAssistantForecast } from './home-assistant.ts';
import {
  CalibrateHumidityResult,
  CalibrateResult,
  CalibrationUndone,
  HumidityReset,
  Methods,
  Models,
  Nerd,
  RecomputeResult,
  ThermalReset,
} from './models.ts';
import { Note, NoteRemoved, Notes } from './notes.ts';
import { MonthReport } from './report.ts';
import {
  CalibrateBody,
  CalibrateHumidityBody,
  ChanceQuery,
  ChangeNoteBody,
  CorrectLabelBody,
  DailyQuery,
  EventsQuery,
  ExportQuery,
  ForecastQuery,
  HistoryQuery,
  IssuedQuery,
  LabelBody,
  LabelId,
  LabelsQuery,
  NoteBody,
  NotesQuery,
  RangeQuery,
  ReportQuery,
  SkillQuery,
  TargetQuery,
  TrainQuery,
  UndoCalibrationBody,
  WordedQuery,
  WordedReportQuery,
  WordedTargetQuery,
} from './requests.ts';
import { Alive, DisplayPreview, Ready, Status, StreamMessage } from './status.ts';
import { Telemetry } from './telemetry.ts';

const window = { 422: 'neither hours nor both start and end, or an end that is not after its start' };
const open = { needsStation: false };

/** Every route there is, in the order of the specification and then our own. */
export const endpoints = {
  telemetry: endpoint('get', '/api/telemetry', 'The newest record of everything measured and derived', Telemetry),
  history: endpoint('get', '/api/history', 'Stored samples of the last hours, thinned', History, {
    query: HistoryQuery,
    refusals: invalid,
  }),
  range: endpoint('get', '/api/history/range', 'Any window, aggregated into buckets', SomeRange, {
    query: RangeQuery,
    refusals: { 422: `${window[422]}, or a window wider than 366 days` },
  }),
  daily: endpoint('get', '/api/history/daily', 'One row per local day, newest first', Daily, {
    query: DailyQuery,
    refusals: invalid,
  }),
  records: endpoint('get', '/api/records', 'All-time extremes and when they happened', Records),
  storage: endpoint('get', '/api/storage', 'What is stored at which resolution, and the policy', Storage),
  report: endpoint(
    'get',
    '/api/report',
    'A month day by day, in sums and extremes, beside a year before',
    MonthReport,
    {
      query: ReportQuery,
      refusals: invalid,
    },
  ),
  reportText: endpoint('get', '/api/report.txt', 'The same as a table of plain text, to print', z.string(), {
    worded: true,
    query: WordedReportQuery,
    media: 'text/plain',
    refusals: invalid,
  }),
  reportCsv: endpoint('get', '/api/report.csv', 'The same as a file for a spreadsheet', z.string(), {
    query: ReportQuery,
    media: 'text/csv',
    refusals: invalid,
  }),
  exportCsv: endpoint('get', '/api/export.csv', 'Stored rows of a window as CSV', z.string(), {
    query: ExportQuery,
    media: 'text/csv',
    refusals: { ...window, 429: 'too many exports in a short time' },
  }),
  methods: endpoint('get', '/api/methods', 'How the numbers are made, from the running configuration', Methods, {
    worded: true,
    query: WordedQuery,
    refusals: invalid,
  }),
  forecast: endpoint('get', '/api/forecast', 'The next 24 hours with calibrated intervals', ForecastBundle, {
    query: ForecastQuery,
    refusals: { 404: 'an unknown target', ...invalid },
  }),
  outlook: endpoint('get', '/api/outlook', 'Days 2 to 7 from climatology', Outlook, {
    worded: true,
    query: WordedTargetQuery,
    refusals: { 404: 'an unknown target', ...invalid },
  }),
  precipitation: endpoint('get', '/api/precipitation', 'Chance of rain, and how far to trust it', MaybePrecipitation),
  anomaly: endpoint('get', '/api/anomaly', 'Novelty, drift and the health of each sensor', Anomaly, {
    worded: true,
    query: WordedQuery,
    refusals: invalid,
  }),
  models: endpoint('get', '/api/models', 'State of the learned models', Models),
  nerd: endpoint('get', '/api/nerd', 'Every internal number', Nerd),
  scorecard: endpoint('get', '/api/scorecard', 'How forecasts did against persistence', Scorecard, {
    query: TargetQuery,
    refusals: { 404: 'an unknown target', ...invalid },
  }),
  issued: endpoint('get', '/api/forecast/issued', 'What was forecast at a moment of the last 30 days', IssuedForecast, {
    query: IssuedQuery,
    refusals: { 404: 'an unknown target', ...invalid },
  }),
  chance: endpoint('get', '/api/forecast/chance', 'How likely a value is passed within the next 24 hours', Chance, {
    query: ChanceQuery,
    refusals: { 404: 'an unknown target', ...invalid },
  }),
  tonight: endpoint(
    'get',
    '/api/forecast/tonight',
    'The low of the night, the high of the day, the chance of frost',
    Tonight,
  ),
  skill: endpoint('get', '/api/scorecard/history', 'How one forecast did, by day or by month', SkillHistory, {
    query: SkillQuery,
    refusals: { 404: 'an unknown target', ...invalid },
  }),
  verify: endpoint('post', '/api/verify', 'Score the forecasts that have matured', VerifyResult, { refusals: invalid }),
  train: endpoint('post', '/api/train', 'Rebuild the models from history', TrainResult, {
    query: TrainQuery,
    refusals: { ...busy('training'), ...invalid },
  }),
  label: endpoint('post', '/api/label', 'Tell the station what you see', LabelResult, {
    body: LabelBody,
    refusals: invalid,
  }),
  undoLabel: endpoint('delete', '/api/label/:id', 'Take a label back, with everything learned from it', LabelUndone, {
    params: LabelId,
    refusals: { 404: 'no such label', ...invalid },
  }),
  labels: endpoint('get', '/api/labels', 'What somebody said they saw, newest observation first', Labels, {
    query: LabelsQuery,
    refusals: invalid,
  }),
  correctLabel: endpoint('patch', '/api/label/:id', 'Set a label right, and what was learned from it', LabelCorrected, {
    params: LabelId,
    body: CorrectLabelBody,
    refusals: { 404: 'no such label', ...invalid },
  }),
  notes: endpoint('get', '/api/notes', 'Notes on the history, newest moment first', Notes, {
    query: NotesQuery,
    refusals: { 422: `${invalid[422]}, or an end that is not after its start` },
  }),
  writeNote: endpoint('post', '/api/notes', 'Write a note beside a moment of the history', Note, {
    body: NoteBody,
    refusals: invalid,
  }),
  changeNote: endpoint('patch', '/api/notes/:id', 'Other words, or another moment, for a note', Note, {
    params: LabelId,
    body: ChangeNoteBody,
    refusals: { 404: 'no such note', ...invalid },
  }),
  removeNote: endpoint('delete', '/api/notes/:id', 'Delete a note', NoteRemoved, {
    params: LabelId,
    refusals: { 404: 'no such note', ...invalid },
  }),
  calibrate: endpoint(
    'post',
    '/api/calibrate',
    'Teach the CPU-heat compensation, or reset it',
    z.union([CalibrateResult, ThermalReset]),
    { body: CalibrateBody, refusals: { 409: 'nothing can be learned now', ...invalid } },
  ),
  calibrateHumidity: endpoint(
    'post',
    '/api/calibrate/humidity',
    'Teach the humidity offset, or reset it',
    z.union([CalibrateHumidityResult, HumidityReset]),
    { body: CalibrateHumidityBody, refusals: { 409: 'nothing can be learned now', ...invalid } },
  ),
  undoCalibration: endpoint(
    'post',
    '/api/calibrate/undo',
    'Take the newest reference back; those before it still count',
    CalibrationUndone,
    { body: UndoCalibrationBody, refusals: { 409: 'there is no reference to undo', ...invalid } },
  ),
  recompute: endpoint('post', '/api/recompute', 'Re-derive the history from its raw values', RecomputeResult, {
    refusals: { ...busy('recompute'), ...invalid },
  }),
  status: endpoint('get', '/api/status', 'The station itself: age, jobs, probe, site, latest events', Status, {
    worded: true,
    query: WordedQuery,
    refusals: invalid,
  }),
  events: endpoint('get', '/api/events', 'What happened, newest first; of any stretch of time, page by page', Events, {
    worded: true,
    query: EventsQuery,
    refusals: { 422: `${invalid[422]}, or an end that is not after its start` },
  }),
  stream: endpoint('get', '/api/stream', 'Server-sent events: a message at once, then every 2 s', StreamMessage, {
    media: 'text/event-stream',
    refusals: { 503: 'too many live streams are open' },
  }),
  display: endpoint('get', '/api/display', 'What the LED matrix shows', DisplayPreview, {
    refusals: { 404: 'the display is switched off' },
  }),
  homeAssistant: endpoint(
    'get',
    '/api/forecast/homeassistant',
    "The forecasts with the keys of Home Assistant's weather entities",
    HomeAssistantForecast,
  ),
  ...upkeepEndpoints,
  health: endpoint(
    'get',
    '/api/health',
    'The program is alive, and whether its sampling loop comes round',
    Alive,
    open,
  ),
  ready: endpoint('get', '/api/ready', 'A fresh measurement and a store that takes it', Ready, {
    needsStation: false,
    refusals: { 503: 'not ready, with the reason' },
  }),
  metrics: endpoint('get', '/api/metrics', 'Prometheus text', z.string(), { needsStation: false, media: 'text/plain' }),
  openapi: endpoint('get', '/api/openapi.json', 'This description, OpenAPI 3.1', z.looseObject({}), open),
  docs: endpoint('get', '/api/docs', 'This description, to read', z.string(), { ...open, media: 'text/html' }),
} as const;

export type EndpointName = keyof typeof endpoints;
