import { z } from 'zod';

/** Rules of alarms, each an object: `contract/alarm-rule.ts`. */
const Entries = z.array(z.record(z.string(), z.unknown()));

const SettingValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()), Entries]);
export type SettingValue = z.infer<typeof SettingValue>;

export const Setting = z.object({
  /** `section.key` or `section.part.key`, as a change names it. */
  key: z.string(),
  /** Name of the group within the section, for a setting of a group. */
  group: z.string().optional(),
  title: z.string(),
  help: z.string(),
  type: z.enum(['number', 'integer', 'text', 'flag', 'choice', 'list', 'rules']),
  nullable: z.boolean(),
  default: SettingValue,
  /** Null for a secret, whatever it is. */
  value: SettingValue,
  min: z.number().optional(),
  /** Of a text: the most characters. */
  max: z.number().optional(),
  options: z.array(z.union([z.string(), z.number()])).optional(),
  source: z.enum(['default', 'file', 'environment', 'option']),
  /** Overridden by the environment or an option, so the API cannot change it. */
  locked: z.boolean(),
  /** In force with the next start of the program; otherwise within a second. */
  restart: z.boolean(),
  secret: z.boolean(),
  /** While access is open, only this machine can change it. */
  guarded: z.boolean(),
});
export type Setting = z.infer<typeof Setting>;

export const Settings = z.object({
  etag: z.string(),
  file: z.string(),
  writable: z.boolean(),
  sections: z.array(z.object({ name: z.string(), title: z.string(), settings: z.array(Setting) })),
});
export type Settings = z.infer<typeof Settings>;

/** Values are judged by the schema of the settings, which gives each key its own reason. */
export const SettingsBody = z.record(z.string(), z.unknown());
export const SettingsHeaders = z.object({ 'If-Match': z.string().optional() });

export const SettingsText = z.object({ text: z.string() });

export const SettingsFromFile = z.object({
  /** Differences between the uploaded file and the settings in force, as a change takes them. */
  changes: z.record(z.string(), SettingValue),
  /** Settings of the file that the environment or an option overrides. */
  passed_over: z.array(z.string()),
});
export type SettingsFromFile = z.infer<typeof SettingsFromFile>;

export const SettingsChanged = z.object({
  applied: z.array(z.string()),
  restart: z.array(z.string()),
  /** The station begins again for it; rules of alarms alone are in force already. */
  begins: z.boolean(),
});
export type SettingsChanged = z.infer<typeof SettingsChanged>;
