import { domainToASCII } from 'node:url';
import type { SMTPSentMessageInfo } from 'nodemailer/lib/smtp-transport';
import type { Config } from '../config/config.ts';
import { sentence } from '../words/sentence.ts';
import type { Channel, Origin } from './channel.ts';
import { mailOutcome } from './mail-answers.ts';
import type { Message } from './message.ts';
import { type Idle, type Outcome, ours } from './outcome.ts';
import { type Ports, portsTrusting } from './ports.ts';
import { textOfAll, titleOfAll } from './texts.ts';

/** Limits of one mail, ms. Those of the library are two and ten minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
/** A server that says a little every 29 seconds is not waited for either. */
const TIMEOUT_MS = 60_000;
/** All that wait: a recipient whom the server refuses must not keep the others from newer alarms. */
const AT_ONCE = 200;
/** Hosts of this machine, which a mail never leaves: the only ones where it may go without TLS, and only without a password. */
const HERE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

type Email = Config['alarms']['channels']['email'] & { host: string; from: string; to: string };

/** An address as servers compare it: the library writes the domain in small letters, and in ASCII. */
function canonical(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`;
}

const keyOf = ({ fingerprint, change, tS }: Message): string => `${fingerprint}.${change}.${Math.round(tS)}`;

/** Recipients and the messages that each still lacks, with recipients of the same ones together. */
function parcels(messages: readonly Message[], recipients: readonly string[]): { to: string[]; messages: Message[] }[] {
  const lackedBy = (recipient: string): Message[] =>
    messages.filter(({ about }) => !about.takers?.includes(canonical(recipient)));
  const byContent = Map.groupBy(recipients, (recipient) => lackedBy(recipient).map(keyOf).join(' '));
  byContent.delete('');
  return [...byContent.values()].map((to) => ({ to, messages: lackedBy(to[0]!) }));
}

function mailOf({ from }: Email, to: readonly string[], messages: readonly Message[], origin: Origin, nowS: number) {
  const domain = from.slice(from.indexOf('@') + 1);
  const [first] = messages;
  const isOne = messages.length === 1;
  return {
    from: { name: origin.name, address: from },
    to: [...to],
    subject: titleOfAll(messages, origin),
    text: `${textOfAll(messages, origin)}\n\n${origin.name}\n${origin.url}/${origin.fragment}\n`,
    date: new Date(nowS * 1000),
    messageId: `<${isOne ? keyOf(first!) : `${keyOf(first!)}.${messages.length}`}@${domain}>`,
    // Fired, repeated and over are one conversation.
    ...(isOne && { references: `<${first!.fingerprint}@${domain}>` }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Weatherglass-Fingerprint': messages.map(({ fingerprint }) => fingerprint).join(' '),
    },
    xMailer: false as const,
  };
}

/** Transport of nodemailer, loaded with the first mail: a station without mail saves its memory. */
async function transportOf({ host, port, secure, user }: Email, password: string | null, ca: string | null) {
  const { createTransport } = await import('nodemailer');
  const isHere = HERE.has(host) && user === null && !secure;
  return createTransport({
    host,
    port,
    secure,
    ...(isHere ? { ignoreTLS: true } : { requireTLS: !secure }),
    ...(ca !== null && { tls: { ca } }),
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    name: '[127.0.0.1]', // no host name goes out
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
}

/**
 * Mail over SMTP, with TLS or not at all. Each recipient gets each message once, whatever the others' servers say: the queue notes who has
 * it, so that a restart sends it to nobody again.
 */
export function emailChannel(settings: Config['alarms']['channels']['email'], of: Ports): Channel | Idle {
  const { enabled, host, from, to, user, password_file: passwordFile, ca_file: caFile } = settings;
  const name = 'email';
  if (!enabled) return { name, enabled };
  if (host === null) return { name, enabled, lacks: 'host' };
  if (from === null) return { name, enabled, lacks: 'from' };
  if (to === null) return { name, enabled, lacks: 'to' };
  const password = passwordFile === null ? null : of.secret(passwordFile);
  if (password === null && (passwordFile !== null || user !== null)) return { name, enabled, lacks: 'password_file' };
  const ca = caFile === null ? null : of.secret(caFile);
  if (portsTrusting(of, caFile) === null) return { name, enabled, lacks: 'ca_file' };
  const email: Email = { ...settings, host, from, to };
  const recipients = to.split(',').map((one) => one.trim());
  return {
    name,
    secrets: [password ?? ''],
    timeoutMs: TIMEOUT_MS,
    atOnce: AT_ONCE,
    async send(messages, origin, nowS, signal, took): Promise<Outcome> {
      const transport = await transportOf(email, password, ca);
      let result: Outcome = { kind: 'ok', ...ours(sentence('mail.taken')) };
      for (const { to: some, messages: lacking } of parcels(messages, recipients)) {
        const mail = mailOf(email, some, lacking, origin, nowS);
        const outcome = await mailOutcome(
          transport.sendMail({ ...mail, signal }).then((info: SMTPSentMessageInfo) => {
            if (recipients.length > 1 && !signal.aborted) took(lacking, info.accepted.map(String).map(canonical));
            return info;
          }),
        );
        if (result.kind === 'ok') result = outcome;
      }
      return result;
    },
  };
}
