import { once } from 'node:events'
import { asOwner } from '../../db/migrate.ts'
import { openStore } from '../../features/files/open-store.ts'
import { LoadSettings } from './apart.ts'
import { loadDemo } from './load.ts'

// Whoever waits for the city has gone: the transaction goes with this process.
process.once('disconnect', () => process.exit(1))
const [message] = await once(process, 'message')
const { url, files } = LoadSettings.parse(message)
process.send?.(await asOwner(url, async (owner) => loadDemo(owner, await openStore(files), new Date())))
