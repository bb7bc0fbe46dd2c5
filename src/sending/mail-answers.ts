import { sentence } from '../words/sentence.ts';
import { reasonOf } from './exchange.ts';
import { type Outcome, ours } from './outcome.ts';

/** As nodemailer tells of a failure. */
interface MailError {
  code?: string | undefined;
  /** Of the system or of OpenSSL, under the library's own. */
  originalCode?: unknown;
  responseCode?: number | undefined;
  response?: string | undefined;
  message?: string | undefined;
}

/** Answers of a mail server about those it took and those it did not. */
type MailInfo = { response: string; rejected: readonly unknown[]; rejectedErrors?: readonly MailError[] | undefined };

/** Codes of OpenSSL as STARTTLS passes them on: only their words. */
const CERTIFICATES = [
  [/self.signed|unable to (verify|get)|unknown ca/i, 'way.untrusted'],
  [/expired/i, 'way.expired'],
  [/altnames|does not match/i, 'way.other-name'],
] as const;

/** Outcome of a mail. A 5xx of SMTP says that the same again is no use; a 4xx, that it is. */
export async function mailOutcome(sent: Promise<MailInfo>): Promise<Outcome> {
  try {
    const { response, rejected, rejectedErrors } = await sent;
    const status = Number(/^\d{3}/.exec(response)?.[0]) || null;
    if (rejected.length === 0) return { kind: 'ok', status, text: response };
    const [error = {}] = rejectedErrors ?? [];
    return failure(error);
  } catch (error) {
    return failure(error as MailError);
  }
}

function failure(error: MailError): Outcome {
  const { code, originalCode, responseCode, response = '', message = '' } = error;
  if (responseCode !== undefined && code !== 'ETLS')
    return { kind: responseCode >= 500 ? 'refused' : 'retry', status: responseCode, text: response };
  if (code === 'EAUTH' || code === 'ENOAUTH') return { kind: 'refused', ...ours(sentence('mail.no-login')) };
  if (code === 'ETIMEDOUT' || code === 'EABORT') return { kind: 'retry', ...ours(sentence('way.late')) };
  if (code === 'EDNS') return { kind: 'retry', ...ours(sentence('way.unknown-name')) };
  if (typeof originalCode === 'string') return { kind: 'retry', ...ours(reasonOf({ code: originalCode })) };
  const certificate = CERTIFICATES.find(([words]) => words.test(message));
  if (certificate) return { kind: 'retry', ...ours(sentence(certificate[1])) };
  if (code === 'ETLS') return { kind: 'refused', ...ours(sentence('mail.no-tls')) };
  if (code === 'ECONNECTION' || code === 'ESOCKET') return { kind: 'retry', ...ours(sentence('way.cut')) };
  if (code === undefined) throw error;
  return { kind: 'retry', ...ours(sentence('way.failed', { failure: code })) };
}
