/** Alert for people and programs, in words of its own. */
export interface MessageBody {
  id: string;
  title: string;
  severity: 'info' | 'warning' | 'critical';
  text: string;
  value: number | null;
  unit: string;
  chance: number | null;
  threshold: number;
  isTest: boolean;
  /** Recipients of a mail that have it already, while others lack it. */
  takers?: readonly string[];
  /** More labels of the webhook: which station of a fleet is meant. */
  labels?: Readonly<Record<string, string>>;
}

/** Message of a channel: an alert that fired, goes on or is over. The same fingerprint is the same alert. */
export interface Message {
  fingerprint: string;
  change: 'fired' | 'repeated' | 'acknowledged' | 'resolved';
  tS: number;
  startedS: number;
  endedS: number | null;
  about: MessageBody;
}
