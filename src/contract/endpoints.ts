import { z } from 'zod';
import {
  Anomaly,
  LabelCorrected,
  LabelResult,
  Labels,
  LabelUndone,
  MaybePrecipitation,
  Pressure,
} from './conditions.ts';
import { busy, endpoint, invalid, worded } from './endpoint.ts';
import { alarmEndpoints } from './endpoints-alarms.ts';
import { importEndpoints } from './endpoints-imports.ts';
import { inputEndpoints, outsideEndpoints, upkeepEndpoints } from './endpoints-upkeep.ts';
import { Events } from './events.ts';
import {
  Chance,
  Chances,
  ForecastBundle,
  IssuedForecast,
  Outlook,
  Scorecard,
  SkillHistory,
  Tonight,
  TrainResult,
  VerifyResult,
} from './forecast.ts';
import { Glance } from './glance.ts';
import { Daily, History, Records, SomeRange, Storage } from './history.ts';
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
import { Quality, QualityBody, QualitySet } from './quality.ts';
import { MonthReport } from './report.ts';
import {
  CalibrateBody,
  CalibrateHumidityBody,
  ChanceQuery,
  ChancesQuery,
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
  QualityQuery,
  RangeQuery,
  ReportQuery,
  SkillQuery,
  TargetQuery,
  TrainQuery,
  UndoCalibrationBody,
  WordedReportQuery,
  WordedTargetQuery,
} from './requests.ts';
import { Alive, DisplayPreview, Ready, Status, StreamMessage } from './status.ts';
import { Telemetry } from './telemetry.ts';

const window = { 422: 'neither hours nor both start and end, or an end that is not after its start' };
const open = { needsStation: false };

const present = {
  telemetry: endpoint('get', '/api/telemetry', 'Newest readings and derived values', Telemetry),
  pressure: endpoint(
    'get',
    '/api/pressure',
    'Pressure at the station, at sea level, and as altimeter setting',
    Pressure,
  ),
  stream: endpoint('get', '/api/stream', 'Server-sent events: a message at once, then every 2 s', StreamMessage, {
    media: 'text/event-stream',
    refusals: { 503: 'too many live streams are open' },
  }),
  display: endpoint('get', '/api/display', 'What the LED matrix shows', DisplayPreview, {
    refusals: { 404: 'the display is switched off' },
  }),
} as const;

const past = {
  history: endpoint('get', '/api/history', 'Samples of the last hours, decimated', History, { query: HistoryQuery }),
  range: endpoint('get', '/api/history/range', 'Any window, aggregated in buckets', SomeRange, {
    query: RangeQuery,
    refusals: { 422: `${window[422]}, or a window wider than 366 days` },
  }),
  daily: endpoint('get', '/api/history/daily', 'Daily summary, newest day first', Daily, { query: DailyQuery }),
  glance: endpoint(
    'get',
    '/api/history/glance',
    'Today, yesterday, this month and this year, beside what is usual',
    Glance,
  ),
  records: endpoint('get', '/api/records', 'All-time extremes and when they happened', Records),
  storage: endpoint('get', '/api/storage', 'What is stored at which resolution, and the policy', Storage),
  report: endpoint(
    'get',
    '/api/report',
    'A month day by day, in sums and extremes, beside a year before',
    MonthReport,
    { query: ReportQuery },
  ),
  reportText: endpoint('get', '/api/report.txt', 'The same as a table of plain text, to print', z.string(), {
    worded: true,
    query: WordedReportQuery,
    media: 'text/plain',
  }),
  reportCsv: endpoint('get', '/api/report.csv', 'Monthly report as CSV', z.string(), {
    query: ReportQuery,
    media: 'text/csv',
  }),
  exportCsv: endpoint('get', '/api/export.csv', 'Stored rows of a window as CSV', z.string(), {
    query: ExportQuery,
    media: 'text/csv',
    refusals: { ...window, 429: 'too many exports in a short time' },
  }),
} as const;

const future = {
  forecast: endpoint('get', '/api/forecast', 'Forecast for 24 hours with calibrated intervals', ForecastBundle, {
    query: ForecastQuery,
    refusals: { 404: 'an unknown target' },
  }),
  outlook: endpoint('get', '/api/outlook', 'Outlook for days 2 to 7 from climatology', Outlook, {
    worded: true,
    query: WordedTargetQuery,
    refusals: { 404: 'an unknown target' },
  }),
  precipitation: endpoint('get', '/api/precipitation', 'Chance of rain and its uncertainty', MaybePrecipitation),
  scorecard: endpoint('get', '/api/scorecard', 'Forecast scores against persistence', Scorecard, {
    query: TargetQuery,
    refusals: { 404: 'an unknown target' },
  }),
  issued: endpoint('get', '/api/forecast/issued', 'Forecast issued at a time within the last 30 days', IssuedForecast, {
    query: IssuedQuery,
    refusals: { 404: 'an unknown target' },
  }),
  chance: endpoint('get', '/api/forecast/chance', 'Probability of passing a value within 24 hours', Chance, {
    query: ChanceQuery,
    refusals: { 404: 'an unknown target' },
  }),
  chances: endpoint(
    'get',
    '/api/forecast/chances',
    'Probability of passing many values within each three hours of the next day',
    Chances,
    { query: ChancesQuery, refusals: { 404: 'an unknown target' } },
  ),
  tonight: endpoint(
    'get',
    '/api/forecast/tonight',
    'Next low and high with their hours, and the chance of frost',
    Tonight,
  ),
  skill: endpoint('get', '/api/scorecard/history', 'Scores of one forecast by day or month', SkillHistory, {
    query: SkillQuery,
    refusals: { 404: 'an unknown target' },
  }),
  verify: endpoint('post', '/api/verify', 'Score the forecasts that are due', VerifyResult),
  train: endpoint('post', '/api/train', 'Rebuild the models from history', TrainResult, {
    query: TrainQuery,
    refusals: busy('training'),
  }),
} as const;

const inside = {
  methods: endpoint(
    'get',
    '/api/methods',
    'Methods behind the numbers, from the running configuration',
    Methods,
    worded,
  ),
  anomaly: endpoint('get', '/api/anomaly', 'Novelty, drift and the health of each sensor', Anomaly, worded),
  models: endpoint('get', '/api/models', 'State of the learned models', Models),
  nerd: endpoint('get', '/api/nerd', 'Every internal number', Nerd),
} as const;

const teach = {
  label: endpoint('post', '/api/label', 'Report an observation', LabelResult, { body: LabelBody }),
  undoLabel: endpoint('delete', '/api/label/:id', 'Delete an observation and what was learned from it', LabelUndone, {
    params: LabelId,
    refusals: { 404: 'no such label' },
  }),
  labels: endpoint('get', '/api/labels', 'Reported observations, newest first', Labels, { query: LabelsQuery }),
  correctLabel: endpoint(
    'patch',
    '/api/label/:id',
    'Correct an observation and what was learned from it',
    LabelCorrected,
    { params: LabelId, body: CorrectLabelBody, refusals: { 404: 'no such label' } },
  ),
  notes: endpoint('get', '/api/notes', 'Notes on the history, newest moment first', Notes, {
    query: NotesQuery,
    refusals: { 422: `${invalid[422]}, or an end that is not after its start` },
  }),
  writeNote: endpoint('post', '/api/notes', 'Add a note to the history', Note, { body: NoteBody }),
  changeNote: endpoint('patch', '/api/notes/:id', 'Change the text or time of a note', Note, {
    params: LabelId,
    body: ChangeNoteBody,
    refusals: { 404: 'no such note' },
  }),
  removeNote: endpoint('delete', '/api/notes/:id', 'Delete a note', NoteRemoved, {
    params: LabelId,
    refusals: { 404: 'no such note' },
  }),
  calibrate: endpoint(
    'post',
    '/api/calibrate',
    'Calibrate temperature, or reset its calibration',
    z.union([CalibrateResult, ThermalReset]),
    { body: CalibrateBody, refusals: { 409: 'nothing can be learned now' } },
  ),
  calibrateHumidity: endpoint(
    'post',
    '/api/calibrate/humidity',
    'Calibrate humidity, or reset its calibration',
    z.union([CalibrateHumidityResult, HumidityReset]),
    { body: CalibrateHumidityBody, refusals: { 409: 'nothing can be learned now' } },
  ),
  undoCalibration: endpoint(
    'post',
    '/api/calibrate/undo',
    'Undo the newest reference; earlier ones stay',
    CalibrationUndone,
    { body: UndoCalibrationBody, refusals: { 409: 'there is no reference to undo' } },
  ),
  recompute: endpoint('post', '/api/recompute', 'Recalculate the history from its raw values', RecomputeResult, {
    refusals: busy('recompute'),
  }),
  quality: endpoint('get', '/api/quality', 'Quality flags of a time, and some of the values they skip', Quality, {
    query: QualityQuery,
  }),
  setQuality: endpoint('post', '/api/quality', 'Say that readings are wrong, or right, or take that back', QualitySet, {
    body: QualityBody,
    refusals: { 409: 'a time to come, or an end that is not after its start' },
  }),
} as const;

const service = {
  ...upkeepEndpoints,
  status: endpoint('get', '/api/status', 'The station itself: age, jobs, probe, site, latest events', Status, worded),
  events: endpoint('get', '/api/events', 'Events, newest first, by time and page', Events, {
    worded: true,
    query: EventsQuery,
    refusals: { 422: `${invalid[422]}, or an end that is not after its start` },
  }),
  health: endpoint('get', '/api/health', 'Liveness of the program and of its sampling loop', Alive, open),
  ready: endpoint('get', '/api/ready', 'Readiness: a fresh reading, and a working database', Ready, {
    needsStation: false,
    refusals: { 503: 'not ready, with the reason' },
  }),
  metrics: endpoint('get', '/api/metrics', 'Prometheus text', z.string(), { needsStation: false, media: 'text/plain' }),
  openapi: endpoint('get', '/api/openapi.json', 'This description, OpenAPI 3.1', z.looseObject({}), open),
  docs: endpoint('get', '/api/docs', 'This description as a page', z.string(), { ...open, media: 'text/html' }),
} as const;

export const chapters = {
  present: { about: 'What is measured now.', routes: present },
  past: { about: 'Readings, detailed when recent and coarser with age.', routes: past },
  future: { about: 'Forecasts and their scores.', routes: future },
  inside: { about: 'Methods, models and monitoring.', routes: inside },
  teach: { about: 'Observations, notes and calibrations.', routes: teach },
  outside: { about: 'Connections to other services.', routes: outsideEndpoints },
  alarms: { about: 'What the station warns of, and how good its warnings were.', routes: alarmEndpoints },
  inputs: { about: 'Bought stations and sensors that report here.', routes: inputEndpoints },
  imports: { about: 'History of other stations, brought in as files.', routes: importEndpoints },
  service: { about: 'Status, settings and upkeep.', routes: service },
} as const;

/** Every route there is. */
export const endpoints = {
  ...present,
  ...past,
  ...future,
  ...inside,
  ...teach,
  ...outsideEndpoints,
  ...alarmEndpoints,
  ...inputEndpoints,
  ...importEndpoints,
  ...service,
} as const;

export type EndpointName = keyof typeof endpoints;
