import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { passwordProblem } from '@huanwei/contract/users/rules'
import { readConfig, withFiles } from '@huanwei/server/config'
import { inTx } from '@huanwei/server/db/connect'
import { asOwner, prepare } from '@huanwei/server/db/migrate'
import { hashPassword } from '@huanwei/server/features/session/password'
import { createTenant } from '@huanwei/server/features/tenants/queries'
import { say } from '@huanwei/words/say'

/** Creates an organisation and its administrator in a database of your own (DATABASE_URL), which has no demo data and no default account. */
const { values } = parseArgs({
  options: {
    id: { type: 'string' },
    name: { type: 'string' },
    host: { type: 'string', multiple: true },
    admin: { type: 'string', default: 'admin' },
    platform: { type: 'boolean', default: false },
  },
})
const { DATABASE_URL: url } = readConfig(process.env)
const [id, name, hosts] = [Number(values.id), values.name, values.host]
if (!url || !Number.isInteger(id) || id < 1 || !name || !hosts) {
  console.error('DATABASE_URL=… create-tenant --id 1 --name 某某公司 --host example.cn [--host …] [--admin admin] [--platform]')
  process.exit(1)
}

const { ADMIN_PASSWORD } = withFiles(process.env, ['ADMIN_PASSWORD'])
const password = ADMIN_PASSWORD ?? (await ask(`password for ${values.admin}: `))
const problem = passwordProblem(password)
if (password.length < 10 || problem) {
  console.error(problem ? say('en-US', problem) : 'the password must have at least 10 characters')
  process.exit(1)
}

await asOwner(url, async (owner) => {
  await prepare(owner, url, new Date())
  const { rows } = await owner.query(
    `select id, name, hosts from sys_tenant where id = $1 or code = $1::text or hosts && $2::text[]`,
    [id, hosts],
  )
  const [other] = rows
  if (other) {
    const taken = other.id === id ? `the id ${id}` : `the code or a host (${other.hosts.join(', ')})`
    console.error(`${taken} belongs to ${other.name} (${other.id}) already; nothing was created`)
    process.exitCode = 1
    return
  }
  const passwordHash = await hashPassword(password)
  await inTx(owner, (tx) =>
    createTenant(tx, {
      id,
      name,
      code: String(id),
      hosts,
      type: 'sanitation',
      title: name,
      shortName: name,
      admin: { username: values.admin, passwordHash },
      platform: values.platform,
    }),
  )
  console.log(`✓ ${name} (${id}) with the account ${values.admin}`)
})

async function ask(question: string) {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(question)
  lines.close()
  return answer
}
