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
import { busy, get, invalid, patch, post, remove, worded } from './endpoint.ts';
import { alarmEndpoints } from './endpoints-alarms.ts';
import { importEndpoints } from './endpoints-imports.ts';
import { inputEndpoints, outsideEndpoints, upkeepEndpoints } from './endpoints-upkeep.ts';
import { Events } from './events.ts';
import * as forecast from './forecast.ts';
import { Glance } from './glance.ts';
import { Daily, History, Records, SomeRange, Storage } from './history.ts';
import * as models from './models.ts';
import { Note, NoteRemoved, Notes } from './notes.ts';
import { Quality, QualityBody, QualitySet } from './quality.ts';
import { MonthReport } from './report.ts';
import * as ask from './requests.ts';
import { Alive, DisplayPreview, Ready, Status, StreamMessage } from './status.ts';
import { Telemetry } from './telemetry.ts';

const window = { 422: 'neither hours nor both start and end, or an end that is not after its start' };
const open = { needsStation: false };
const noTarget = { 404: 'an unknown target' };
const ofNote = { params: ask.RowId, refusals: { 404: 'no such note' } };
const ofLabel = { params: ask.RowId, refusals: { 404: 'no such label' } };

const present = {
  telemetry: get('/api/telemetry', 'Newest readings and derived values', Telemetry),
  pressure: get('/api/pressure', 'Pressure at the station, at sea level, and as altimeter setting', Pressure),
  stream: get('/api/stream', 'Server-sent events: a message at once, then every 2 s', StreamMessage, {
    media: 'text/event-stream',
    refusals: { 503: 'too many live streams are open' },
  }),
  display: get('/api/display', 'What the LED matrix shows', DisplayPreview, {
    refusals: { 404: 'the display is switched off' },
  }),
} as const;

const past = {
  history: get('/api/history', 'Samples of the last hours, decimated', History, { query: ask.HistoryQuery }),
  range: get('/api/history/range', 'Any window, aggregated in buckets', SomeRange, {
    query: ask.RangeQuery,
    refusals: { 422: `${window[422]}, or a window wider than 366 days` },
  }),
  daily: get('/api/history/daily', 'Daily summary, newest day first', Daily, { query: ask.DailyQuery }),
  glance: get('/api/history/glance', 'Today, yesterday, this month and this year, beside what is usual', Glance),
  records: get('/api/records', 'All-time extremes and when they happened', Records),
  storage: get('/api/storage', 'What is stored at which resolution, and the policy', Storage),
  report: get('/api/report', 'A month day by day, in sums and extremes, beside a year before', MonthReport, {
    query: ask.ReportQuery,
  }),
  reportText: get('/api/report.txt', 'The same as a table of plain text, to print', z.string(), {
    worded: true,
    query: ask.WordedReportQuery,
    media: 'text/plain',
  }),
  reportCsv: get('/api/report.csv', 'Monthly report as CSV', z.string(), { query: ask.ReportQuery, media: 'text/csv' }),
  exportCsv: get('/api/export.csv', 'Stored rows of a window as CSV', z.string(), {
    query: ask.ExportQuery,
    media: 'text/csv',
    refusals: { ...window, 429: 'too many exports in a short time' },
  }),
} as const;

const future = {
  forecast: get('/api/forecast', 'Forecast for 24 hours with calibrated intervals', forecast.ForecastBundle, {
    query: ask.ForecastQuery,
    refusals: noTarget,
  }),
  outlook: get('/api/outlook', 'Outlook for days 2 to 7 from climatology', forecast.Outlook, {
    worded: true,
    query: ask.WordedTargetQuery,
    refusals: noTarget,
  }),
  precipitation: get('/api/precipitation', 'Chance of rain and its uncertainty', MaybePrecipitation),
  scorecard: get('/api/scorecard', 'Forecast scores against persistence', forecast.Scorecard, {
    query: ask.TargetQuery,
    refusals: noTarget,
  }),
  issued: get('/api/forecast/issued', 'Forecast issued at a time within the last 30 days', forecast.IssuedForecast, {
    query: ask.IssuedQuery,
    refusals: noTarget,
  }),
  chance: get('/api/forecast/chance', 'Probability of passing a value within 24 hours', forecast.Chance, {
    query: ask.ChanceQuery,
    refusals: noTarget,
  }),
  chances: get(
    '/api/forecast/chances',
    'Probability of passing many values within each three hours of the next day',
    forecast.Chances,
    { query: ask.ChancesQuery, refusals: noTarget },
  ),
  tonight: get(
    '/api/forecast/tonight',
    'Next low and high with their hours, and the chance of frost',
    forecast.Tonight,
  ),
  skill: get('/api/scorecard/history', 'Scores of one forecast by day or month', forecast.SkillHistory, {
    query: ask.SkillQuery,
    refusals: noTarget,
  }),
  verify: post('/api/verify', 'Score the forecasts that are due', forecast.VerifyResult),
  train: post('/api/train', 'Rebuild the models from history', forecast.TrainResult, {
    query: ask.TrainQuery,
    refusals: busy('training'),
  }),
} as const;

const inside = {
  methods: get('/api/methods', 'Methods behind the numbers, from the running configuration', models.Methods, worded),
  anomaly: get('/api/anomaly', 'Novelty, drift and the health of each sensor', Anomaly, worded),
  models: get('/api/models', 'State of the learned models', models.Models),
  nerd: get('/api/nerd', 'Every internal number', models.Nerd),
} as const;

const teach = {
  label: post('/api/label', 'Report an observation', LabelResult, { body: ask.LabelBody }),
  undoLabel: remove('/api/label/:id', 'Delete an observation and what was learned from it', LabelUndone, ofLabel),
  labels: get('/api/labels', 'Reported observations, newest first', Labels, { query: ask.LabelsQuery }),
  correctLabel: patch('/api/label/:id', 'Correct an observation and what was learned from it', LabelCorrected, {
    ...ofLabel,
    body: ask.CorrectLabelBody,
  }),
  notes: get('/api/notes', 'Notes on the history, newest moment first', Notes, {
    query: ask.NotesQuery,
    refusals: { 422: `${invalid[422]}, or an end that is not after its start` },
  }),
  writeNote: post('/api/notes', 'Add a note to the history', Note, { body: ask.NoteBody }),
  changeNote: patch('/api/notes/:id', 'Change the text or time of a note', Note, {
    ...ofNote,
    body: ask.ChangeNoteBody,
  }),
  removeNote: remove('/api/notes/:id', 'Delete a note', NoteRemoved, ofNote),
  calibrate: post(
    '/api/calibrate',
    'Calibrate temperature, or reset its calibration',
    z.union([models.CalibrateResult, models.ThermalReset]),
    { body: ask.CalibrateBody, refusals: { 409: 'nothing can be learned now' } },
  ),
  calibrateHumidity: post(
    '/api/calibrate/humidity',
    'Calibrate humidity, or reset its calibration',
    z.union([models.CalibrateHumidityResult, models.HumidityReset]),
    { body: ask.CalibrateHumidityBody, refusals: { 409: 'nothing can be learned now' } },
  ),
  undoCalibration: post(
    '/api/calibrate/undo',
    'Undo the newest reference; earlier ones stay',
    models.CalibrationUndone,
    { body: ask.UndoCalibrationBody, refusals: { 409: 'there is no reference to undo' } },
  ),
  recompute: post('/api/recompute', 'Recalculate the history from its raw values', models.RecomputeResult, {
    refusals: busy('recompute'),
  }),
  quality: get('/api/quality', 'Quality flags of a time, and some of the values they skip', Quality, {
    query: ask.QualityQuery,
  }),
  setQuality: post('/api/quality', 'Say that readings are wrong, or right, or take that back', QualitySet, {
    body: QualityBody,
    refusals: { 409: 'a time to come, or an end that is not after its start' },
  }),
} as const;

const service = {
  ...upkeepEndpoints,
  status: get('/api/status', 'The station itself: age, jobs, probe, site, latest events', Status, worded),
  events: get('/api/events', 'Events, newest first, by time and page', Events, {
    worded: true,
    query: ask.EventsQuery,
    refusals: { 422: `${invalid[422]}, or an end that is not after its start` },
  }),
  health: get('/api/health', 'Liveness of the program and of its sampling loop, and readiness', Alive, open),
  ready: get('/api/ready', 'Readiness: a fresh reading, and a working database', Ready, {
    ...open,
    refusals: { 503: 'not ready, with the reason' },
  }),
  metrics: get('/api/metrics', 'Prometheus text', z.string(), { ...open, media: 'text/plain' }),
  openapi: get('/api/openapi.json', 'This description, OpenAPI 3.1', z.looseObject({}), open),
  docs: get('/api/docs', 'This description as a page', z.string(), { ...open, media: 'text/html' }),
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
