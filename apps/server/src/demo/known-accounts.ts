/** Password of every account of the demo, unless DEMO_PASSWORD gives another. */
export const knownPassword = '123456'

/** Hosts and accounts of the demo, as shown at its start; every host is this machine. */
export const accountsText = (password: string | undefined) =>
  [
    `Demo accounts, password ${password === undefined ? knownPassword : 'of DEMO_PASSWORD'}:`,
    '  localhost          智慧环卫   admin (all) · dispatcher (one company, handles) · inspector (looks) · viewer (one crew)',
    '  toilet.localhost   农村改厕   admin · dispatcher',
    '  gps.localhost      车辆定位   admin · dispatcher',
    '  plain.localhost    no title   admin · dispatcher',
  ].join('\n')
