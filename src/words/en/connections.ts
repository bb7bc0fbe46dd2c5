/** What stands between somebody's own words and ours: `quote` is what the receiver said, and stays as it is. */
interface Quoting {
  quote: string;
}

/** Why something did not arrive. What receivers themselves say is not here: it is quoted. */
export const connections = {
  'way.late': () => 'no answer in time',
  'way.unknown-name': () => 'unknown host name',
  'way.name-unasked': () => 'name lookup failed',
  'way.refused': () => 'connection refused',
  'way.cut': () => 'connection lost',
  'way.none': () => 'no route to it',
  'way.untrusted': () => 'its certificate is not trusted',
  'way.expired': () => 'its certificate has expired',
  'way.other-name': () => 'its certificate is for another name',
  'way.unread': () => 'the answer is unreadable',
  /** `failure` as the machine names it. */
  'way.failed': ({ failure }: { failure: string }) => `the connection failed (${failure})`,
  'aprs.no-greeting': () => 'it sends no greeting',
  'aprs.no-login': () => 'it refuses the login',
  'aprs.too-much': () => 'its answer is too long',
  'aprs.not-taken': () => 'it refuses the packet',
  'answer.unusual': ({ quote }: Quoting) => `unexpected answer, nothing was stored: ${quote}`,
  'answer.elsewhere': ({ quote }: Quoting) => `it redirects to another address: ${quote}`,
  'sink.lacks': ({ setting }: { setting: string }) => `${setting} is missing, or its file cannot be read`,
  'upload.unplaced': () => 'It needs the place of the station: set site.latitude and site.longitude.',
  'cwop.no-id': ({ id }: { id: string }) => `"${id}" is neither a CWOP ID, such as CW0003, nor a call sign.`,
  'windy.not-shown': () => 'It answered 200, but does not show earlier readings. It may not store them.',
  'box.no-sensors': () => 'The box has no sensor for temperature in °C, humidity in % or pressure in hPa or Pa.',
  'box.nothing-for-it': () => 'The box has no sensor for these readings.',
  'hub.never-taken': ({ refused, rows, quote }: Quoting & { refused: number; rows: number }) =>
    `${refused} of ${rows} readings refused for good: ${quote}`,
  'hub.uncounted': ({ quote }: Quoting) => `the hub does not report its stock: ${quote}`,
  'hub.short': ({ values, expected, day }: { values: number; expected: number; day: string }) =>
    `the hub has ${values} of ${expected} values of ${day}; sending them again`,
  'hub.clock-behind': ({ minutes }: { minutes: number }) =>
    `the station's clock is ${minutes} min ahead of the hub's; newer readings wait`,
  'hub.unknown-login': () => 'the hub refuses this login and secret; ask the hub’s operator',
  'hub.away': () => 'the hub or its engine does not answer behind its server; trying again',
  'broker.silent': () => 'the broker does not answer',
  'broker.unknown-name': () => 'unknown broker name',
  'broker.name-unasked': () => 'broker name lookup failed',
  'broker.nobody': () => 'no broker listens at this address',
  'broker.no-way': () => 'no route to the broker',
  'broker.untrusted': () => "the broker's certificate is not trusted; set mqtt.ca_file",
  'broker.expired': () => "the broker's certificate has expired",
  'broker.other-name': () => "the broker's certificate is for another name",
  'broker.old': () => 'the broker is too old',
  'broker.client-id': () => 'the broker refuses the client ID',
  'broker.login': () => 'wrong broker user name or password',
  'broker.shut': () => 'the broker refuses the login; check user name and password',
  'broker.forbidden': ({ topic }: { topic: string }) =>
    `the broker forbids the topic ${topic}; allow it in its access list (ACL)`,
  'broker.banned': () => 'the broker has banned this station',
  'broker.refuses': ({ code }: { code: number }) => `the broker refuses the connection (${code})`,
  'broker.twin': () => 'the broker disconnects: another client has the same ID, such as a copied station',
  'broker.taken': () => 'accepted by the broker',
};
