import { hostname } from 'node:os'

/** Name of this process among all of an installation, as who runs it finds it: host and process id. */
export const processName = `${hostname()} ${process.pid}`

/** True for the name of a process of this host. */
export const isOfThisHost = (name: string) => name.startsWith(`${hostname()} `)
