/** What stands between somebody's own words and ours: `quote` is what the receiver said, and stays as it is. */
interface Quoting {
  quote: string;
}

/** Why something did not arrive. What receivers themselves say is not here: it is quoted. */
export const connections = {
  'way.late': () => 'no answer in time',
  'way.unknown-name': () => 'its name is not known',
  'way.name-unasked': () => 'its name could not be looked up',
  'way.refused': () => 'the connection was refused',
  'way.cut': () => 'the connection was cut',
  'way.none': () => 'there is no way to it',
  'way.untrusted': () => 'its certificate is not trusted',
  'way.expired': () => 'its certificate has expired',
  'way.other-name': () => 'its certificate is for another name',
  'way.unread': () => 'the answer could not be read',
  /** `failure` as the machine names it. */
  'way.failed': ({ failure }: { failure: string }) => `the connection failed (${failure})`,
  'aprs.no-greeting': () => 'it does not greet',
  'aprs.no-login': () => 'it does not log in',
  'aprs.too-much': () => 'it says too much',
  'aprs.not-taken': () => 'it does not take the packet',
  'answer.unusual': ({ quote }: Quoting) => `not its usual answer, so nothing can have been stored: ${quote}`,
  'answer.elsewhere': ({ quote }: Quoting) => `it points to another address: ${quote}`,
  'sink.lacks': ({ setting }: { setting: string }) => `${setting} is missing, or its file cannot be read`,
  'upload.unplaced': () => 'It wants to know where the station stands: set site.latitude and site.longitude.',
  'cwop.no-id': ({ id }: { id: string }) => `"${id}" is no id of CWOP, such as CW0003, and no call sign.`,
  'windy.not-shown': () => 'It answered 200, but does not show what it was sent before: nothing seems to be stored.',
  'box.no-sensors': () => 'The box has no sensor for temperature in °C, humidity in % or pressure in hPa or Pa.',
  'box.nothing-for-it': () => 'The box has no sensor for what the station may tell.',
  'hub.never-taken': ({ refused, rows, quote }: Quoting & { refused: number; rows: number }) =>
    `${refused} of ${rows} rows are never taken: ${quote}`,
  'hub.uncounted': ({ quote }: Quoting) => `the hub does not say how much it holds: ${quote}`,
  'hub.short': ({ values, expected, day }: { values: number; expected: number; day: string }) =>
    `the hub holds ${values} of ${expected} values of ${day}, so they go again`,
  'hub.clock-behind': ({ minutes }: { minutes: number }) =>
    `the station's clock is ${minutes} min ahead of the hub's: what is newer than the hub's time waits`,
  'hub.unknown-login': () =>
    'the hub does not know this login and secret, or lets it send no more; ask whoever runs the hub',
  'hub.away': () =>
    'a server before the hub answers, but the hub or its engine does not; the station asks again by itself',
  'broker.silent': () => 'the broker does not answer',
  'broker.unknown-name': () => 'the name of the broker is not known',
  'broker.name-unasked': () => 'the name of the broker could not be looked up',
  'broker.nobody': () => 'nobody listens at the address of the broker',
  'broker.no-way': () => 'there is no way to the broker',
  'broker.untrusted': () => "the broker's certificate is not trusted: name its authority in mqtt.ca_file",
  'broker.expired': () => "the broker's certificate has expired",
  'broker.other-name': () => "the broker's certificate is for another name",
  'broker.old': () => 'the broker is too old',
  'broker.client-id': () => 'the broker refuses our client id',
  'broker.login': () => 'the broker refuses the name or the password',
  'broker.shut': () => 'the broker does not let us in: are name and password right?',
  'broker.forbidden': ({ topic }: { topic: string }) =>
    `the broker lets us in and forbids the topic ${topic}: its access list (ACL) must allow it`,
  'broker.banned': () => 'the broker has banned us',
  'broker.refuses': ({ code }: { code: number }) => `the broker refuses us (${code})`,
  'broker.twin': () =>
    'the broker lets us in and hangs up: another client bears our id, as two stations from one copy do',
  'broker.taken': () => 'the broker has taken it',
};
