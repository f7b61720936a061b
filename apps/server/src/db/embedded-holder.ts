import pg from 'pg'
import { startEmbedded } from './embedded.ts'

// A product of a few lines for embedded.test.ts: holds the database until killed, or stops at once.
const [dir = '', once] = process.argv.slice(2)
const database = await startEmbedded(dir)
const client = new pg.Client({ connectionString: database.url })
await client.connect()
await client.query('create table if not exists kept (n int); insert into kept values (2)')
if (once) {
  await client.end()
  await database.stop()
} else console.log(database.postmasterPid())
